/** @file
 *  @brief Threads of the C runtime. */
#ifndef WIN32_PROCESS_H
#define WIN32_PROCESS_H

#include "win32/types.h"
#include <stdlib.h> /* exit, _exit and abort, as on Windows */

#ifdef __cplusplus
extern "C" {
#endif

/** @brief Starts a thread; the caller owns the handle and closes it.
 *  @return the handle as an integer; 0 on failure.
 *  @see Microsoft Learn: _beginthreadex */
uintptr_t _beginthreadex(void* security, unsigned stack_bytes, unsigned (*start)(void*),
                         void* argument, unsigned flags, unsigned* thread_id);
/** @brief Ends the calling thread. @see Microsoft Learn: _endthreadex */
void _endthreadex(unsigned exit_code);

/** @brief Starts a thread whose handle the runtime keeps. @return 0xFFFFFFFFFFFFFFFF on failure.
 *  @see Microsoft Learn: _beginthread */
uintptr_t _beginthread(void (*start)(void*), unsigned stack_bytes, void* argument);
/** @brief Ends a thread of _beginthread(). */
void _endthread(void);

#ifdef __cplusplus
}
#endif

#endif
