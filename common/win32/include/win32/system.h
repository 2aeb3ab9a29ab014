/**
 * @file
 * @brief The rest of windows.h that servers use.
 *
 * Index: heaps · process · calendar time and CPU time · processors and nodes · privileges ·
 * structured exceptions.
 */
#ifndef WIN32_SYSTEM_H
#define WIN32_SYSTEM_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- heaps ------------------------------------------------------------------------------ */

#define HEAP_NO_SERIALIZE 0x1
#define HEAP_GENERATE_EXCEPTIONS 0x4
#define HEAP_ZERO_MEMORY 0x8
#define GMEM_FIXED 0x0
#define GMEM_ZEROINIT 0x40
#define GPTR 0x40
#define LMEM_FIXED 0x0
#define LMEM_ZEROINIT 0x40
#define LPTR 0x40

/** @brief The one heap there is. @see Microsoft Learn: GetProcessHeap */
HANDLE WINAPI GetProcessHeap(void);
/** @brief Hands the process heap out again: heaps are not kept apart here. */
HANDLE WINAPI HeapCreate(DWORD options, SIZE_T initial_bytes, SIZE_T maximum_bytes);
/** @brief TRUE; what is allocated stays. @see Microsoft Learn: HeapDestroy */
BOOL WINAPI HeapDestroy(HANDLE heap);
/** @brief Memory; NULL with ERROR_INVALID_HANDLE or ERROR_NOT_ENOUGH_MEMORY. @see Microsoft
 *  Learn: HeapAlloc */
LPVOID WINAPI HeapAlloc(HANDLE heap, DWORD flags, SIZE_T bytes);
/** @brief Moves memory; what is added is not zeroed. @see Microsoft Learn: HeapReAlloc */
LPVOID WINAPI HeapReAlloc(HANDLE heap, DWORD flags, LPVOID memory, SIZE_T bytes);
/** @brief Frees memory of HeapAlloc(). @see Microsoft Learn: HeapFree */
BOOL WINAPI HeapFree(HANDLE heap, DWORD flags, LPVOID memory);
/** @brief Fixed memory; movable memory is fixed too. @see Microsoft Learn: GlobalAlloc */
HGLOBAL WINAPI GlobalAlloc(UINT flags, SIZE_T bytes);
/** @brief Frees memory of GlobalAlloc(). @return NULL. @see Microsoft Learn: GlobalFree */
HGLOBAL WINAPI GlobalFree(HGLOBAL memory);
/** @brief As GlobalAlloc(); free it with LocalFree(). @see Microsoft Learn: LocalAlloc */
HLOCAL WINAPI LocalAlloc(UINT flags, SIZE_T bytes);

/* ---- process ---------------------------------------------------------------------------- */

#define NORMAL_PRIORITY_CLASS 0x20
#define HIGH_PRIORITY_CLASS 0x80
#define REALTIME_PRIORITY_CLASS 0x100

/** @brief Ends the process at once, with its static objects' destructors. */
VOID WINAPI ExitProcess(UINT exit_code);
/** @brief Accepted and without effect: raising priorities needs privileges on Linux. */
BOOL WINAPI SetPriorityClass(HANDLE process, DWORD priority);
/** @brief Stops in the debugger, or ends the process. @see Microsoft Learn: DebugBreak */
VOID WINAPI DebugBreak(void);
/** @brief Is this process being traced? @see Microsoft Learn: IsDebuggerPresent */
BOOL WINAPI IsDebuggerPresent(void);
/** @brief Writes to standard error. */
VOID WINAPI OutputDebugStringA(LPCSTR text);
#define OutputDebugString OutputDebugStringA
/** @brief A variable's value. @return its characters; more than given when there is too little
 *  room; 0
 *          with ERROR_ENVVAR_NOT_FOUND. @see Microsoft Learn: GetEnvironmentVariableA */
DWORD WINAPI GetEnvironmentVariableA(LPCSTR name, LPSTR value, DWORD characters);
/** @brief Accepted and without effect. */
BOOL WINAPI SetConsoleTitleA(LPCSTR title);
#define SetConsoleTitle SetConsoleTitleA
/** @brief Accepted and without effect: output is UTF-8. */
BOOL WINAPI SetConsoleOutputCP(UINT code_page);
#define CP_UTF8 65001
#define __debugbreak() __builtin_trap()

/* ---- calendar time and CPU time ---------------------------------------------------------- */

typedef struct _SYSTEMTIME {
  WORD wYear;
  WORD wMonth;
  WORD wDayOfWeek;
  WORD wDay;
  WORD wHour;
  WORD wMinute;
  WORD wSecond;
  WORD wMilliseconds;
} SYSTEMTIME, *PSYSTEMTIME, *LPSYSTEMTIME;

/** @brief Calendar time, UTC. @see Microsoft Learn: GetSystemTime */
VOID WINAPI GetSystemTime(LPSYSTEMTIME time);
/** @brief Calendar time here. @see Microsoft Learn: GetLocalTime */
VOID WINAPI GetLocalTime(LPSYSTEMTIME time);
/** @brief As GetSystemTimeAsFileTime(). */
VOID WINAPI GetSystemTimePreciseAsFileTime(LPFILETIME time);
/** @brief CPU time of this process, in units of 100 ns. `created` and `exited` are 0 here.
 *  @see Microsoft Learn: GetProcessTimes */
BOOL WINAPI GetProcessTimes(HANDLE process, LPFILETIME created, LPFILETIME exited,
                            LPFILETIME kernel, LPFILETIME user);
/** @brief CPU time of the calling thread; another one: ERROR_NOT_SUPPORTED here. */
BOOL WINAPI GetThreadTimes(HANDLE thread, LPFILETIME created, LPFILETIME exited,
                           LPFILETIME kernel, LPFILETIME user);
#define TIMERR_NOERROR 0
/** @brief Accepted and without effect: Linux' timers are finer than a millisecond. */
UINT WINAPI timeBeginPeriod(UINT milliseconds);
/** @brief As timeBeginPeriod(). */
UINT WINAPI timeEndPeriod(UINT milliseconds);
/** @brief As GetTickCount(). */
DWORD WINAPI timeGetTime(void);

/* ---- processors and nodes ---------------------------------------------------------------- */

/** @brief Which processors belong to a node? @return FALSE with ERROR_INVALID_PARAMETER.
 *  @see Microsoft Learn: GetNumaNodeProcessorMask */
BOOL WINAPI GetNumaNodeProcessorMask(UCHAR node, PULONGLONG mask);
/** @brief Which node does a processor belong to? @return FALSE with ERROR_INVALID_PARAMETER.
 *  @see Microsoft Learn: GetNumaProcessorNode */
BOOL WINAPI GetNumaProcessorNode(UCHAR processor, PUCHAR node);
/** @brief Free memory of a node, in bytes; an even share of the machine's here.
 *  @see Microsoft Learn: GetNumaAvailableMemoryNode */
BOOL WINAPI GetNumaAvailableMemoryNode(UCHAR node, PULONGLONG bytes);
/** @brief Accepted and without effect. @return the processor given before, which is unknown: 0. */
DWORD WINAPI SetThreadIdealProcessor(HANDLE thread, DWORD processor);

/* ---- privileges -------------------------------------------------------------------------- */

#define TOKEN_QUERY 0x8
#define TOKEN_ADJUST_PRIVILEGES 0x20
#define SE_PRIVILEGE_ENABLED 0x2
#define SE_LOCK_MEMORY_NAME TEXT("SeLockMemoryPrivilege")
#define ANYSIZE_ARRAY 1

typedef struct _LUID {
  DWORD LowPart;
  LONG HighPart;
} LUID, *PLUID;
typedef struct _LUID_AND_ATTRIBUTES {
  LUID Luid;
  DWORD Attributes;
} LUID_AND_ATTRIBUTES;
typedef struct _TOKEN_PRIVILEGES {
  DWORD PrivilegeCount;
  LUID_AND_ATTRIBUTES Privileges[ANYSIZE_ARRAY];
} TOKEN_PRIVILEGES, *PTOKEN_PRIVILEGES;

/** @brief A token without meaning: on Linux large pages need free huge pages, not a privilege. */
BOOL WINAPI OpenProcessToken(HANDLE process, DWORD access, PHANDLE token);
/** @brief Knows SeLockMemoryPrivilege; other names: ERROR_NO_SUCH_PRIVILEGE. */
BOOL WINAPI LookupPrivilegeValueA(LPCSTR system, LPCSTR name, PLUID luid);
/** @return TRUE, with GetLastError() ERROR_SUCCESS: there is nothing to be granted. */
BOOL WINAPI AdjustTokenPrivileges(HANDLE token, BOOL disable_all, PTOKEN_PRIVILEGES state,
                                  DWORD bytes, PTOKEN_PRIVILEGES previous, PDWORD returned);
#define LookupPrivilegeValue LookupPrivilegeValueA

/* ---- structured exceptions ---------------------------------------------------------------- */

#define EXCEPTION_EXECUTE_HANDLER 1
#define EXCEPTION_CONTINUE_SEARCH 0
#define EXCEPTION_CONTINUE_EXECUTION (-1)
#define EXCEPTION_ACCESS_VIOLATION 0xC0000005U
#define EXCEPTION_INT_DIVIDE_BY_ZERO 0xC0000094U
#define EXCEPTION_ILLEGAL_INSTRUCTION 0xC000001DU

typedef struct _EXCEPTION_RECORD {
  DWORD ExceptionCode;
  DWORD ExceptionFlags;
  struct _EXCEPTION_RECORD* ExceptionRecord;
  PVOID ExceptionAddress;
} EXCEPTION_RECORD, *PEXCEPTION_RECORD;
typedef struct _EXCEPTION_POINTERS {
  PEXCEPTION_RECORD ExceptionRecord;
  PVOID ContextRecord; /**< NULL here */
} EXCEPTION_POINTERS, *PEXCEPTION_POINTERS, *LPEXCEPTION_POINTERS;
typedef LONG(WINAPI* PTOP_LEVEL_EXCEPTION_FILTER)(PEXCEPTION_POINTERS exception);
typedef PTOP_LEVEL_EXCEPTION_FILTER LPTOP_LEVEL_EXCEPTION_FILTER;

/** @brief Calls the filter before the process ends by an access violation, a division by zero or
 *         an illegal instruction.
 *  @return the filter set before.
 *  @see Microsoft Learn: SetUnhandledExceptionFilter */
LPTOP_LEVEL_EXCEPTION_FILTER WINAPI
SetUnhandledExceptionFilter(LPTOP_LEVEL_EXCEPTION_FILTER filter);

#ifdef __cplusplus
}

/* __try … __finally runs the second block after the first, and after __leave; __try … __except runs
   the second for a C++ exception, whatever the filter says. Faults of the processor (a wild pointer)
   are not turned into either: they end the process. `return` out of the first block, and an
   exception that passes, leave the __finally block out (difference from Windows). */
struct win32_leave {};
#ifndef __try
#define __try try
#endif
#define __leave throw win32_leave()
#define __finally \
  catch (const win32_leave&) {}
#define __except(filter) \
  catch (const win32_leave&) {} catch (...)
#else
/* In C, __leave is a break: it must not stand inside an inner loop or switch. */
#define __try do
#define __leave break
#define __finally while (0);
#define __except(filter) while (0); if (0)
#endif
#define _try __try
#define GetExceptionCode() 0U

#endif
