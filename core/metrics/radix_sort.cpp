#include "core/metrics/radix_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace jitterscope {
namespace {

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = 1 << kDigitBits;
constexpr std::size_t kFewValues = 2000;  // a comparison sort is as quick

}  // namespace

void radix_sort(std::vector<Duration>& values) {
  if (values.size() < kFewValues) return std::sort(values.begin(), values.end());
  if (std::is_sorted(values.begin(), values.end())) return;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const Duration base = *least;
  const int bits = std::bit_width(static_cast<std::uint64_t>((*most - base).ns()));
  std::vector<Duration> sorted(values.size());
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    const auto digit = [&](Duration value) {
      return static_cast<std::size_t>(static_cast<std::uint64_t>((value - base).ns()) >> shift) & (kDigits - 1);
    };
    std::array<std::size_t, kDigits> places{};
    for (Duration value : values) ++places[digit(value)];
    std::size_t place = 0;
    for (std::size_t& count : places) place += std::exchange(count, place);
    for (Duration value : values) sorted[places[digit(value)]++] = value;
    values.swap(sorted);
  }
}

}  // namespace jitterscope
