#include "core/base/stats/packed_numbers.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace jitterscope {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(), kMost = PackedNumbers::kAbsent - 1;

void expect_kept(const std::vector<std::int64_t>& numbers) {
  PackedNumbers packed;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    packed.push_back(numbers[i]);
    ASSERT_EQ(packed[i], numbers[i]) << "just put in, at " << i;
  }
  ASSERT_EQ(packed.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(packed[i], numbers[i]) << "at " << i;
}

std::vector<std::int64_t> made(std::size_t n, const std::function<std::int64_t(std::size_t)>& number) {
  std::vector<std::int64_t> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = number(i);
  return numbers;
}

TEST(PackedNumbers, AreKeptExactlyWhateverTheirRange) {
  std::mt19937_64 random(3);
  for (int bits = 0; bits <= 64; ++bits) {
    const std::uint64_t mask = bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - bits);
    expect_kept(made(1000, [&](std::size_t) { return static_cast<std::int64_t>(random() & mask); }));
    expect_kept(made(1000, [&](std::size_t) { return kLeast + static_cast<std::int64_t>(random() & mask >> 1); }));
  }
  expect_kept(made(600, [](std::size_t i) { return i % 2 ? kLeast : kMost; }));
}

TEST(PackedNumbers, AnyOfThemMayBeAbsent) {
  std::mt19937_64 random(4);
  for (const int shift : {0, 1, 6, 7, 8, 40, 56, 57, 63}) {
    expect_kept(made(1000, [&](std::size_t) {
      return random() % 3 == 0 ? PackedNumbers::kAbsent : static_cast<std::int64_t>(random() >> shift) / 2;
    }));
  }
  expect_kept(made(600, [](std::size_t) { return PackedNumbers::kAbsent; }));
  expect_kept(made(600, [](std::size_t i) { return i % 3 == 0 ? PackedNumbers::kAbsent : i % 2 ? kLeast : kMost; }));
  expect_kept(made(600, [](std::size_t i) { return i % 2 ? PackedNumbers::kAbsent : 7; }));
}

TEST(PackedNumbers, OfAnyWidthsFillPagesToTheirEnd) {
  std::mt19937_64 random(5);
  std::vector<std::int64_t> numbers;
  for (std::size_t block = 0; block < 1000; ++block) {
    const auto shift = random() % 64;
    for (int i = 0; i < 256; ++i) numbers.push_back(static_cast<std::int64_t>(random() >> shift));
    if (block % 5 == 0) numbers.insert(numbers.end(), 256, 9);  // no bits, also at the end of a page
  }
  expect_kept(numbers);
}

TEST(PackedNumbers, TakeTheBitsOfTheirRangeAlone) {
  PackedNumbers same, near;
  for (int i = 0; i < 1'000'000; ++i) {
    same.push_back(PackedNumbers::kAbsent);
    near.push_back(1'700'000'000'000'000'000 + i * 1000LL + i % 7);
  }
  EXPECT_LT(same.bytes(), 1'000'000u / 4);
  EXPECT_LT(near.bytes(), 1'000'000u * 3);  // 256 in 2^18 ns
}

TEST(PackedNumbers, AllAreAbsentOnlyWhereNoneIsKnown) {
  for (const std::size_t size : {0, 10, 256, 257, 700}) {
    for (const std::size_t known : {std::size_t{0}, size / 2, size - 1, size}) {
      PackedNumbers packed;
      for (std::size_t i = 0; i < size; ++i) packed.push_back(i == known ? 7 : PackedNumbers::kAbsent);
      EXPECT_EQ(packed.all_absent(), known >= size) << size << ", known " << known;
    }
    PackedNumbers all_known;
    for (std::size_t i = 0; i < size; ++i) all_known.push_back(7);
    EXPECT_EQ(all_known.all_absent(), size == 0);
  }
}

TEST(PackedNumbers, WhatTheyWereTakenFromIsEmptyAndTakesMore) {
  PackedNumbers first;
  for (int i = 0; i < 266; ++i) first.push_back(i);
  const PackedNumbers second = std::move(first);
  EXPECT_EQ(second.size(), 266U);
  EXPECT_EQ(second[265], 265);
  EXPECT_EQ(first.size(), 0U);  // NOLINT(bugprone-use-after-move)
  first.push_back(7);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(first[0], 7);
}

TEST(PackedNumbers, AreSurelyWithinWhatHoldsThemAll) {
  std::mt19937_64 random(6);
  constexpr std::int64_t kReach = std::int64_t{1} << 61;
  for (const std::size_t size : {0, 10, 256, 700}) {
    PackedNumbers packed;
    for (std::size_t i = 0; i < size; ++i) packed.push_back(static_cast<std::int64_t>(random() >> 20) - (1LL << 43));
    EXPECT_TRUE(packed.surely_within(-kReach, kReach));
    EXPECT_FALSE(packed.any_absent());
    if (size == 0) continue;
    EXPECT_FALSE(packed.surely_within(0, kReach));
    EXPECT_FALSE(packed.surely_within(-kReach, 0));
    PackedNumbers far = packed;
    for (std::size_t i = 0; i < 300; ++i) far.push_back(PackedNumbers::kAbsent);
    EXPECT_TRUE(far.surely_within(-kReach, kReach)) << "absent ones are nowhere";
    EXPECT_TRUE(far.any_absent());
    for (const std::int64_t number : {kLeast, -kReach - 1, kReach + 1, kMost}) {
      PackedNumbers one = packed;
      for (std::size_t i = 0; i < 300; ++i) one.push_back(i == 20 ? number : 0);
      EXPECT_FALSE(one.surely_within(-kReach, kReach)) << number;
    }
  }
}

TEST(PackedNumbers, ACopyHasItsOwn) {
  PackedNumbers packed;
  for (int i = 0; i < 700; ++i) packed.push_back(i);
  const PackedNumbers copy = packed;
  packed = PackedNumbers();
  for (int i = 0; i < 700; ++i) packed.push_back(-i);
  EXPECT_EQ(copy[3], 3);
  EXPECT_EQ(copy[699], 699);
  EXPECT_EQ(packed[699], -699);
}

}  // namespace
}  // namespace jitterscope
