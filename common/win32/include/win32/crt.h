/**
 * @file
 * @brief Functions of Microsoft's C runtime that Windows programs take for granted.
 *
 * The "_s" forms end the program like Microsoft's when the buffer is too short.
 */
#ifndef WIN32_CRT_H
#define WIN32_CRT_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "win32/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define _TRUNCATE ((size_t)-1)
#define _countof(array) (sizeof(array) / sizeof((array)[0]))
#define _stricmp strcasecmp
#define _strnicmp strncasecmp
#define stricmp strcasecmp
#define _strdup strdup
#define _snprintf snprintf
#define _vsnprintf vsnprintf
#define _atoi64 atoll
#define _strtoi64 strtoll
#define _strtoui64 strtoull
#define printf_s printf
#define fprintf_s fprintf
#define scanf_s scanf
#define sscanf_s sscanf
#define _aligned_free free
#define _alloca __builtin_alloca

static inline void* _aligned_malloc(size_t bytes, size_t alignment) {
  return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
static inline void win32_check_room(int fits) {
  if (!fits) {
    fputs("a buffer given to a _s function is too short\n", stderr);
    abort();
  }
}
static inline int vsprintf_s(char* buffer, size_t size, const char* format, va_list arguments) {
  const int length = vsnprintf(buffer, size, format, arguments);
  win32_check_room(length < (int)size);
  return length;
}
static inline errno_t memcpy_s(void* to, size_t size, const void* from, size_t bytes) {
  win32_check_room(bytes <= size);
  memcpy(to, from, bytes);
  return 0;
}
static inline errno_t win32_strcpy_s(char* to, size_t size, const char* from) {
  return memcpy_s(to, size, from, strlen(from) + 1);
}
static inline errno_t win32_strcat_s(char* to, size_t size, const char* from) {
  const size_t used = strlen(to);
  return memcpy_s(to + used, size - used, from, strlen(from) + 1);
}
static inline errno_t win32_strncpy_s(char* to, size_t size, const char* from, size_t count) {
  size_t length = strnlen(from, count == _TRUNCATE ? size - 1 : count);
  win32_check_room(length < size);
  memcpy(to, from, length);
  to[length] = 0;
  return 0;
}
static inline errno_t fopen_s(FILE** file, const char* path, const char* mode) {
  *file = fopen(path, mode);
  return *file != NULL ? 0 : 2;
}
static inline errno_t localtime_s(struct tm* result, const time_t* time) {
  return localtime_r(time, result) != NULL ? 0 : 22;
}
/** @brief Is a key waiting? A program without a terminal has none. */
int _kbhit(void);
/** @brief One character without echo; the next of standard input when that is no terminal. */
int _getch(void);
#define getch _getch
#define kbhit _kbhit

#ifdef __cplusplus
}

/* With the size given, or taken from the array. */
template <typename... Values>
int sprintf_s(char* buffer, size_t size, const char* format, Values... values) {
  const int length = snprintf(buffer, size, format, values...);
  win32_check_room(length < static_cast<int>(size));
  return length;
}
template <size_t size, typename... Values>
int sprintf_s(char (&buffer)[size], const char* format, Values... values) {
  return sprintf_s(static_cast<char*>(buffer), size, format, values...);
}
template <typename... Values>
int _snprintf_s(char* buffer, size_t size, size_t, const char* format, Values... values) {
  return snprintf(buffer, size, format, values...);
}
template <size_t size, typename... Values>
int _snprintf_s(char (&buffer)[size], size_t, const char* format, Values... values) {
  return snprintf(buffer, size, format, values...);
}
inline errno_t strcpy_s(char* to, size_t size, const char* from) {
  return win32_strcpy_s(to, size, from);
}
template <size_t size>
errno_t strcpy_s(char (&to)[size], const char* from) {
  return win32_strcpy_s(to, size, from);
}
inline errno_t strcat_s(char* to, size_t size, const char* from) {
  return win32_strcat_s(to, size, from);
}
template <size_t size>
errno_t strcat_s(char (&to)[size], const char* from) {
  return win32_strcat_s(to, size, from);
}
inline errno_t strncpy_s(char* to, size_t size, const char* from, size_t count) {
  return win32_strncpy_s(to, size, from, count);
}
template <size_t size>
errno_t strncpy_s(char (&to)[size], const char* from, size_t count) {
  return win32_strncpy_s(to, size, from, count);
}
#else
#define strcpy_s win32_strcpy_s
#define strcat_s win32_strcat_s
#define strncpy_s win32_strncpy_s
static inline int sprintf_s(char* buffer, size_t size, const char* format, ...) {
  va_list arguments;
  int length;
  va_start(arguments, format);
  length = vsprintf_s(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}
#endif

#endif
