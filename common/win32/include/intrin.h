/** @file
 *  @brief Processor intrinsics. */
#ifndef WIN32_INTRIN_H
#define WIN32_INTRIN_H

#include <x86intrin.h>

#include "win32/interlocked.h"

#endif
