#pragma once
// Sorting of many values by whole numbers: their range is small beside 2^64, so a few passes over 11 bits each do it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

/// Sorts by insertion as long as that takes no more than `moves`: true = done, else the values are in another order.
template <typename Value, typename Key>
bool insertion_sort(std::vector<Value>& values, const Key& key, std::size_t moves) {
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (!(key(values[i]) < key(values[i - 1]))) continue;
    const Value value = values[i];
    std::size_t place = i;
    do {
      values[place] = values[place - 1];
      --place;
    } while (place > 0 && --moves > 0 && key(value) < key(values[place - 1]));
    values[place] = value;
    if (moves == 0) return false;
  }
  return true;
}

/// Ascending by `key` (an std::int64_t of a value), equal keys in the order they had. Keys must lie within 2^63 of each
/// other. Extra memory as large as the input; none where few values are out of their place by little.
template <typename Value, typename Key>
void radix_sort(std::vector<Value>& values, const Key& key) {
  constexpr int kDigitBits = 11;
  constexpr std::size_t kDigits = 1 << kDigitBits, kFewValues = 2000, kMoves = 4;  // by insertion, a value
  const auto less = [&](const Value& a, const Value& b) { return key(a) < key(b); };
  if (insertion_sort(values, key, values.size() * kMoves + 1)) return;
  if (values.size() < kFewValues) return std::stable_sort(values.begin(), values.end(), less);
  const auto [least, most] = std::minmax_element(values.begin(), values.end(), less);
  const std::int64_t base = key(*least);
  const int bits = std::bit_width(static_cast<std::uint64_t>(key(*most) - base));
  std::vector<Value> sorted(values.size());
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    const auto digit = [&](const Value& value) {
      return static_cast<std::size_t>(static_cast<std::uint64_t>(key(value) - base) >> shift) & (kDigits - 1);
    };
    std::array<std::size_t, kDigits> places{};
    for (const Value& value : values) ++places[digit(value)];
    std::size_t place = 0;
    for (std::size_t& count : places) place += std::exchange(count, place);
    for (const Value& value : values) sorted[places[digit(value)]++] = value;
    values.swap(sorted);
  }
}

inline void radix_sort(std::vector<Duration>& values) {
  radix_sort(values, [](Duration value) { return value.ns(); });
}

}  // namespace jitterscope
