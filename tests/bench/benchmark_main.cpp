// Google Benchmark's main, with Winsock started.

#include <benchmark/benchmark.h>

#include "rio/windows_api.hpp"

int main(int argc, char** argv) {
  WSADATA data;
  if (WSAStartup(MAKEWORD(2, 2), &data) != 0) return 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  WSACleanup();
  return 0;
}
