// Structured exceptions as server samples use them: __leave on a failed step, __finally for what has
// to be given back, __except around what may throw.
#include <winsock2.h>
#include <windows.h>
#include <strsafe.h>
#include <tchar.h>
#include <stdio.h>

static int g_cleanups = 0;

static BOOL CreateListener(SOCKET* listener, BOOL failEarly) {
  BOOL done = FALSE;
  HANDLE event = NULL;
  *listener = INVALID_SOCKET;
  __try {
    event = CreateEvent(NULL, TRUE, FALSE, NULL);
    for (int step = 0; step < 3; ++step) {
      if (failEarly && step == 1) __leave;
    }
    *listener = WSASocket(AF_INET, SOCK_STREAM, IPPROTO_TCP, NULL, 0, WSA_FLAG_OVERLAPPED);
    if (*listener == INVALID_SOCKET) __leave;
    done = TRUE;
  }
  __finally {
    if (event != NULL) CloseHandle(event);
    ++g_cleanups;
  }
  return done;
}

int _tmain(int argc, TCHAR* argv[]) {
  (void)argc;
  (void)argv;
  WSADATA data;
  WSAStartup(MAKEWORD(2, 2), &data);
  CRITICAL_SECTION section;
  BOOL ready = FALSE;
  __try {
    InitializeCriticalSection(&section);
    ready = TRUE;
  }
  __except (EXCEPTION_EXECUTE_HANDLER) {
    printf("InitializeCriticalSection raised an exception\n");
    return 1;
  }
  SOCKET first, second;
  const BOOL one = CreateListener(&first, FALSE);
  const BOOL two = CreateListener(&second, TRUE);
  TCHAR text[64];
  StringCchPrintf(text, ARRAYSIZE(text), TEXT("listeners %d %d cleanups %d ready %d"), one, two,
                  g_cleanups, ready);
  _tprintf(TEXT("%s\n"), text);
  closesocket(first);
  DeleteCriticalSection(&section);
  WSACleanup();
  return 0;
}
