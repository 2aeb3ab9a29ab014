/** @file
 *  @brief Another name of strsafe.h. */
#include "strsafe.h"
