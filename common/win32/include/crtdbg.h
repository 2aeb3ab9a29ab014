/** @file
 *  @brief Microsoft's debug heap: here its calls do nothing; use a sanitizer instead. */
#ifndef WIN32_CRTDBG_H
#define WIN32_CRTDBG_H

#include <assert.h>

#define _CRTDBG_ALLOC_MEM_DF 0x01
#define _CRTDBG_LEAK_CHECK_DF 0x20
#define _CRTDBG_REPORT_FLAG (-1)
#define _CrtSetDbgFlag(flag) (0)
#define _CrtSetBreakAlloc(number) (0L)
#define _CrtDumpMemoryLeaks() (0)
#define _CrtCheckMemory() (1)
#define _ASSERT(condition) assert(condition)
#define _ASSERTE(condition) assert(condition)

#endif
