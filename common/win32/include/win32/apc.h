/**
 * @file
 * @brief Alertable waits and the calls that run in them.
 *
 * A completion routine (WSARecv, ReadFileEx, …) or a function given to QueueUserAPC is queued to
 *  one
 * thread, and runs when that thread next waits alertably: in one of the functions below with
 * `alertable` TRUE, in GetQueuedCompletionStatusEx, or while a blocking WSARecv has to wait. Such a
 * wait returns WAIT_IO_COMPLETION after it has run everything that was queued. A wait whose
 *  object is
 * signalled already runs nothing.
 */
#ifndef WIN32_APC_H
#define WIN32_APC_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef VOID(NTAPI* PAPCFUNC)(ULONG_PTR parameter);
typedef VOID(WINAPI* LPOVERLAPPED_COMPLETION_ROUTINE)(DWORD error, DWORD bytes,
                                                      LPOVERLAPPED overlapped);

/** @brief Queues a function to a thread.
 *  @param function runs in that thread with `parameter`
 *  @return non-zero; 0 with ERROR_INVALID_HANDLE when `thread` is none.
 *  @par Lifetime
 *    A call that its thread never waits for is dropped when the thread ends.
 *  @see Microsoft Learn: QueueUserAPC */
DWORD WINAPI QueueUserAPC(PAPCFUNC function, HANDLE thread, ULONG_PTR parameter);
/** @brief Sleeps; with `alertable` until a call has run.
 *  @return 0 when the time is over, WAIT_IO_COMPLETION after calls.
 *  @see Microsoft Learn: SleepEx */
DWORD WINAPI SleepEx(DWORD milliseconds, BOOL alertable);
/** @brief As WaitForSingleObject(), and alertable. @see Microsoft Learn: WaitForSingleObjectEx */
DWORD WINAPI WaitForSingleObjectEx(HANDLE object, DWORD milliseconds, BOOL alertable);
/** @brief As WaitForMultipleObjects(), and alertable.
 *  @see Microsoft Learn: WaitForMultipleObjectsEx */
DWORD WINAPI WaitForMultipleObjectsEx(DWORD count, const HANDLE* objects, BOOL wait_all,
                                      DWORD milliseconds, BOOL alertable);
/** @brief Sets an event, or gives a mutex or one place of a semaphore back, then waits.
 *  @par Linux
 *    Two steps, not one: another thread may come between them.
 *  @see Microsoft Learn: SignalObjectAndWait */
DWORD WINAPI SignalObjectAndWait(HANDLE signal, HANDLE wait, DWORD milliseconds, BOOL alertable);

#ifdef __cplusplus
}
#endif

#endif
