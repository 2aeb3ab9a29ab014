/** @file
 *  @brief Another usual spelling of windows.h. */
#include "windows.h"
