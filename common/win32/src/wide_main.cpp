// main() for programs that have only wmain(). The linker takes this object from the library only if
// the program itself defines no main().

#include <clocale>
#include <cstdlib>
#include <vector>

extern "C" int wmain(int argc, wchar_t* argv[]);

int main(int argc, char** argv) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  std::vector<std::vector<wchar_t>> texts;
  std::vector<wchar_t*> arguments;
  texts.reserve(static_cast<std::size_t>(argc));
  for (int i = 0; i < argc; ++i) {
    const std::size_t length = std::mbstowcs(nullptr, argv[i], 0);
    texts.emplace_back(length == static_cast<std::size_t>(-1) ? 1 : length + 1);
    (void)std::mbstowcs(texts.back().data(), argv[i], texts.back().size());
    arguments.push_back(texts.back().data());
  }
  arguments.push_back(nullptr);
  return wmain(argc, arguments.data());
}
