// A .jscope file with some of its bytes changed: places (three bytes), each with a length and what stands there now.
// With the first byte odd the rest is the whole file.
#include "core/record/trace/file_head.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/trace_readings.h"

using namespace jitterscope;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const FuzzInput valid = fuzz_trace::valid_trace();
  static const ScratchFile file("input.jscope");
  Pieces input(data, size);
  const std::uint8_t choice = input.byte();
  if (choice & 1) {
    file.write(input.rest());
  } else {
    FuzzInput changed = valid;
    while (!input.empty()) {
      const std::size_t high = input.byte(), low = input.word(), at = high << 16 | low;
      const auto bytes = input.bytes(input.byte());
      for (std::size_t i = 0; i < bytes.size(); ++i) changed[(at + i) % changed.size()] = bytes[i];
    }
    file.write(changed);
  }
  trace::read_file_head(file.path());
  fuzz_trace::read_all(file.path(), choice >> 1);
  return 0;
}

std::vector<FuzzInput> fuzz_seeds() {
  std::vector<FuzzInput> seeds{{0}, {2}, {4}, {6}, {132}};  // the last without names
  seeds.push_back({0, 0, 0, 0x38, 4, 0, 0, 0, 1});          // encoding of text
  seeds.push_back({2, 0, 0, 0x3F, 1, 8});                   // the older schema
  seeds.push_back({4, 0, 0, 0x1C, 4, 0, 0, 0, 2});          // pages of the file
  seeds.push_back({6, 0, 0x10, 0, 2, 0x0D, 0xFF, 0x20, 0, 3, 1, 2, 3});
  seeds.push_back(tagged({1}, input_of(std::string("SQLite format 3\0", 16) + std::string(84, '\0'))));
  return seeds;
}
