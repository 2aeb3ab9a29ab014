/** @file
 *  @brief String functions that know the size of their target. */
#ifndef WIN32_STRSAFE_H
#define WIN32_STRSAFE_H

#include "win32/crt.h"

#define STRSAFE_E_INSUFFICIENT_BUFFER ((HRESULT)0x8007007A)

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Formats; cuts what does not fit. @return S_OK or STRSAFE_E_INSUFFICIENT_BUFFER.
 *  @see Microsoft Learn: StringCchPrintfA */
static inline HRESULT StringCchPrintfA(LPSTR to, size_t characters, LPCSTR format, ...) {
  va_list arguments;
  int length;
  va_start(arguments, format);
  length = vsnprintf(to, characters, format, arguments);
  va_end(arguments);
  return length < (int)characters ? S_OK : STRSAFE_E_INSUFFICIENT_BUFFER;
}
/** @brief Copies; cuts what does not fit. */
static inline HRESULT StringCchCopyA(LPSTR to, size_t characters, LPCSTR from) {
  return StringCchPrintfA(to, characters, "%s", from);
}
/** @brief Appends; cuts what does not fit. */
static inline HRESULT StringCchCatA(LPSTR to, size_t characters, LPCSTR from) {
  const size_t used = strnlen(to, characters);
  return StringCchCopyA(to + used, characters - used, from);
}
/** @brief Length of a text of at most `characters` with its end. */
static inline HRESULT StringCchLengthA(LPCSTR text, size_t characters, size_t* length) {
  const size_t found = strnlen(text, characters);
  if (length != NULL) *length = found;
  return found < characters ? S_OK : E_INVALIDARG;
}

#ifdef __cplusplus
}
#endif

#define StringCchPrintf StringCchPrintfA
#define StringCchCopy StringCchCopyA
#define StringCchCat StringCchCatA
#define StringCchLength StringCchLengthA
#define StringCbPrintf StringCchPrintfA
#define StringCbPrintfA StringCchPrintfA
#define StringCbCopy StringCchCopyA
#define StringCbCopyA StringCchCopyA

#endif
