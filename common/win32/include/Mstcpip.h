/** @file
 *  @brief Another name of mstcpip.h. */
#include "mstcpip.h"
