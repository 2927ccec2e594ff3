#include "core/call/capture/picture_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace jitterscope::picture_file_test {
namespace {

using namespace std::string_literals;

const std::string kPngOf2By3 = "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\2\0\0\0\3"s;

class PictureFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "picture-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  std::filesystem::path folder_;
};

TEST_F(PictureFile, IsWhatItsFirstBytesSay) {
  EXPECT_EQ(picture_kind(file("a", kPngOf2By3)), PictureKind::kPng);
  EXPECT_EQ(picture_kind(file("a", "\xff\xd8\xff"s)), PictureKind::kJpeg);
  for (const std::string& head : {"BM"s, "II*\0"s, "RIFF1234WEBP"s, "P6\n"s, "#?RADIANCE"s, "\0\0\0\x0cjP  "s})
    EXPECT_EQ(picture_kind(file("a", head)), PictureKind::kOther) << head;
  for (const std::string& head : {""s, "RIFF"s, "RIFF1234AVI "s, "\0\0\0\x18"s + "ftypmp42"s, "P9\n"s, "P6"s})
    EXPECT_EQ(picture_kind(file("a", head)), PictureKind::kNone) << head;
  EXPECT_EQ(picture_kind(folder_ / "absent"), PictureKind::kNone);
}

TEST_F(PictureFile, PixelsAreThoseOfTheHeader) {
  EXPECT_EQ(pixels_of(file("a", kPngOf2By3)), 6);
  EXPECT_EQ(pixels_of(file("a", kPngOf2By3.substr(0, 23))), std::nullopt);
  const std::string comment = "\xff\xd8\xff\xfe\0\4ab\xff\xc4\0\3c"s, frame = "\xff\xff\xc2\0\x0b\x08\0\2\1\0"s;
  EXPECT_EQ(pixels_of(file("a", comment + frame)), 512);
  EXPECT_EQ(pixels_of(file("a", comment)), std::nullopt);
  EXPECT_EQ(pixels_of(file("a", comment + "x" + frame)), std::nullopt);
  EXPECT_EQ(pixels_of(file("a", "\xff\xd8\xff\xfe\0\1abcdefgh"s)), std::nullopt);
  EXPECT_EQ(pixels_of(file("a", "BM234567890123456789012345"s)), std::nullopt);
  std::string segments = "\xff\xd8"s;
  for (int i = 0; i < 2000; ++i) segments += "\xff\xfe\0\2"s;
  EXPECT_EQ(pixels_of(file("a", segments + frame)), std::nullopt);
}

TEST(PictureSequence, APatternHasOneNumber) {
  EXPECT_EQ(sequence_member("f_%03d.png", 7), "f_007.png");
  EXPECT_EQ(sequence_member("f_%d.png", 7), "f_7.png");
  EXPECT_EQ(sequence_member("100%%/%2d", 123), "100%/123");
  for (const char* other : {"f.png", "100%.mp4", "f_%", "%d%d", "%x", "%5%d", "%*", "%99d", "%99999999999d", "%%d"})
    EXPECT_EQ(sequence_member(other, 1), std::nullopt) << other;
}

TEST_F(PictureFile, ASequenceIsLookedAtAsFarAsItIsRead) {
  const std::string pattern = folder_ / "f_%d.png";
  EXPECT_FALSE(has_members(pattern));
  EXPECT_EQ(why_no_sequence(pattern), "");
  for (const int number : {5, 9}) file("f_" + std::to_string(number) + ".png", "none");
  EXPECT_FALSE(has_members(pattern)) << "which begins at 0 to 4";
  for (const int number : {3, 4}) file("f_" + std::to_string(number) + ".png", kPngOf2By3);
  EXPECT_TRUE(has_members(pattern));
  EXPECT_EQ(why_no_sequence(pattern),
            (folder_ / "f_5.png").string() + " of the sequence is neither a PNG nor a JPEG, or is damaged.");
  file("f_5.png", kPngOf2By3);
  EXPECT_EQ(why_no_sequence(pattern), "");
  file("f_7.png", "none");
  EXPECT_EQ(why_no_sequence(pattern),
            (folder_ / "f_7.png").string() + " of the sequence is neither a PNG nor a JPEG, or is damaged.")
      << "6 is passed over";
  std::filesystem::resize_file(folder_ / "f_4.png", 68'000'000);  // sparse
  EXPECT_EQ(why_no_sequence(pattern), (folder_ / "f_4.png").string() + " is larger than 64 MB. Use a smaller one.");
}

}  // namespace
}  // namespace jitterscope::picture_file_test
