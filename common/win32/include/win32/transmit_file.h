/** @file
 *  @brief What TransmitFile sends around a file. */
#ifndef WIN32_TRANSMIT_FILE_H
#define WIN32_TRANSMIT_FILE_H

#include "win32/types.h"

typedef struct _TRANSMIT_FILE_BUFFERS {
  LPVOID Head;
  DWORD HeadLength;
  LPVOID Tail;
  DWORD TailLength;
} TRANSMIT_FILE_BUFFERS, *PTRANSMIT_FILE_BUFFERS, *LPTRANSMIT_FILE_BUFFERS;

#endif
