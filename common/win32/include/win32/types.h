/**
 * @file
 * @brief The basic Windows types. Sizes are those of 64-bit Windows: LONG has 32 bits, whatever
 *        the host's long has.
 */
#ifndef WIN32_TYPES_H
#define WIN32_TYPES_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calling conventions and linkage words: one convention here, so they vanish. */
#define WINAPI
#define NTAPI
#define WINAPIV
#define STDAPICALLTYPE
#define __forceinline inline
#define FORCEINLINE static inline
#define APIENTRY
#define CALLBACK
#define PASCAL
#define WSAAPI
#define FAR
#define NEAR
#define CONST const
#define __stdcall
#define __cdecl
#define __fastcall
#define IN
#define OUT
#define OPTIONAL
#define DECLSPEC_IMPORT
#define __int8 char
#define __int16 short
#define __int32 int
#define __int64 long long
#define _int64 long long
#define UNALIGNED
#define WINBASEAPI
#define WINSOCK_API_LINKAGE
#define __declspec(attribute) WIN32_DECLSPEC_##attribute
#define WIN32_DECLSPEC_align(bytes) __attribute__((aligned(bytes)))
#define WIN32_DECLSPEC_thread __thread
#define WIN32_DECLSPEC_noinline __attribute__((noinline))
#define WIN32_DECLSPEC_noreturn __attribute__((noreturn))
#define WIN32_DECLSPEC_dllexport
#define WIN32_DECLSPEC_dllimport
#define WIN32_DECLSPEC_novtable
#define WIN32_DECLSPEC_nothrow
#define WIN32_DECLSPEC_selectany __attribute__((weak))
#define DECLSPEC_ALIGN(bytes) __attribute__((aligned(bytes)))
#define DECLSPEC_NORETURN __attribute__((noreturn))
#define DECLSPEC_CACHEALIGN DECLSPEC_ALIGN(64)
#define MEMORY_ALLOCATION_ALIGNMENT 16
/* Annotations for Microsoft's analyser. */
#define _In_
#define _In_opt_
#define _In_z_
#define _Out_
#define _Out_opt_
#define _Inout_
#define _Inout_opt_
#define _Ret_maybenull_
#define _In_reads_(count)
#define _In_reads_bytes_(count)
#define _Out_writes_(count)
#define _Out_writes_bytes_(count)
#define _Reserved_
#define _Success_(condition)
#define _Use_decl_annotations_

typedef void VOID, *PVOID, *LPVOID;
typedef const void* LPCVOID;
typedef char CHAR, *PCHAR, *LPCH, *LPSTR, *PSTR;
typedef const char *LPCSTR, *PCSTR, *LPCCH;
typedef wchar_t WCHAR, *PWCHAR, *LPWSTR, *PWSTR;
typedef const wchar_t *LPCWSTR, *PCWSTR;
typedef unsigned char UCHAR, *PUCHAR, BYTE, *PBYTE, *LPBYTE, BOOLEAN, *PBOOLEAN;
typedef short SHORT, *PSHORT;
typedef unsigned short USHORT, *PUSHORT, WORD, *PWORD, *LPWORD;
typedef int INT, *PINT, *LPINT, BOOL, *PBOOL, *LPBOOL;
typedef char CCHAR;
typedef UCHAR* LPUCHAR;
typedef unsigned int UINT, *PUINT;
typedef int LONG, *PLONG, *LPLONG;
typedef unsigned int ULONG, *PULONG, DWORD, *PDWORD, *LPDWORD;
typedef float FLOAT;
typedef double DOUBLE;
typedef long long LONGLONG, LONG64, *PLONG64, INT64, *PINT64;
typedef unsigned long long ULONGLONG, DWORDLONG, DWORD64, *PDWORD64, ULONG64, UINT64, *PUINT64;
typedef int8_t INT8;
typedef int16_t INT16;
typedef int INT32;
typedef uint8_t UINT8;
typedef uint16_t UINT16;
typedef unsigned int UINT32;
typedef intptr_t INT_PTR, LONG_PTR, SSIZE_T;
typedef uintptr_t UINT_PTR, ULONG_PTR, *PULONG_PTR, DWORD_PTR, *PDWORD_PTR, SIZE_T, *PSIZE_T;
typedef ULONG_PTR KAFFINITY;
typedef LONG HRESULT;
typedef LONG NTSTATUS;
typedef void* HANDLE;
typedef HANDLE *PHANDLE, *LPHANDLE;
typedef HANDLE HMODULE, HINSTANCE, HLOCAL, HGLOBAL, HWND;
typedef ULONGLONG *PULONGLONG, *LPULONGLONG;
typedef LONGLONG* PLONGLONG;
typedef size_t rsize_t;
typedef int errno_t;

#ifdef UNICODE
typedef WCHAR TCHAR, *PTCHAR, _TCHAR;
typedef LPWSTR LPTSTR, PTSTR;
typedef LPCWSTR LPCTSTR, PCTSTR;
#define TEXT(text) L##text
#else
typedef CHAR TCHAR, *PTCHAR, _TCHAR;
typedef LPSTR LPTSTR, PTSTR;
typedef LPCSTR LPCTSTR, PCTSTR;
#define TEXT(text) text
#endif

#define S_OK ((HRESULT)0)
#define S_FALSE ((HRESULT)1)
#define E_FAIL ((HRESULT)0x80004005)
#define E_INVALIDARG ((HRESULT)0x80070057)
#define SUCCEEDED(result) (((HRESULT)(result)) >= 0)
#define FAILED(result) (((HRESULT)(result)) < 0)
#define HRESULT_FROM_WIN32(code) \
  ((HRESULT)(code) <= 0 ? (HRESULT)(code) : (HRESULT)(((code)&0xFFFF) | 0x80070000U))

#define TRUE 1
#define FALSE 0
#define MAXDWORD 0xFFFFFFFFU
#define INFINITE 0xFFFFFFFFU
#define INVALID_HANDLE_VALUE ((HANDLE)(LONG_PTR)-1)
#define MAX_PATH 260

typedef union _LARGE_INTEGER {
  __extension__ struct {
    DWORD LowPart;
    LONG HighPart;
  };
  struct {
    DWORD LowPart;
    LONG HighPart;
  } u;
  LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;

typedef union _ULARGE_INTEGER {
  __extension__ struct {
    DWORD LowPart;
    DWORD HighPart;
  };
  struct {
    DWORD LowPart;
    DWORD HighPart;
  } u;
  ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;

typedef struct _GUID {
  UINT32 Data1;
  USHORT Data2;
  USHORT Data3;
  UCHAR Data4[8];
} GUID, *LPGUID;

typedef struct _SECURITY_ATTRIBUTES {
  DWORD nLength;
  LPVOID lpSecurityDescriptor;
  BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

typedef struct _FILETIME {
  DWORD dwLowDateTime;
  DWORD dwHighDateTime;
} FILETIME, *PFILETIME, *LPFILETIME;

/** @brief One asynchronous operation. Zero it before use; one block, one operation in flight.
 *  @see Microsoft Learn: OVERLAPPED */
typedef struct _OVERLAPPED {
  ULONG_PTR Internal;     /**< NTSTATUS; 0x103 while in flight */
  ULONG_PTR InternalHigh; /**< bytes transferred */
  __extension__ union {
    __extension__ struct {
      DWORD Offset;
      DWORD OffsetHigh;
    };
    PVOID Pointer;
  };
  HANDLE hEvent;
} OVERLAPPED, *LPOVERLAPPED;

typedef struct _OVERLAPPED_ENTRY {
  ULONG_PTR lpCompletionKey;
  LPOVERLAPPED lpOverlapped;
  ULONG_PTR Internal;
  DWORD dwNumberOfBytesTransferred;
} OVERLAPPED_ENTRY, *LPOVERLAPPED_ENTRY;

#define HasOverlappedIoCompleted(overlapped) \
  ((DWORD)__atomic_load_n(&(overlapped)->Internal, __ATOMIC_ACQUIRE) != 0x103U)

#define MAKEWORD(low, high) \
  ((WORD)(((BYTE)(((DWORD_PTR)(low)) & 0xff)) | ((WORD)((BYTE)(((DWORD_PTR)(high)) & 0xff))) << 8))
#define LOBYTE(word) ((BYTE)(((DWORD_PTR)(word)) & 0xff))
#define HIBYTE(word) ((BYTE)((((DWORD_PTR)(word)) >> 8) & 0xff))
#define LOWORD(value) ((WORD)(((DWORD_PTR)(value)) & 0xffff))
#define HIWORD(value) ((WORD)((((DWORD_PTR)(value)) >> 16) & 0xffff))
#define UNREFERENCED_PARAMETER(parameter) (void)(parameter)
#define ZeroMemory(destination, bytes) __builtin_memset((destination), 0, (bytes))
#define FillMemory(destination, bytes, fill) __builtin_memset((destination), (fill), (bytes))
#define CopyMemory(destination, source, bytes) __builtin_memcpy((destination), (source), (bytes))
#define CONTAINING_RECORD(address, type, field) \
  ((type*)((PCHAR)(address) - (ULONG_PTR)offsetof(type, field)))
#define RtlZeroMemory ZeroMemory
#define RtlCopyMemory CopyMemory
#define SecureZeroMemory(destination, bytes) __builtin_memset((destination), 0, (bytes))
#define MoveMemory(destination, source, bytes) __builtin_memmove((destination), (source), (bytes))
#define MAKELONG(low, high) \
  ((LONG)(((WORD)((DWORD_PTR)(low)&0xffff)) | ((DWORD)((WORD)((DWORD_PTR)(high)&0xffff))) << 16))
#define FIELD_OFFSET(type, field) ((LONG)offsetof(type, field))
#define ARRAYSIZE(array) (sizeof(array) / sizeof((array)[0]))

#ifdef __cplusplus
}
#endif

#endif
