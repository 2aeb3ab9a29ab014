/** @file
 *  @brief Another name of windows.h. */
#include "windows.h"
