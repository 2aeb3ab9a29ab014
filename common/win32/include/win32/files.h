/**
 * @file
 * @brief Files, plain and overlapped, as far as servers need them.
 *
 * Index: opening · reading and writing · position and size · results · names.
 *
 * Paths are UTF-8; a backslash separates like a slash. An overlapped call is finished when it
 * returns (difference from Windows, where it may pend); a port gets its packet all the same.
 */
#ifndef WIN32_FILES_H
#define WIN32_FILES_H

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#include "win32/apc.h"
#include "win32/kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- opening ---------------------------------------------------------------------------- */

#define GENERIC_READ 0x80000000U
#define GENERIC_WRITE 0x40000000U
#define GENERIC_ALL 0x10000000U
#define FILE_SHARE_READ 0x1
#define FILE_SHARE_WRITE 0x2
#define FILE_SHARE_DELETE 0x4
#define CREATE_NEW 1
#define CREATE_ALWAYS 2
#define OPEN_EXISTING 3
#define OPEN_ALWAYS 4
#define TRUNCATE_EXISTING 5
#define FILE_ATTRIBUTE_READONLY 0x1
#define FILE_ATTRIBUTE_NORMAL 0x80
#define FILE_ATTRIBUTE_TEMPORARY 0x100
#define FILE_FLAG_WRITE_THROUGH 0x80000000U
#define FILE_FLAG_OVERLAPPED 0x40000000U
#define FILE_FLAG_NO_BUFFERING 0x20000000U
#define FILE_FLAG_RANDOM_ACCESS 0x10000000U
#define FILE_FLAG_SEQUENTIAL_SCAN 0x08000000U
#define FILE_FLAG_DELETE_ON_CLOSE 0x04000000U
#define STD_INPUT_HANDLE ((DWORD)-10)
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define STD_ERROR_HANDLE ((DWORD)-12)
#define INVALID_FILE_SIZE 0xFFFFFFFFU
#define INVALID_SET_FILE_POINTER 0xFFFFFFFFU
#define FILE_BEGIN 0
#define FILE_CURRENT 1
#define FILE_END 2

/** @brief Opens or makes a file.
 *  @param access GENERIC_READ, GENERIC_WRITE, GENERIC_ALL
 *  @param share ignored: other opens are never refused (difference from Windows)
 *  @param disposition CREATE_NEW … TRUNCATE_EXISTING
 *  @param flags FILE_FLAG_OVERLAPPED makes it fit for a completion port
 *  @return INVALID_HANDLE_VALUE: ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_ACCESS_DENIED,
 *          ERROR_FILE_EXISTS, ERROR_TOO_MANY_OPEN_FILES, ERROR_INVALID_PARAMETER.
 *  @see Microsoft Learn: CreateFileA */
HANDLE WINAPI CreateFileA(LPCSTR path, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES attributes,
                          DWORD disposition, DWORD flags, HANDLE model);
/** @brief As CreateFileA(). @see Microsoft Learn: CreateFileW */
HANDLE WINAPI CreateFileW(LPCWSTR path, DWORD access, DWORD share,
                          LPSECURITY_ATTRIBUTES attributes, DWORD disposition, DWORD flags,
                          HANDLE model);
/** @brief Standard input, output or error as a file. @see Microsoft Learn: GetStdHandle */
HANDLE WINAPI GetStdHandle(DWORD which);

/* ---- reading and writing ---------------------------------------------------------------- */

/** @brief Reads from a file, or receives from a socket.
 *  @param read bytes; may be NULL with an overlapped block
 *  @param overlapped NULL: at the file's position. Else at the block's offset; required for a file
 *         opened with FILE_FLAG_OVERLAPPED
 *  @return TRUE; FALSE with ERROR_HANDLE_EOF (block given, at or behind the end), ERROR_IO_PENDING
 *          (sockets), ERROR_ACCESS_DENIED, ERROR_INVALID_HANDLE, ERROR_INVALID_PARAMETER.
 *  @see Microsoft Learn: ReadFile */
BOOL WINAPI ReadFile(HANDLE file, LPVOID buffer, DWORD bytes, LPDWORD read,
                     LPOVERLAPPED overlapped);
/** @brief Writes to a file, or sends on a socket. @see Microsoft Learn: WriteFile */
BOOL WINAPI WriteFile(HANDLE file, LPCVOID buffer, DWORD bytes, LPDWORD written,
                      LPOVERLAPPED overlapped);
/** @brief Reads, and queues the routine to the calling thread.
 *  @see Microsoft Learn: ReadFileEx */
BOOL WINAPI ReadFileEx(HANDLE file, LPVOID buffer, DWORD bytes, LPOVERLAPPED overlapped,
                       LPOVERLAPPED_COMPLETION_ROUTINE routine);
/** @brief Writes, and queues the routine to the calling thread.
 *  @see Microsoft Learn: WriteFileEx */
BOOL WINAPI WriteFileEx(HANDLE file, LPCVOID buffer, DWORD bytes, LPOVERLAPPED overlapped,
                        LPOVERLAPPED_COMPLETION_ROUTINE routine);
/** @brief Waits until the disk has what was written. @see Microsoft Learn: FlushFileBuffers */
BOOL WINAPI FlushFileBuffers(HANDLE file);

/* ---- position and size ------------------------------------------------------------------ */

/** @brief Size in bytes, its high half in *high; INVALID_FILE_SIZE with ERROR_INVALID_HANDLE.
 *  @see Microsoft Learn: GetFileSize */
DWORD WINAPI GetFileSize(HANDLE file, LPDWORD high);
/** @brief Size in bytes. @return FALSE with ERROR_INVALID_HANDLE. @see Microsoft Learn:
 *  GetFileSizeEx */
BOOL WINAPI GetFileSizeEx(HANDLE file, PLARGE_INTEGER bytes);
/** @brief Moves the position. @return the low half of the new one; INVALID_SET_FILE_POINTER with
 *          ERROR_INVALID_PARAMETER or ERROR_INVALID_HANDLE. @see Microsoft Learn: SetFilePointer */
DWORD WINAPI SetFilePointer(HANDLE file, LONG distance, PLONG distance_high, DWORD method);
/** @brief Moves the position. @param method FILE_BEGIN, FILE_CURRENT, FILE_END
 *  @return FALSE with ERROR_INVALID_PARAMETER or ERROR_INVALID_HANDLE.
 *  @see Microsoft Learn: SetFilePointerEx */
BOOL WINAPI SetFilePointerEx(HANDLE file, LARGE_INTEGER distance, PLARGE_INTEGER position,
                             DWORD method);
/** @brief Cuts or extends the file to its position. @see Microsoft Learn: SetEndOfFile */
BOOL WINAPI SetEndOfFile(HANDLE file);

/* ---- results ---------------------------------------------------------------------------- */

/** @brief Result of an overlapped operation, with Win32's error numbers (64, 995, …) where
 *         WSAGetOverlappedResult() has Winsock's.
 *  @return FALSE with ERROR_IO_INCOMPLETE while it pends and `wait` is FALSE.
 *  @see Microsoft Learn: GetOverlappedResult */
BOOL WINAPI GetOverlappedResult(HANDLE file, LPOVERLAPPED overlapped, LPDWORD bytes, BOOL wait);

/* ---- names ------------------------------------------------------------------------------ */

/** @brief Deletes a file. @return FALSE with ERROR_FILE_NOT_FOUND or ERROR_ACCESS_DENIED.
 *  @par Linux
 *    One that is open goes when its last handle is closed.
 *  @see Microsoft Learn: DeleteFileA */
BOOL WINAPI DeleteFileA(LPCSTR path);
/** @brief As DeleteFileA(). @see Microsoft Learn: DeleteFileW */
BOOL WINAPI DeleteFileW(LPCWSTR path);
/** @brief The folder for temporary files, with its separator. @return characters; more than given
 *  when
 *          there is too little room. @see Microsoft Learn: GetTempPathA */
DWORD WINAPI GetTempPathA(DWORD characters, LPSTR path);
/** @brief Makes an empty file with a new name in `path`. `unique` must be 0.
 *  @see Microsoft Learn: GetTempFileNameA */
UINT WINAPI GetTempFileNameA(LPCSTR path, LPCSTR prefix, UINT unique, LPSTR file);

#ifdef UNICODE
#define CreateFile CreateFileW
#define DeleteFile DeleteFileW
#else
#define CreateFile CreateFileA
#define DeleteFile DeleteFileA
#endif
#define GetTempPath GetTempPathA
#define GetTempFileName GetTempFileNameA

#ifdef __cplusplus
}
#endif

#endif
