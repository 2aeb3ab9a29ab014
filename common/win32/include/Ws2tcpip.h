/** @file
 *  @brief Another usual spelling of ws2tcpip.h. */
#include "ws2tcpip.h"
