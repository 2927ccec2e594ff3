#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using FuzzInput = std::vector<std::uint8_t>;

/// Reads one input; a crash, a sanitizer's report or a failed require() is a finding. Always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Valid inputs to mutate.
std::vector<FuzzInput> fuzz_seeds();

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}
