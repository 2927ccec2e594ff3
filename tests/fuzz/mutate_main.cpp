// Runs LLVMFuzzerTestOneInput on a bounded number of mutations of the seeds, the same ones every time.
// Arguments: [number of inputs] [first seed]. On an abort the printed seed repeats the input: PROGRAM 1 SEED.
#include <algorithm>
#include <csignal>
#include <random>

#include "tests/fuzz/fuzz.h"

namespace {

unsigned long current_seed = 0;

void report_seed(int) {
  std::fprintf(stderr, "the input was number %lu\n", current_seed);
  std::_Exit(1);
}

void mutate(FuzzInput& input, std::mt19937& random) {
  constexpr std::uint8_t kTelling[] = {0, 1, 0x3F, 0x40, 0x7F, 0x80, 0xC0, 0xD0, 0xD9, 0xDA, 0xFE, 0xFF};
  const auto position = [&] { return input.begin() + static_cast<std::ptrdiff_t>(random() % input.size()); };
  for (unsigned count = 1 + random() % 8; count > 0 && !input.empty(); --count) {
    const auto at = position();
    switch (random() % 6) {
      case 0: *at ^= static_cast<std::uint8_t>(1u << random() % 8); break;
      case 1: *at = kTelling[random() % std::size(kTelling)]; break;
      case 2: *at = static_cast<std::uint8_t>(random()); break;
      case 3: input.erase(at, std::min(input.end(), at + 1 + random() % 16)); break;
      case 4: {
        const FuzzInput piece(at, std::min(input.end(), at + 1 + random() % 64));
        input.insert(position(), piece.begin(), piece.end());
        break;
      }
      default:
        if (random() % 8 == 0) input.erase(at, input.end());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long inputs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20'000;
  const unsigned long first = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 0;
  std::signal(SIGABRT, report_seed);
  std::signal(SIGSEGV, report_seed);
  const std::vector<FuzzInput> seeds = fuzz_seeds();
  for (const FuzzInput& seed : seeds) LLVMFuzzerTestOneInput(seed.data(), seed.size());
  for (current_seed = first; current_seed < first + inputs; ++current_seed) {
    std::mt19937 random(static_cast<unsigned>(current_seed));
    FuzzInput input = seeds[random() % seeds.size()];
    mutate(input, random);
    const std::vector<std::uint8_t> exact(input);  // its own allocation: reading past the end is seen
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
  }
  std::printf("%lu inputs from %zu seeds\n", inputs, seeds.size());
}
