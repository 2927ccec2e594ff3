// Runs LLVMFuzzerTestOneInput on the seeds, on the files of the corpus, and on a bounded number of mutations of both,
// the same ones every time.
//   fuzz_NAME [MUTATIONS [FIRST]]      on a finding the printed number repeats the input: fuzz_NAME 1 NUMBER
//   fuzz_NAME --seeds FOLDER           writes the seeds there, for libFuzzer
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "tests/fuzz/fuzz.h"
#include "tests/source_tree/source_tree.h"

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTold = 2000;
std::string current;
const std::vector<std::uint8_t>* bytes = nullptr;

/// As printf takes it.
void tell_input() {
  std::fprintf(stderr, "the input was %s: '", current.c_str());
  for (std::size_t i = 0; bytes && i < bytes->size() && i < kMostTold; ++i) {
    const int byte = (*bytes)[i];
    const bool plain = byte >= ' ' && byte < 127 && byte != '\'' && byte != '\\' && byte != '%';
    std::fprintf(stderr, plain ? "%c" : "\\x%02x", byte);
  }
  std::fprintf(stderr, "'\n");
}

void end_with_input(int) {
  tell_input();
  std::_Exit(1);
}

std::vector<std::pair<std::string, FuzzInput>> corpus(const fs::path& folder) {
  std::vector<std::pair<std::string, FuzzInput>> inputs;
  for (const FuzzInput& seed : fuzz_seeds()) inputs.emplace_back("seed " + std::to_string(inputs.size()), seed);
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& path : files) {
    std::ifstream in(path, std::ios::binary);
    inputs.emplace_back(path.filename().string(), FuzzInput{std::istreambuf_iterator<char>(in), {}});
  }
  return inputs;
}

void mutate(FuzzInput& input, const FuzzInput& other, std::mt19937& random) {
  constexpr std::uint8_t kTelling[] = {0, 1, 0x3F, 0x40, 0x7F, 0x80, 0xC0, 0xD0, 0xD9, 0xDA, 0xFE, 0xFF};
  constexpr std::string_view kSigns = "0123456789-+.,:;=/\"{}[]e\n\r ";
  const auto at = [&](const FuzzInput& in) { return static_cast<std::ptrdiff_t>(random() % in.size()); };
  const auto piece = [&](const FuzzInput& in) {
    const auto begin = in.begin() + at(in);
    return FuzzInput(begin, begin + std::min<std::ptrdiff_t>(in.end() - begin, 1 + random() % 64));
  };
  for (unsigned count = 1 + random() % 8; count > 0 && !input.empty(); --count) {
    const auto place = input.begin() + at(input);
    switch (random() % 8) {
      case 0: *place ^= static_cast<std::uint8_t>(1u << random() % 8); break;
      case 1: *place = kTelling[random() % std::size(kTelling)]; break;
      case 2: *place = static_cast<std::uint8_t>(random()); break;
      case 3: *place = static_cast<std::uint8_t>(kSigns[random() % kSigns.size()]); break;
      case 4: input.erase(place, std::min(input.end(), place + 1 + random() % 16)); break;
      case 5:
      case 6: {
        const FuzzInput inserted = piece(random() % 2 && !other.empty() ? other : input);
        input.insert(input.begin() + at(input), inserted.begin(), inserted.end());
        break;
      }
      default:
        if (random() % 8 == 0) input.erase(place, input.end());
    }
  }
}

/// A copy of exactly that size: reading past its end is seen.
void run(const FuzzInput& input) {
  const std::vector<std::uint8_t> exact(input);
  bytes = &exact;
  LLVMFuzzerTestOneInput(exact.data(), exact.size());
  bytes = nullptr;
}

int write_seeds(const fs::path& folder) {
  fs::create_directories(folder);
  int number = 0;
  for (const FuzzInput& seed : fuzz_seeds()) {
    std::ofstream out(folder / ("seed" + std::to_string(number++)), std::ios::binary);
    out.write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 && std::string_view(argv[1]) == "--seeds") return write_seeds(argv[2]);
  const unsigned long inputs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20'000;
  const unsigned long first = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM}) std::signal(signal, end_with_input);
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(tell_input);
  const std::string name = fs::path(argv[0]).stem().string().substr(std::string_view("fuzz_").size());
  const auto known = corpus(fs::path(jitterscope::test_data("fuzz")) / name);
  if (argc <= 2)
    for (const auto& [origin, input] : known) {
      current = origin;
      run(input);
    }
  for (unsigned long number = first; number < first + inputs; ++number) {
    current = "number " + std::to_string(number);
    std::mt19937 random(static_cast<unsigned>(number));
    FuzzInput input = known[random() % known.size()].second;
    mutate(input, known[random() % known.size()].second, random);
    run(input);
  }
  std::printf("%zu inputs of the corpus, %lu mutations\n", known.size(), inputs);
}
