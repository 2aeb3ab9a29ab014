/**
 * @file
 * @brief The descriptor behind a socket of the Linux layer. Not part of Windows.
 */
#ifndef WORKSHOP_DESCRIPTOR_H
#define WORKSHOP_DESCRIPTOR_H

#include "win32/winsock_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @brief For programs that compare the layer with the system calls below it.
 *  @return the descriptor, which stays the socket's; -1 when this is no socket. */
int WorkshopDescriptor(SOCKET s);

#ifdef __cplusplus
}
#endif

#endif
