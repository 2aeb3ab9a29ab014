// Runs the fuzzer's entry without a fuzzer: the inputs of a folder, then seeded random ones.
//   calls_replay FOLDER SECONDS [SEED]

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes);

namespace {

using Clock = std::chrono::steady_clock;

std::vector<std::uint8_t> bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::uint8_t> random_bytes(std::mt19937& source) {
  std::vector<std::uint8_t> bytes(source() % 900);
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>(source());
  return bytes;
}

int run_folder(const std::filesystem::path& folder) {
  int inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto bytes = bytes_of(entry.path());
    (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++inputs;
  }
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: calls_replay FOLDER SECONDS [SEED]\n");
    return 2;
  }
  const int kept = run_folder(argv[1]);
  const auto seed = static_cast<unsigned>(argc > 3 ? std::stoul(argv[3]) : 1);
  std::mt19937 source(seed);
  const auto end = Clock::now() + std::chrono::duration<double>(std::stod(argv[2]));
  int random = 0;
  for (; Clock::now() < end; ++random) {
    const auto bytes = random_bytes(source);
    (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%d kept inputs, %d random ones of seed %u, no finding\n", kept, random, seed);
  return kept > 0 ? 0 : 1;
}
