/** @file
 *  @brief Another name of winsock2.h. */
#include "winsock2.h"
