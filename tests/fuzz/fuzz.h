#pragma once
// What a fuzz program is made of: fuzz_NAME.cpp defines the two functions, the rest is for them.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

using FuzzInput = std::vector<std::uint8_t>;

/// Reads one input; a crash, a sanitizer's report or a failed require() is a finding. Always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Valid inputs to mutate, beside the files of tests/data/fuzz/NAME: what this program itself writes.
std::vector<FuzzInput> fuzz_seeds();

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what);
  std::abort();
}

/// `inner` lies in `outer`, or is empty.
inline bool within(std::span<const std::uint8_t> inner, std::span<const std::uint8_t> outer) {
  return inner.empty() || (inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size());
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline FuzzInput input_of(std::string_view text) {
  return {text.begin(), text.end()};
}

/// With one byte or more before it: which reader, which options.
inline FuzzInput tagged(std::initializer_list<std::uint8_t> tags, FuzzInput bytes) {
  bytes.insert(bytes.begin(), tags);
  return bytes;
}

/// An input taken piece by piece; zeros when it is used up.
class Pieces {
 public:
  Pieces(const std::uint8_t* data, std::size_t size) : left_(data, size) {}
  bool empty() const { return left_.empty(); }
  std::uint8_t byte() {
    const std::uint8_t value = left_.empty() ? 0 : left_[0];
    left_ = left_.subspan(left_.empty() ? 0 : 1);
    return value;
  }
  std::uint16_t word() {
    const std::uint16_t high = byte();
    return static_cast<std::uint16_t>(high << 8 | byte());
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 16 | word();
    return value;
  }
  std::span<const std::uint8_t> bytes(std::size_t most) {
    const auto piece = left_.first(most < left_.size() ? most : left_.size());
    left_ = left_.subspan(piece.size());
    return piece;
  }
  std::span<const std::uint8_t> rest() { return bytes(left_.size()); }

 private:
  std::span<const std::uint8_t> left_;
};
