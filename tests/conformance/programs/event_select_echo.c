/* A plain C server around WSAEventSelect, one event per socket.
     event_select_echo PORT COUNT      ends after COUNT connections have been closed */
#include <winsock2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SOCKET sockets[WSA_MAXIMUM_WAIT_EVENTS];
static WSAEVENT events[WSA_MAXIMUM_WAIT_EVENTS];
static DWORD used;

static void add(SOCKET s, long what) {
  sockets[used] = s;
  events[used] = WSACreateEvent();
  WSAEventSelect(s, events[used], what);
  ++used;
}

static void drop(DWORD i) {
  closesocket(sockets[i]);
  WSACloseEvent(events[i]);
  --used;
  sockets[i] = sockets[used];
  events[i] = events[used];
}

int main(int argc, char** argv) {
  WSADATA data;
  struct sockaddr_in address;
  int length = sizeof(address), closed = 0, wanted;
  SOCKET listener;

  if (argc < 3) return 2;
  wanted = atoi(argv[2]);
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return 1;
  listener = WSASocket(AF_INET, SOCK_STREAM, IPPROTO_TCP, NULL, 0, WSA_FLAG_OVERLAPPED);
  memset(&address, 0, sizeof(address));
  address.sin_family = AF_INET;
  address.sin_addr.S_un.S_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons((u_short)atoi(argv[1]));
  if (bind(listener, (SOCKADDR*)&address, sizeof(address)) || listen(listener, SOMAXCONN)) {
    printf("cannot listen: %d\n", WSAGetLastError());
    return 1;
  }
  getsockname(listener, (SOCKADDR*)&address, &length);
  add(listener, FD_ACCEPT | FD_CLOSE);
  printf("listening on %d\n", ntohs(address.sin_port));
  fflush(stdout);

  while (closed < wanted) {
    WSANETWORKEVENTS what;
    DWORD i = WSAWaitForMultipleEvents(used, events, FALSE, 5000, FALSE);
    if (i == WSA_WAIT_TIMEOUT || i == WSA_WAIT_FAILED) {
      printf("nothing came: %lu\n", (unsigned long)i);
      return 1;
    }
    i -= WSA_WAIT_EVENT_0;
    if (WSAEnumNetworkEvents(sockets[i], events[i], &what) == SOCKET_ERROR) return 1;
    if (what.lNetworkEvents & FD_ACCEPT) {
      SOCKET accepted = accept(sockets[i], NULL, NULL);
      if (accepted != INVALID_SOCKET) add(accepted, FD_READ | FD_WRITE | FD_CLOSE);
    }
    if (what.lNetworkEvents & FD_READ) {
      char buffer[512];
      int bytes = recv(sockets[i], buffer, sizeof(buffer), 0);
      if (bytes > 0) send(sockets[i], buffer, bytes, 0);
    }
    if (what.lNetworkEvents & FD_CLOSE) {
      drop(i);
      ++closed;
    }
  }
  printf("closed %d\n", closed);
  WSACleanup();
  return 0;
}
