// Files of pictures and sound come from anywhere: any path may be a pipe, any file endless.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "core/media/sources.h"
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

TEST_F(HostileFile, APictureOfAnySizeIsRefused) {
  const std::string path = folder_ / "large.jpg";
  std::ofstream(path) << "\xff\xd8";
  std::filesystem::resize_file(path, 3'000'000'000);  // sparse
  EXPECT_THAT(said_of_pictures(path), HasSubstr("larger than 64 MB"));
}

}  // namespace
}  // namespace jitterscope::hostile_file_test
