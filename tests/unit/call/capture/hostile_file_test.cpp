// Files of pictures and sound come from anywhere: any path may be a pipe, any file endless.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include <opencv2/imgcodecs.hpp>

#include "core/call/capture/make_source.h"
#include "tests/unit/bounded_child.h"

namespace jitterscope::hostile_file_test {
namespace {

using testing::HasSubstr;

class HostileFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "media-test-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  static std::string said_of_sound(const std::string& path) {
    return said_by([&] {
      try {
        make_audio_source({AudioSourceKind::kFile, path});
      } catch (const std::exception& error) { return std::string(error.what()); }
      return std::string();
    });
  }
  static std::string said_of_pictures(const std::string& path) {
    return said_by([&] {
      try {
        make_video_source({VideoSourceKind::kFile, path});
      } catch (const std::exception& error) { return std::string(error.what()); }
      return std::string();
    });
  }
  std::filesystem::path folder_;
};

TEST_F(HostileFile, APipeIsNoFile) {
  const std::string path = folder_ / "pipe.wav";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(said_of_sound(path), HasSubstr("is a pipe or device, not a file"));
  EXPECT_THAT(said_of_pictures(path), HasSubstr("is a pipe or device, not a file"));
}

TEST_F(HostileFile, SoundOfAnyLengthIsPlayedAsItIsRead) {
  const std::string path = folder_ / "long.wav";
  const unsigned char head[] = {'R', 'I', 'F', 'F', 0xFF, 0xFF, 0xFF, 0xFF, 'W', 'A',  'V',  'E',  'f',  'm', 't',
                                ' ', 16,  0,   0,   0,    1,    0,    1,    0,   0x80, 0xBB, 0,    0,    0,   0x77,
                                1,   0,   2,   0,   16,   0,    'd',  'a',  't', 'a',  0xFF, 0xFF, 0xFF, 0xFF};
  std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(head), sizeof head);
  std::filesystem::resize_file(path, 2'000'000'000);  // sparse: six hours of silence
  EXPECT_EQ(said_of_sound(path), "");
}

/// A PNG of one bit a pixel, all black.
void write_black_png(const std::string& path, std::uint32_t width) {
  const auto number = [](std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
  };
  const auto chunk = [&](const std::string& type, const std::string& content) {
    const std::string checked = type + content;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    return number(static_cast<std::uint32_t>(content.size())) + checked + number(static_cast<std::uint32_t>(crc));
  };
  const std::vector<Bytef> rows(width * (1ull + width / 8));
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, rows.data(), rows.size());
  packed.resize(size);
  std::ofstream(path, std::ios::binary) << "\x89PNG\r\n\x1a\n"
                                        << chunk("IHDR", number(width) + number(width) + std::string("\1\0\0\0\0", 5))
                                        << chunk("IDAT", packed) << chunk("IEND", "");
}

class HostileSequence : public HostileFile {
 protected:
  void SetUp() override {
    HostileFile::SetUp();
    for (int i = 0; i < 5; ++i) write_black_png(member(i), 64);
  }
  std::string member(int number) const { return folder_ / ("f_00" + std::to_string(number) + ".png"); }
  std::string said() const { return said_of_pictures(folder_ / "f_%03d.png"); }
};

TEST_F(HostileSequence, ASequenceOfPicturesIsNoLargePicture) {
  EXPECT_EQ(said(), "");
  for (int i = 0; i < 5; ++i)
    cv::imwrite(folder_ / ("%_" + std::to_string(i) + ".jpg"), cv::Mat(48, 64, CV_8UC3, cv::Scalar(i, i, i)));
  EXPECT_EQ(said_of_pictures(folder_ / "%%_%d.jpg"), "");
}

TEST_F(HostileSequence, APipeInItIsNoFile) {
  std::filesystem::remove(member(3));
  ASSERT_EQ(mkfifo(member(3).c_str(), 0600), 0);
  EXPECT_EQ(said(), member(3) + " is a pipe or device, not a file.");
}

TEST_F(HostileSequence, APictureInItOfAnySizeIsRefused) {
  std::filesystem::resize_file(member(4), 3'000'000'000);
  EXPECT_THAT(said(), HasSubstr("f_004.png is larger than 64 MB"));
  write_black_png(member(4), 16384);
  EXPECT_THAT(said(), HasSubstr("f_004.png is larger than 64 megapixels"));
  std::ofstream(member(4), std::ios::binary)
      << std::string("\xff\xd8\xff\xe0\0\4ab\xff\xff\xc0\0\x0b\x08\x40\0\x40\0\1\1\x11\0", 23);
  EXPECT_THAT(said(), HasSubstr("f_004.png is larger than 64 megapixels"));
}

TEST_F(HostileSequence, WhatIsNeitherPngNorJpegInItIsRefused) {
  for (const std::string& bytes :
       {std::string("BM and so on"), std::string("\xff\xd8\xff\xd8\xff\xd8"), std::string("\xff\xd8\xff\xe0\0\1"),
        std::string("\x89PNG\r\n\x1a\n"), std::string()}) {
    std::ofstream(member(2), std::ios::binary) << bytes;
    EXPECT_THAT(said(), HasSubstr("f_002.png of the sequence is neither a PNG nor a JPEG")) << bytes;
  }
}

TEST_F(HostileSequence, APatternThatIsNotOneOfNumbersIsNotRead) {
  ASSERT_EQ(mkfifo((folder_ / "f_009.png").c_str(), 0600), 0);
  EXPECT_THAT(said_of_pictures(folder_ / "f_%*.png"), HasSubstr("There is no video file"));
  EXPECT_THAT(said_of_pictures(folder_ / "g_%03d.png"), HasSubstr("There is no video file"));
  write_black_png(folder_ / "f_%*.png", 64);
  EXPECT_THAT(said_of_pictures(folder_ / "f_%*.png"), HasSubstr("Give it a name without %*"));
}

TEST_F(HostileFile, APictureOfAnySizeIsRefusedUnderAnyName) {
  using namespace std::string_literals;
  for (const std::string& head :
       {"\x89PNG\r\n\x1a\n"s, "\xff\xd8\xff\xe0"s, "BM"s, "II*\0"s, "RIFF\0\0\0\0WEBPVP8 "s, "P6\n"s}) {
    for (const char* name : {"large.mp4", "large.png"}) {
      const std::string path = folder_ / name;
      std::ofstream(path, std::ios::binary) << head;
      std::filesystem::resize_file(path, 3'000'000'000);  // sparse
      EXPECT_THAT(said_of_pictures(path), HasSubstr("larger than 64 MB")) << head;
    }
  }
}

}  // namespace
}  // namespace jitterscope::hostile_file_test
