/**
 * @file
 * @brief Mutexes and semaphores by handle, one-time initialisation and condition variables.
 *
 * Index: mutexes · semaphores · condition variables · one-time initialisation.
 */
#ifndef WIN32_LOCKS_H
#define WIN32_LOCKS_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- mutexes ---------------------------------------------------------------------------- */

/** @brief Makes a mutex, or opens the one of that name. Wait for it to take it; its owner may take
 *         it again and releases it as often.
 *  @param initial_owner TRUE: the caller has it; no effect on one that exists
 *  @param name NULL, or a name within the process
 *  @return the handle; GetLastError() is ERROR_ALREADY_EXISTS when it existed. NULL with
 *          ERROR_INVALID_HANDLE when the name is that of an event or a semaphore.
 *  @par Linux
 *    Names do not reach other processes. A mutex whose owner ends stays taken (no WAIT_ABANDONED).
 *  @see Microsoft Learn: CreateMutexA */
HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES attributes, BOOL initial_owner, LPCSTR name);
/** @brief As CreateMutexA(). @see Microsoft Learn: CreateMutexW */
HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES attributes, BOOL initial_owner, LPCWSTR name);
/** @brief Gives a mutex back once.
 *  @return FALSE with ERROR_NOT_OWNER when the caller does not have it.
 *  @see Microsoft Learn: ReleaseMutex */
BOOL WINAPI ReleaseMutex(HANDLE mutex);

/* ---- semaphores ------------------------------------------------------------------------- */

/** @brief Makes a semaphore, or opens the one of that name.
 *  @return NULL with ERROR_INVALID_PARAMETER unless 0 ≤ initial_count ≤ maximum_count and
 *          maximum_count > 0.
 *  @see Microsoft Learn: CreateSemaphoreA */
HANDLE WINAPI CreateSemaphoreA(LPSECURITY_ATTRIBUTES attributes, LONG initial_count,
                               LONG maximum_count, LPCSTR name);
/** @brief As CreateSemaphoreA(). @see Microsoft Learn: CreateSemaphoreW */
HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES attributes, LONG initial_count,
                               LONG maximum_count, LPCWSTR name);
/** @brief Adds to a semaphore's count.
 *  @return FALSE with ERROR_TOO_MANY_POSTS, and nothing done, when that would pass the maximum;
 *          ERROR_INVALID_PARAMETER for a count below 1.
 *  @see Microsoft Learn: ReleaseSemaphore */
BOOL WINAPI ReleaseSemaphore(HANDLE semaphore, LONG count, LONG* previous_count);

/* ---- condition variables ---------------------------------------------------------------- */

/** Zero-initialised it is ready; it needs no clean-up. */
typedef struct _RTL_CONDITION_VARIABLE {
  ULONG Wakes;
  ULONG Reserved;
} CONDITION_VARIABLE, *PCONDITION_VARIABLE;
#define CONDITION_VARIABLE_INIT \
  { 0 }
#define CONDITION_VARIABLE_LOCKMODE_SHARED 0x1

/** @brief As CONDITION_VARIABLE_INIT. @see Microsoft Learn: InitializeConditionVariable */
VOID WINAPI InitializeConditionVariable(PCONDITION_VARIABLE condition);
/** @brief Releases the section, sleeps until woken, takes the section again. May wake for nothing.
 *  @return FALSE with ERROR_TIMEOUT when the time is over.
 *  @see Microsoft Learn: SleepConditionVariableCS */
BOOL WINAPI SleepConditionVariableCS(PCONDITION_VARIABLE condition, LPCRITICAL_SECTION section,
                                     DWORD milliseconds);
/** @brief The same with an SRW lock, held alone or (by the flag) shared.
 *  @see Microsoft Learn: SleepConditionVariableSRW */
BOOL WINAPI SleepConditionVariableSRW(PCONDITION_VARIABLE condition, PSRWLOCK lock,
                                      DWORD milliseconds, ULONG flags);
/** @brief Wakes one sleeper. @see Microsoft Learn: WakeConditionVariable */
VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition);
/** @brief Wakes all sleepers. @see Microsoft Learn: WakeAllConditionVariable */
VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition);

/* ---- one-time initialisation ------------------------------------------------------------ */

typedef struct _RTL_RUN_ONCE {
  PVOID Ptr;
} INIT_ONCE, *PINIT_ONCE;
#define INIT_ONCE_STATIC_INIT \
  { 0 }
typedef BOOL(CALLBACK* PINIT_ONCE_FN)(PINIT_ONCE once, PVOID parameter, PVOID* context);
/** @brief Runs a function once, however many threads ask; the others wait for it.
 *  @return FALSE when the function did: the next caller tries again.
 *  @see Microsoft Learn: InitOnceExecuteOnce */
BOOL WINAPI InitOnceExecuteOnce(PINIT_ONCE once, PINIT_ONCE_FN function, PVOID parameter,
                                PVOID* context);

#ifdef UNICODE
#define CreateMutex CreateMutexW
#define CreateSemaphore CreateSemaphoreW
#else
#define CreateMutex CreateMutexA
#define CreateSemaphore CreateSemaphoreA
#endif

#ifdef __cplusplus
}
#endif

#endif
