// Both ends of a connection by overlapped calls: AcceptEx, ConnectEx, a ball to and fro, DisconnectEx
// for reuse, and the same again with the same two sockets.
//   acceptex_pingpong ROUNDS
#include <winsock2.h>
#include <mswsock.h>
#include <ws2tcpip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static HANDLE port;

static void die(const char* what) {
  printf("%s failed: %d\n", what, WSAGetLastError());
  exit(1);
}

template <typename T>
static T load(SOCKET s, GUID id) {
  T function = NULL;
  DWORD bytes = 0;
  if (WSAIoctl(s, SIO_GET_EXTENSION_FUNCTION_POINTER, &id, sizeof(id), &function, sizeof(function),
               &bytes, NULL, NULL) == SOCKET_ERROR) {
    die("WSAIoctl");
  }
  return function;
}

static SOCKET new_socket() {
  SOCKET s = WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, NULL, 0, WSA_FLAG_OVERLAPPED);
  if (s == INVALID_SOCKET) die("WSASocket");
  if (CreateIoCompletionPort((HANDLE)s, port, (ULONG_PTR)s, 0) == NULL) die("attach");
  return s;
}

static void bind_any(SOCKET s) {
  sockaddr_in any;
  memset(&any, 0, sizeof(any));
  any.sin_family = AF_INET;
  any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(s, (sockaddr*)&any, sizeof(any)) != 0) die("bind");
}

// Waits for `count` completions, which all have to be good.
static DWORD collect(int count) {
  DWORD total = 0;
  for (int i = 0; i < count; ++i) {
    DWORD bytes = 0;
    ULONG_PTR key = 0;
    OVERLAPPED* overlapped = NULL;
    if (!GetQueuedCompletionStatus(port, &bytes, &key, &overlapped, 5000)) {
      printf("completion failed: %lu\n", (unsigned long)GetLastError());
      exit(1);
    }
    total += bytes;
  }
  return total;
}

static void pass_ball(SOCKET from, SOCKET to) {
  OVERLAPPED sending, receiving;
  memset(&sending, 0, sizeof(sending));
  memset(&receiving, 0, sizeof(receiving));
  char ball[] = "ball", caught[16];
  WSABUF out = {sizeof(ball), ball}, in = {sizeof(caught), caught};
  DWORD flags = 0;
  if (WSARecv(to, &in, 1, NULL, &flags, &receiving, NULL) == SOCKET_ERROR &&
      WSAGetLastError() != WSA_IO_PENDING) {
    die("WSARecv");
  }
  if (WSASend(from, &out, 1, NULL, 0, &sending, NULL) == SOCKET_ERROR &&
      WSAGetLastError() != WSA_IO_PENDING) {
    die("WSASend");
  }
  if (collect(2) != 2 * sizeof(ball) || strcmp(caught, "ball") != 0) die("the ball");
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 10;
  WSADATA data;
  WSAStartup(MAKEWORD(2, 2), &data);
  port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
  SOCKET listener = new_socket(), server = new_socket(), client = new_socket();
  bind_any(listener);
  if (listen(listener, 5) != 0) die("listen");
  bind_any(client);
  sockaddr_in address;
  int length = sizeof(address);
  getsockname(listener, (sockaddr*)&address, &length);
  GUID acceptId = WSAID_ACCEPTEX, connectId = WSAID_CONNECTEX, disconnectId = WSAID_DISCONNECTEX;
  LPFN_ACCEPTEX acceptEx = load<LPFN_ACCEPTEX>(listener, acceptId);
  LPFN_CONNECTEX connectEx = load<LPFN_CONNECTEX>(client, connectId);
  LPFN_DISCONNECTEX disconnectEx = load<LPFN_DISCONNECTEX>(client, disconnectId);

  int balls = 0;
  for (int round = 0; round < rounds; ++round) {
    const DWORD area = sizeof(sockaddr_in) + 16;
    char addresses[2 * (sizeof(sockaddr_in) + 16)];
    OVERLAPPED accepting, connecting;
    memset(&accepting, 0, sizeof(accepting));
    memset(&connecting, 0, sizeof(connecting));
    DWORD bytes = 0;
    if (!acceptEx(listener, server, addresses, 0, area, area, &bytes, &accepting) &&
        WSAGetLastError() != ERROR_IO_PENDING) {
      die("AcceptEx");
    }
    if (!connectEx(client, (sockaddr*)&address, sizeof(address), NULL, 0, NULL, &connecting) &&
        WSAGetLastError() != ERROR_IO_PENDING) {
      die("ConnectEx");
    }
    collect(2);
    if (setsockopt(server, SOL_SOCKET, SO_UPDATE_ACCEPT_CONTEXT, (char*)&listener,
                   sizeof(listener)) != 0 ||
        setsockopt(client, SOL_SOCKET, SO_UPDATE_CONNECT_CONTEXT, NULL, 0) != 0) {
      die("SO_UPDATE_…_CONTEXT");
    }
    sockaddr_in peer;
    length = sizeof(peer);
    if (getpeername(server, (sockaddr*)&peer, &length) != 0) die("getpeername");
    for (int i = 0; i < 10; ++i, balls += 2) {
      pass_ball(client, server);
      pass_ball(server, client);
    }
    OVERLAPPED leaving[2];
    memset(leaving, 0, sizeof(leaving));
    if (!disconnectEx(client, &leaving[0], TF_REUSE_SOCKET, 0) &&
        WSAGetLastError() != ERROR_IO_PENDING) {
      die("DisconnectEx");
    }
    if (!disconnectEx(server, &leaving[1], TF_REUSE_SOCKET, 0) &&
        WSAGetLastError() != ERROR_IO_PENDING) {
      die("DisconnectEx");
    }
    collect(2);
  }
  printf("rounds %d balls %d\n", rounds, balls);
  closesocket(listener);
  closesocket(server);
  closesocket(client);
  WSACleanup();
  return 0;
}
