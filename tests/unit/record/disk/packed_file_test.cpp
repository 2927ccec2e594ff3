#include "core/record/disk/packed_file.h"

#include <gmock/gmock.h>

#include <fstream>

#include "tests/unit/bounded_child.h"
#include "tests/unit/record/disk/packed.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::trace::packed_file_test {
namespace {

using testing::HasSubstr;
using trace_test::packed;
using trace_test::TemporaryFolder;

struct Unpacked {
  std::optional<std::string> text;
  std::string error, head;
};

Unpacked unpack(const std::string& bytes) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.gz", std::ios::binary) << bytes;
  Unpacked result;
  result.text = unpack_gzip(folder / "a.gz", result.error);
  result.head = unpacked_head(folder / "a.gz", 8);
  return result;
}

std::string words(std::size_t size) {
  std::string text;
  for (std::uint32_t state = 1; text.size() < size; state = state * 1664525u + 1013904223u)
    text += std::to_string(state >> 8) + "\n";
  return text;
}

TEST(PackedFile, IsUnpackedWhole) {
  for (const std::size_t size : {0, 10, (1 << 16) - 3, 1 << 16, 300'000}) {
    const std::string text = words(size).substr(0, size);
    const Unpacked got = unpack(packed(text));
    ASSERT_TRUE(got.text) << size << ": " << got.error;
    EXPECT_EQ(*got.text, text);
    EXPECT_EQ(got.head, text.substr(0, 8));
  }
}

TEST(PackedFile, MembersFollowEachOther) {
  const Unpacked got = unpack(packed("one ") + packed("two") + "padding");
  ASSERT_TRUE(got.text) << got.error;
  EXPECT_EQ(*got.text, "one two");
}

TEST(PackedFile, DamageIsSaid) {
  const std::string good = packed(words(100'000));
  std::string flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 0x55);
  for (const std::string& bad : {good.substr(0, good.size() / 2), good.substr(0, good.size() - 1), flipped}) {
    const Unpacked got = unpack(bad);
    EXPECT_FALSE(got.text);
    EXPECT_THAT(got.error, HasSubstr("is damaged or cut off"));
  }
}

TEST(PackedFile, ABombIsNotUnpacked) {
  const Unpacked got = unpack(packed(std::string(64 << 20, 'x')));
  EXPECT_FALSE(got.text);
  EXPECT_THAT(got.error, HasSubstr("packed more than 200 to 1"));
}

std::string repeated(const std::string& part, int times) {
  std::string whole;
  for (int i = 0; i < times; ++i) whole += part;
  return whole;
}

/// Of unpacking the members in a process that may have so many bytes more than it has; what was thrown when it needs
/// more.
std::string unpacked_within([[maybe_unused]] std::size_t more, const std::string& members) {
  return said_by([&] {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const std::size_t most = pages * static_cast<std::size_t>(::getpagesize()) + more;
    const rlimit memory{most, most};
    ::setrlimit(RLIMIT_AS, &memory);
#endif
    const Unpacked got = unpack(members);
    return got.text ? std::to_string(got.text->size()) : got.error;
  });
}

TEST(PackedFile, ABombTakesNoMemory) {
  const std::string four_gigabytes = repeated(packed(std::string(16 << 20, '\0')), 256);
  EXPECT_THAT(unpacked_within(16 << 20, four_gigabytes), HasSubstr("packed more than 200 to 1"));
}

TEST(PackedFile, WhatIsUnpackedIsHeldOnce) {
  std::string text;
  for (int i = 0; i < 4096; ++i) text += std::to_string(i * 2654435761u) + std::string(500, 'x');
  constexpr std::size_t kMembers = 20;
  const std::size_t size = kMembers * text.size();
  ASSERT_TRUE(size > (38 << 20) && size < (48 << 20)) << size << ": the next power of two is far";
  EXPECT_EQ(unpacked_within(size + (8 << 20), repeated(packed(text), kMembers)), std::to_string(size));
}

}  // namespace
}  // namespace jitterscope::trace::packed_file_test
