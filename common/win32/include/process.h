/** @file
 *  @brief Threads of the C runtime. */
#ifndef WIN32_PROCESS_H
#define WIN32_PROCESS_H

#include "win32/types.h"

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

#ifdef __cplusplus
}
#endif

#endif
