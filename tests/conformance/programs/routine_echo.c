/* A plain C echo server whose work is done in completion routines of one thread.
     routine_echo PORT COUNT      ends after COUNT datagrams have been echoed */
#include <winsock2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  WSAOVERLAPPED overlapped; /* first: the routine finds the rest behind it */
  WSABUF buffer;
  char data[512];
  struct sockaddr_in from;
  INT from_bytes;
  DWORD flags;
} REQUEST;

static SOCKET server;
static int echoed, wanted;

static void start(REQUEST* request);

static void CALLBACK received(DWORD error, DWORD bytes, LPWSAOVERLAPPED overlapped, DWORD flags) {
  REQUEST* request = CONTAINING_RECORD(overlapped, REQUEST, overlapped);
  (void)flags;
  if (error == 0) {
    sendto(server, request->data, (int)bytes, 0, (struct sockaddr*)&request->from,
           request->from_bytes);
    ++echoed;
  }
  if (echoed < wanted) start(request);
}

static void start(REQUEST* request) {
  ZeroMemory(&request->overlapped, sizeof(request->overlapped));
  request->buffer.buf = request->data;
  request->buffer.len = sizeof(request->data);
  request->from_bytes = sizeof(request->from);
  request->flags = 0;
  if (WSARecvFrom(server, &request->buffer, 1, NULL, &request->flags,
                  (struct sockaddr*)&request->from, &request->from_bytes, &request->overlapped,
                  received) == SOCKET_ERROR &&
      WSAGetLastError() != WSA_IO_PENDING) {
    printf("WSARecvFrom: %d\n", WSAGetLastError());
    exit(1);
  }
}

int main(int argc, char** argv) {
  static REQUEST requests[4];
  WSADATA data;
  struct sockaddr_in address;
  int length = sizeof(address), i;
  if (argc < 3) return 2;
  wanted = atoi(argv[2]);
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return 1;
  server = WSASocket(AF_INET, SOCK_DGRAM, IPPROTO_UDP, NULL, 0, WSA_FLAG_OVERLAPPED);
  memset(&address, 0, sizeof(address));
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons((u_short)atoi(argv[1]));
  if (bind(server, (struct sockaddr*)&address, sizeof(address)) == SOCKET_ERROR) return 1;
  getsockname(server, (struct sockaddr*)&address, &length);
  for (i = 0; i < 4; ++i) start(&requests[i]);
  printf("listening on %d\n", ntohs(address.sin_port));
  fflush(stdout);
  while (echoed < wanted) {
    if (SleepEx(5000, TRUE) != WAIT_IO_COMPLETION) {
      printf("nothing came\n");
      return 1;
    }
  }
  printf("echoed %d\n", echoed);
  closesocket(server);
  SleepEx(0, TRUE);
  WSACleanup();
  return 0;
}
