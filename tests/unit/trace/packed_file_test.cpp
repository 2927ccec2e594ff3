#include "core/trace/packed_file.h"

#include <gmock/gmock.h>
#include <zlib.h>

#include <fstream>

#include "tests/unit/trace/sample_events.h"

namespace jitterscope::trace::packed_file_test {
namespace {

using testing::HasSubstr;
using trace_test::TemporaryFolder;

std::string packed(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

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
  for (const std::size_t size : {0, 10, (1 << 20) - 3, 1 << 20, 3'000'000}) {
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

}  // namespace
}  // namespace jitterscope::trace::packed_file_test
