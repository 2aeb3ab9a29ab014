/** @file
 *  @brief Another usual spelling of mswsock.h. */
#include "mswsock.h"
