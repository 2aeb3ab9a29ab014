/** @file
 *  @brief Another name of ws2tcpip.h. */
#include "ws2tcpip.h"
