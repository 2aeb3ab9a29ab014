/** @file
 *  @brief Single keys. */
#ifndef WIN32_CONIO_H
#define WIN32_CONIO_H

#include "win32/crt.h"

#endif
