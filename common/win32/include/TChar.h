/** @file
 *  @brief Another name of tchar.h. */
#include "tchar.h"
