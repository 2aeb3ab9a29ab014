// Asio, eight receives outstanding.

#include "loop_program.hpp"

namespace {

void serve(harness::Run& run) {
  bench::serve_with(run, [](int descriptor, std::size_t bytes, const bench::Received& received) {
    bench::receive_with_asio(descriptor, bytes, 8, received);
  });
}

}  // namespace

int main(int argc, char** argv) {
  return harness::chapter_main(argc, argv, {.name = "asio-8", .serve = serve});
}
