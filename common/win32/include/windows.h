/** @file
 *  @brief Windows' own header name; see win32/kernel.h for what is implemented. */
#ifndef WIN32_WINDOWS_H
#define WIN32_WINDOWS_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "SDKDDKVer.h"
#include "win32/apc.h"
#include "win32/crt.h"
#include "win32/errors.h"
#include "win32/files.h"
#include "win32/interlocked.h"
#include "win32/kernel.h"
#include "win32/locks.h"
#include "win32/system.h"
#include "win32/types.h"

/* Macros in C. In C++ macros of these names would break the standard library's headers, so there are
   functions, which make way for std::min and std::max wherever both could be meant. */
#ifndef NOMINMAX
#ifdef __cplusplus
template <typename One, typename Other>
constexpr auto max(const One& one, const Other& other) {
  return one > other ? one : other;
}
template <typename One, typename Other>
constexpr auto min(const One& one, const Other& other) {
  return one < other ? one : other;
}
#else
#ifndef max
#define max(a, b) (((a) > (b)) ? (a) : (b))
#endif
#ifndef min
#define min(a, b) (((a) < (b)) ? (a) : (b))
#endif
#endif
#endif

#endif
