/* A plain C server around select().
     select_echo PORT COUNT      ends after COUNT connections have been closed */
#include <winsock2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma comment(lib, "ws2_32.lib")

int main(int argc, char** argv) {
  WSADATA data;
  SOCKET listener, clients[32];
  struct sockaddr_in address;
  int length = sizeof(address), used = 0, closed = 0, wanted, i;
  u_long nonblocking = 1;

  if (argc < 3) return 2;
  wanted = atoi(argv[2]);
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return 1;
  listener = socket(AF_INET, SOCK_STREAM, 0);
  memset(&address, 0, sizeof(address));
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = inet_addr("127.0.0.1");
  address.sin_port = htons((u_short)atoi(argv[1]));
  if (bind(listener, (struct sockaddr*)&address, sizeof(address)) == SOCKET_ERROR ||
      listen(listener, 5) == SOCKET_ERROR ||
      ioctlsocket(listener, FIONBIO, &nonblocking) == SOCKET_ERROR) {
    printf("cannot listen: %d\n", WSAGetLastError());
    return 1;
  }
  getsockname(listener, (struct sockaddr*)&address, &length);
  printf("listening on %d at %s\n", ntohs(address.sin_port), inet_ntoa(address.sin_addr));
  fflush(stdout);

  while (closed < wanted) {
    fd_set readable;
    struct timeval limit = {5, 0};
    FD_ZERO(&readable);
    FD_SET(listener, &readable);
    for (i = 0; i < used; ++i) FD_SET(clients[i], &readable);
    if (select(0, &readable, NULL, NULL, &limit) <= 0) {
      printf("nothing came: %d\n", WSAGetLastError());
      return 1;
    }
    if (FD_ISSET(listener, &readable) && used < 32) {
      SOCKET accepted = accept(listener, NULL, NULL);
      if (accepted != INVALID_SOCKET) clients[used++] = accepted;
    }
    for (i = 0; i < used; ++i) {
      char buffer[512];
      int bytes;
      if (!FD_ISSET(clients[i], &readable)) continue;
      bytes = recv(clients[i], buffer, sizeof(buffer), 0);
      if (bytes > 0) {
        send(clients[i], buffer, bytes, 0);
      } else if (bytes == 0 || WSAGetLastError() != WSAEWOULDBLOCK) {
        closesocket(clients[i]);
        clients[i--] = clients[--used];
        ++closed;
      }
    }
  }
  printf("closed %d\n", closed);
  closesocket(listener);
  WSACleanup();
  return 0;
}
