/**
 * @file
 * @brief Handles, events, threads, waits, completion ports, memory and time: the part of
 *        windows.h that this layer implements.
 *
 * Index: last error · handles · events · waiting · threads · critical sections and SRW locks ·
 * completion ports · memory · time · system · messages · console.
 *
 * Every function may be called from any thread. Functions that return BOOL or a handle set the
 * thread's last error on failure and leave it alone on success.
 */
#ifndef WIN32_KERNEL_H
#define WIN32_KERNEL_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/errors.h"
#include "win32/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- last error ------------------------------------------------------------------------- */

/** @brief The calling thread's last error. WSAGetLastError() reads the same value.
 *  @see Microsoft Learn: GetLastError */
DWORD WINAPI GetLastError(void);
/** @brief Sets the calling thread's last error. @see Microsoft Learn: SetLastError */
VOID WINAPI SetLastError(DWORD code);

/* ---- handles ---------------------------------------------------------------------------- */

/** @brief Closes a handle of any kind; a socket too.
 *  @return FALSE with ERROR_INVALID_HANDLE when it is none.
 *  @par Lifetime
 *    The object lives on while a call or a pending operation uses it. Closing a completion port
 *    releases every thread waiting on it (ERROR_ABANDONED_WAIT_0) and drops its queued packets.
 *  @see Microsoft Learn: CloseHandle */
BOOL WINAPI CloseHandle(HANDLE object);
#define DUPLICATE_CLOSE_SOURCE 0x1
#define DUPLICATE_SAME_ACCESS 0x2
/** @brief Makes a second handle to the same object; the object stays open until the last is closed.
 *  @param from_process,to_process GetCurrentProcess(); anything else: ERROR_INVALID_HANDLE
 *  @param handle any handle, or GetCurrentThread(), which becomes a real one
 *  @see Microsoft Learn: DuplicateHandle */
BOOL WINAPI DuplicateHandle(HANDLE from_process, HANDLE handle, HANDLE to_process,
                            LPHANDLE duplicate, DWORD access, BOOL inherit, DWORD options);

/* ---- events ----------------------------------------------------------------------------- */

/** @brief Makes an event.
 *  @param attributes ignored
 *  @param manual_reset TRUE: stays set until ResetEvent. FALSE: releases one waiter, then resets.
 *  @param initial_state TRUE: starts set
 *  @param name NULL, or a name: then an event of that name is opened if there is one, and
 *         GetLastError() is ERROR_ALREADY_EXISTS (difference from Windows: within the process only)
 *  @return the handle; NULL on failure, with ERROR_INVALID_HANDLE when the name is taken by another
 *          kind of object.
 *  @see Microsoft Learn: CreateEventA */
HANDLE WINAPI CreateEventA(LPSECURITY_ATTRIBUTES attributes, BOOL manual_reset, BOOL initial_state,
                           LPCSTR name);
/** @brief As CreateEventA(). @see Microsoft Learn: CreateEventW */
HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES attributes, BOOL manual_reset, BOOL initial_state,
                           LPCWSTR name);
#define SYNCHRONIZE 0x00100000
#define EVENT_MODIFY_STATE 0x2
#define EVENT_ALL_ACCESS 0x1F0003
/** @brief Opens an event by its name. @return NULL with ERROR_FILE_NOT_FOUND when there is none.
 *  @see Microsoft Learn: OpenEventA */
HANDLE WINAPI OpenEventA(DWORD access, BOOL inherit, LPCSTR name);
/** @brief As OpenEventA(). @see Microsoft Learn: OpenEventW */
HANDLE WINAPI OpenEventW(DWORD access, BOOL inherit, LPCWSTR name);
/** @brief Sets an event. Sets do not add up. @see Microsoft Learn: SetEvent */
BOOL WINAPI SetEvent(HANDLE event);
/** @brief Clears an event. @see Microsoft Learn: ResetEvent */
BOOL WINAPI ResetEvent(HANDLE event);

/* ---- waiting ---------------------------------------------------------------------------- */

#define WAIT_OBJECT_0 0U
#define WAIT_ABANDONED 0x80U
#define WAIT_ABANDONED_0 0x80U
#define WAIT_IO_COMPLETION 0xC0U
#define WAIT_FAILED 0xFFFFFFFFU
#define MAXIMUM_WAIT_OBJECTS 64

/** @brief Waits for an event, a thread or a socket operation.
 *
 *  While it waits, the calling thread moves bytes for the operations that can signal the object.
 *  @param milliseconds 0 polls, INFINITE waits for ever
 *  @return WAIT_OBJECT_0, WAIT_TIMEOUT, or WAIT_FAILED with ERROR_INVALID_HANDLE.
 *  @see Microsoft Learn: WaitForSingleObject */
DWORD WINAPI WaitForSingleObject(HANDLE object, DWORD milliseconds);
/** @brief Waits for one or all of up to 64 objects.
 *  @return WAIT_OBJECT_0 + lowest signalled index (only that object is consumed), WAIT_TIMEOUT, or
 *          WAIT_FAILED: ERROR_INVALID_PARAMETER for 0 or more than 64 objects or a repeated handle
 *          with wait_all, ERROR_INVALID_HANDLE.
 *  @see Microsoft Learn: WaitForMultipleObjects */
DWORD WINAPI WaitForMultipleObjects(DWORD count, const HANDLE* objects, BOOL wait_all,
                                    DWORD milliseconds);
/** @brief Sleeps. 0 gives the rest of the time slice away. @see Microsoft Learn: Sleep */
VOID WINAPI Sleep(DWORD milliseconds);
/** @brief Lets another thread run. @see Microsoft Learn: SwitchToThread */
BOOL WINAPI SwitchToThread(void);

/* ---- threads ---------------------------------------------------------------------------- */

typedef DWORD(WINAPI* LPTHREAD_START_ROUTINE)(LPVOID parameter);
#define STILL_ACTIVE 259
#define CREATE_SUSPENDED 0x4
#define STACK_SIZE_PARAM_IS_A_RESERVATION 0x10000
#define THREAD_PRIORITY_NORMAL 0
#define THREAD_PRIORITY_ABOVE_NORMAL 1
#define THREAD_PRIORITY_HIGHEST 2
#define THREAD_PRIORITY_TIME_CRITICAL 15
#define THREAD_PRIORITY_BELOW_NORMAL (-1)
#define THREAD_PRIORITY_LOWEST (-2)
#define THREAD_PRIORITY_IDLE (-15)

/** @brief Starts a thread. Its handle is signalled when it has ended.
 *  @param flags 0, or CREATE_SUSPENDED: it starts with ResumeThread
 *  @see Microsoft Learn: CreateThread */
HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES attributes, SIZE_T stack_bytes,
                           LPTHREAD_START_ROUTINE start, LPVOID parameter, DWORD flags,
                           LPDWORD thread_id);
/** @brief Starts a thread that was made suspended. @return 1, or 0 when it was running already;
 *          0xFFFFFFFF with ERROR_INVALID_HANDLE. @see Microsoft Learn: ResumeThread */
DWORD WINAPI ResumeThread(HANDLE thread);
/** @brief Ends the calling thread. @see Microsoft Learn: ExitThread */
VOID WINAPI ExitThread(DWORD exit_code);
/** @brief Not offered: FALSE with ERROR_NOT_SUPPORTED. It leaves locks taken on Windows, too. */
BOOL WINAPI TerminateThread(HANDLE thread, DWORD exit_code);
/** @brief A thread's exit code, STILL_ACTIVE while it runs.
 *  @return FALSE with ERROR_INVALID_HANDLE. @see Microsoft Learn: GetExitCodeThread */
BOOL WINAPI GetExitCodeThread(HANDLE thread, LPDWORD exit_code);
/** @brief A thread's number; 0 with ERROR_INVALID_HANDLE. @see Microsoft Learn: GetThreadId */
DWORD WINAPI GetThreadId(HANDLE thread);
/** @brief The calling thread, as a value that is no handle of its own: DuplicateHandle() makes one.
 *  @see Microsoft Learn: GetCurrentThread */
HANDLE WINAPI GetCurrentThread(void);
/** @brief This process, as a value that is no handle of its own. @see Microsoft Learn:
 *  GetCurrentProcess */
HANDLE WINAPI GetCurrentProcess(void);
/** @brief The calling thread's number. @see Microsoft Learn: GetCurrentThreadId */
DWORD WINAPI GetCurrentThreadId(void);
/** @brief This process's number. @see Microsoft Learn: GetCurrentProcessId */
DWORD WINAPI GetCurrentProcessId(void);
/** @brief Pins a thread to processors.
 *  @return the old mask; 0 with ERROR_INVALID_PARAMETER when the system refuses the mask.
 *  @see Microsoft Learn: SetThreadAffinityMask */
DWORD_PTR WINAPI SetThreadAffinityMask(HANDLE thread, DWORD_PTR mask);
/** @brief Pins the process's first thread and what it starts later.
 *  @par Linux
 *    Threads that run already keep their mask.
 *  @see Microsoft Learn: SetProcessAffinityMask */
BOOL WINAPI SetProcessAffinityMask(HANDLE process, DWORD_PTR mask);
/** @brief On which processors may this process run, and which are there?
 *  @see Microsoft Learn: GetProcessAffinityMask */
BOOL WINAPI GetProcessAffinityMask(HANDLE process, PDWORD_PTR process_mask, PDWORD_PTR system_mask);
/** @brief Accepted and without effect: raising priorities needs privileges on Linux. */
BOOL WINAPI SetThreadPriority(HANDLE thread, int priority);
/** @brief On which processor does the caller run just now?
 *  @see Microsoft Learn: GetCurrentProcessorNumber */
DWORD WINAPI GetCurrentProcessorNumber(void);

/* ---- critical sections and SRW locks ---------------------------------------------------- */

typedef struct _RTL_CRITICAL_SECTION {
  void* implementation;
} CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION;

/** @brief Makes a critical section ready; its owner may enter it again.
 *  @see Microsoft Learn: InitializeCriticalSection */
VOID WINAPI InitializeCriticalSection(LPCRITICAL_SECTION section);
/** @brief The same; the spin count has no effect here. @return TRUE.
 *  @see Microsoft Learn: InitializeCriticalSectionAndSpinCount */
BOOL WINAPI InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD spin_count);
/** @brief The same; spin count and flags have no effect here. @return TRUE.
 *  @see Microsoft Learn: InitializeCriticalSectionEx */
BOOL WINAPI InitializeCriticalSectionEx(LPCRITICAL_SECTION section, DWORD spin_count, DWORD flags);
/** @brief Waits until nobody else is inside. @see Microsoft Learn: EnterCriticalSection */
VOID WINAPI EnterCriticalSection(LPCRITICAL_SECTION section);
/** @brief FALSE when somebody else is inside. @see Microsoft Learn: TryEnterCriticalSection */
BOOL WINAPI TryEnterCriticalSection(LPCRITICAL_SECTION section);
/** @brief Leaves it once. @see Microsoft Learn: LeaveCriticalSection */
VOID WINAPI LeaveCriticalSection(LPCRITICAL_SECTION section);
/** @brief Frees it; nobody may be inside. @see Microsoft Learn: DeleteCriticalSection */
VOID WINAPI DeleteCriticalSection(LPCRITICAL_SECTION section);

/** Zero-initialised it is free; it needs no clean-up. */
typedef struct _RTL_SRWLOCK {
  PVOID Ptr;
} SRWLOCK, *PSRWLOCK;
#define SRWLOCK_INIT \
  { 0 }
/** @brief As SRWLOCK_INIT. @see Microsoft Learn: InitializeSRWLock */
VOID WINAPI InitializeSRWLock(PSRWLOCK lock);
/** @brief Waits until it is free, and takes it alone; not again by the same thread.
 *  @see Microsoft Learn: AcquireSRWLockExclusive */
VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock);
/** @brief Gives it back. @see Microsoft Learn: ReleaseSRWLockExclusive */
VOID WINAPI ReleaseSRWLockExclusive(PSRWLOCK lock);
/** @brief FALSE when it is not free. @see Microsoft Learn: TryAcquireSRWLockExclusive */
BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock);
/** @brief Waits until nobody has it alone, and shares it. @see Microsoft Learn:
 *  AcquireSRWLockShared */
VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock);
/** @brief Gives a share back. @see Microsoft Learn: ReleaseSRWLockShared */
VOID WINAPI ReleaseSRWLockShared(PSRWLOCK lock);
/** @brief FALSE when somebody has it alone. @see Microsoft Learn: TryAcquireSRWLockShared */
BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock);

/* ---- completion ports ------------------------------------------------------------------- */

#define FILE_SKIP_COMPLETION_PORT_ON_SUCCESS 0x1
#define FILE_SKIP_SET_EVENT_ON_HANDLE 0x2

/** @brief Makes a completion port, attaches a socket to one, or both.
 *  @param file INVALID_HANDLE_VALUE for a new port alone, or a socket opened for overlapped use
 *  @param existing_port NULL for a new port, or the port to attach to
 *  @param key comes back with each packet of that socket
 *  @param concurrency threads that may run at once; 0 = number of processors. Ignored with an
 *         existing port.
 *  @return the port (the same one when attaching); NULL on failure.
 *  @par Errors
 *    ERROR_INVALID_PARAMETER: INVALID_HANDLE_VALUE with an existing port; the socket is attached
 *    already; the socket was made without WSA_FLAG_OVERLAPPED. ERROR_INVALID_HANDLE: neither a
 *    socket, or not a port.
 *  @par Lifetime
 *    The port lives while its handle is open or a socket is attached.
 *  @see Microsoft Learn: CreateIoCompletionPort */
HANDLE WINAPI CreateIoCompletionPort(HANDLE file, HANDLE existing_port, ULONG_PTR key,
                                     DWORD concurrency);
/** @brief Takes one packet, waiting for it; meanwhile moves bytes for the sockets of the port.
 *  @return TRUE: an operation succeeded or a packet was posted. FALSE with *overlapped not NULL: a
 *          failed operation was dequeued. FALSE with NULL: WAIT_TIMEOUT (bytes and key unchanged),
 *          ERROR_ABANDONED_WAIT_0 (closed while waiting) or ERROR_INVALID_HANDLE.
 *  @see Microsoft Learn: GetQueuedCompletionStatus */
BOOL WINAPI GetQueuedCompletionStatus(HANDLE port, LPDWORD bytes, PULONG_PTR key,
                                      LPOVERLAPPED* overlapped, DWORD milliseconds);
/** @brief Takes up to `count` packets; never waits to fill the array.
 *  @return TRUE with *removed ≥ 1, whatever the status of the single operations; FALSE as above,
 *          then *removed is 0.
 *  @see Microsoft Learn: GetQueuedCompletionStatusEx */
BOOL WINAPI GetQueuedCompletionStatusEx(HANDLE port, LPOVERLAPPED_ENTRY entries, ULONG count,
                                        PULONG removed, DWORD milliseconds, BOOL alertable);
/** @brief Queues a packet of your own; the three values come out unchanged.
 *  @see Microsoft Learn: PostQueuedCompletionStatus */
BOOL WINAPI PostQueuedCompletionStatus(HANDLE port, DWORD bytes, ULONG_PTR key,
                                       LPOVERLAPPED overlapped);
/** @brief Switches off the packet (1) or the handle's signal (2) for calls that succeed at once.
 *  @see Microsoft Learn: SetFileCompletionNotificationModes */
BOOL WINAPI SetFileCompletionNotificationModes(HANDLE file, UCHAR flags);
/** @brief Asks pending operations to end; each still reports once, usually with 995.
 *  @param overlapped one operation, or NULL for all on the handle
 *  @return FALSE with ERROR_NOT_FOUND when nothing matches. RIO requests are left alone.
 *  @see Microsoft Learn: CancelIoEx */
BOOL WINAPI CancelIoEx(HANDLE file, LPOVERLAPPED overlapped);
/** @brief As CancelIoEx(file, NULL), for operations that the calling thread started.
 *  @see Microsoft Learn: CancelIo */
BOOL WINAPI CancelIo(HANDLE file);

/* ---- memory ----------------------------------------------------------------------------- */

#define MEM_COMMIT 0x1000
#define MEM_RESERVE 0x2000
#define MEM_RELEASE 0x8000
#define MEM_LARGE_PAGES 0x20000000
#define PAGE_READONLY 0x02
#define PAGE_READWRITE 0x04
#define NUMA_NO_PREFERRED_NODE 0xFFFFFFFFU

/** @brief Allocates zeroed pages.
 *  @param type MEM_RESERVE | MEM_COMMIT, and MEM_LARGE_PAGES: then bytes must be a multiple of
 *         GetLargePageMinimum() and the system must have free huge pages
 *  @return NULL: ERROR_INVALID_PARAMETER (0 bytes, unknown flags), ERROR_NOT_ENOUGH_MEMORY,
 *          ERROR_NO_SYSTEM_RESOURCES (no huge page free; on Windows 1314 without the privilege).
 *  @see Microsoft Learn: VirtualAlloc */
LPVOID WINAPI VirtualAlloc(LPVOID address, SIZE_T bytes, DWORD type, DWORD protection);
/** @brief As VirtualAlloc(), in this process; another one: ERROR_INVALID_HANDLE.
 *  @see Microsoft Learn: VirtualAllocEx */
LPVOID WINAPI VirtualAllocEx(HANDLE process, LPVOID address, SIZE_T bytes, DWORD type,
                             DWORD protection);
/** @brief As VirtualAlloc, preferring a NUMA node.
 *  @return NULL with ERROR_INVALID_PARAMETER when the node does not exist.
 *  @see Microsoft Learn: VirtualAllocExNuma */
LPVOID WINAPI VirtualAllocExNuma(HANDLE process, LPVOID address, SIZE_T bytes, DWORD type,
                                 DWORD protection, DWORD preferred_node);
/** @brief Frees what VirtualAlloc gave. @param bytes must be 0 @param type must be MEM_RELEASE
 *  @see Microsoft Learn: VirtualFree */
BOOL WINAPI VirtualFree(LPVOID address, SIZE_T bytes, DWORD type);
/** @brief Size of a large page in bytes; 0 when the system has none. */
SIZE_T WINAPI GetLargePageMinimum(void);
/** @brief The number of the last NUMA node; 0 on a machine without any.
 *  @see Microsoft Learn: GetNumaHighestNodeNumber */
BOOL WINAPI GetNumaHighestNodeNumber(PULONG highest_node);

/* ---- time ------------------------------------------------------------------------------- */

/** @brief Ticks of a clock that never goes back. @see Microsoft Learn: QueryPerformanceCounter */
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER* count);
/** @brief Ticks per second: 10,000,000 here. @see Microsoft Learn: QueryPerformanceFrequency */
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER* frequency);
/** @brief Milliseconds of that clock, in 32 bits: wraps after 49.7 days.
 *  @see Microsoft Learn: GetTickCount */
DWORD WINAPI GetTickCount(void);
/** @brief Milliseconds of that clock. @see Microsoft Learn: GetTickCount64 */
ULONGLONG WINAPI GetTickCount64(void);
/** @brief Wall clock, in units of 100 ns since 1601. @see Microsoft Learn:
 *  GetSystemTimeAsFileTime */
VOID WINAPI GetSystemTimeAsFileTime(LPFILETIME time);

/* ---- system ----------------------------------------------------------------------------- */

typedef struct _SYSTEM_INFO {
  __extension__ union {
    DWORD dwOemId;
    __extension__ struct {
      WORD wProcessorArchitecture;
      WORD wReserved;
    };
  };
  DWORD dwPageSize;
  LPVOID lpMinimumApplicationAddress;
  LPVOID lpMaximumApplicationAddress;
  DWORD_PTR dwActiveProcessorMask;
  DWORD dwNumberOfProcessors;
  DWORD dwProcessorType;
  DWORD dwAllocationGranularity;
  WORD wProcessorLevel;
  WORD wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO;

/** @brief Page size, allocation granularity (64 KiB, as on Windows), processors.
 *  @see Microsoft Learn: GetSystemInfo */
VOID WINAPI GetSystemInfo(LPSYSTEM_INFO information);

/* ---- messages --------------------------------------------------------------------------- */

#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x100
#define FORMAT_MESSAGE_IGNORE_INSERTS 0x200
#define FORMAT_MESSAGE_FROM_SYSTEM 0x1000
#define LANG_NEUTRAL 0
#define SUBLANG_DEFAULT 1
#define MAKELANGID(primary, sub) ((((WORD)(sub)) << 10) | (WORD)(primary))

/** @brief Text of a system error number.
 *  @param flags FORMAT_MESSAGE_FROM_SYSTEM, optionally ALLOCATE_BUFFER (free with LocalFree) and
 *         IGNORE_INSERTS; anything else: ERROR_NOT_SUPPORTED
 *  @return characters written, 0 on failure.
 *  @see Microsoft Learn: FormatMessageA */
DWORD WINAPI FormatMessageA(DWORD flags, LPCVOID source, DWORD code, DWORD language, LPSTR buffer,
                            DWORD buffer_characters, void* arguments);
/** @brief Frees memory of LocalAlloc() or FormatMessage(). @return NULL.
 *  @see Microsoft Learn: LocalFree */
HLOCAL WINAPI LocalFree(HLOCAL memory);

/* ---- console ---------------------------------------------------------------------------- */

#define CTRL_C_EVENT 0
#define CTRL_BREAK_EVENT 1
#define CTRL_CLOSE_EVENT 2

typedef BOOL(WINAPI* PHANDLER_ROUTINE)(DWORD control_type);
/** @brief Adds or removes a handler for Ctrl-C (SIGINT) and termination (SIGTERM, reported as
 *         CTRL_CLOSE_EVENT). Handlers run on a thread of their own, newest first, until one
 *         returns TRUE; if none does the process ends.
 *  @see Microsoft Learn: SetConsoleCtrlHandler */
BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add);

#ifdef UNICODE
#define CreateEvent CreateEventW
#define OpenEvent OpenEventW
#else
#define CreateEvent CreateEventA
#define OpenEvent OpenEventA
#define FormatMessage FormatMessageA
#endif

#ifdef __cplusplus
}
#endif

#endif
