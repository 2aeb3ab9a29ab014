/** @file
 *  @brief Text that is narrow or, with UNICODE, wide. */
#ifndef WIN32_TCHAR_H
#define WIN32_TCHAR_H

#include <stdlib.h>
#include <wchar.h>

#include "win32/crt.h"

#define _T(text) TEXT(text)
#define __T(text) TEXT(text)
#ifdef UNICODE
#ifdef __cplusplus
extern "C"
#endif
int wmain(int argc, wchar_t* argv[]);
#define _tmain wmain
#define _tprintf wprintf
#define _ftprintf fwprintf
#define _tcslen wcslen
#define _tcscmp wcscmp
#define _tcsicmp wcscasecmp
#define _tcschr wcschr
#define _tcstol wcstol
#define _tcstoul wcstoul
#define _ttoi(text) ((int)wcstol((text), NULL, 10))
#define _tstoi _ttoi
#else
#define _tmain main
#define _tprintf printf
#define _tprintf_s printf
#define _ftprintf fprintf
#define _stprintf sprintf
#define _stprintf_s sprintf_s
#define _tcslen strlen
#define _tcscmp strcmp
#define _tcsncmp strncmp
#define _tcsicmp strcasecmp
#define _tcschr strchr
#define _tcscpy strcpy
#define _tcscpy_s strcpy_s
#define _tcscat_s strcat_s
#define _tcstol strtol
#define _tcstoul strtoul
#define _ttoi atoi
#define _tstoi atoi
#define _tstof atof
#define _fgetts fgets
#endif

#endif
