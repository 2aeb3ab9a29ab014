/**
 * @file
 * @brief What the Linux layer tells about itself. Not part of Windows.
 */
#ifndef WORKSHOP_KERNEL_ENTRIES_H
#define WORKSHOP_KERNEL_ENTRIES_H

#include "win32/winsock_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _WORKSHOP_KERNEL_ENTRIES {
  ULONGLONG actual;     /**< system calls that the layer made */
  ULONGLONG as_windows; /**< calls that enter the kernel on Windows */
  ULONGLONG possible;   /**< flagless RIOReceive/RIOSend: Windows may or may not enter */
} WORKSHOP_KERNEL_ENTRIES;

/** @brief Sums over all threads of the process, ended ones included. */
VOID WorkshopKernelEntries(WORKSHOP_KERNEL_ENTRIES* total);

/** @brief TRUE: each call that enters the kernel on Windows and would not do so here makes one
 *         empty system call. Shows the relation of IOCP to RIO; FALSE is the default. */
VOID WorkshopKernelEntriesAsWindows(BOOL on);

/** @brief Datagrams that the full buffer of a socket has dropped since it was made. */
ULONGLONG WorkshopSocketDrops(SOCKET s);

#ifdef __cplusplus
}
#endif

#endif
