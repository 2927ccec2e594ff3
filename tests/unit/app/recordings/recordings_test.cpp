// Recordings of the remote in a folder where others can put links in the place of what was just made.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "app/recordings/recordings.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;
using trace_test::TemporaryFolder;

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Puts a link to `aim` in the place of each of these files as soon as it appears.
class Swapper {
 public:
  Swapper(std::vector<std::string> files, const std::string& aim) : files_(std::move(files)) {
    for (const std::string& file : files_) fs::create_symlink(aim, link_of(file));
    thread_ = std::jthread([this](std::stop_token stop) { run(stop); });
  }
  static std::string link_of(const std::string& file) { return file + ".link"; }
  void wait_for(std::size_t swapped) const {
    while (swapped_ < swapped) std::this_thread::yield();
  }

 private:
  void run(const std::stop_token& stop) {
    for (const std::string& file : files_) {
      const std::string link = link_of(file);
      struct stat status {};
      while (::lstat(file.c_str(), &status) != 0)
        if (stop.stop_requested()) return;
      ::rename(link.c_str(), file.c_str());
      ++swapped_;
    }
  }

  std::vector<std::string> files_;
  std::atomic<std::size_t> swapped_ = 0;
  std::jthread thread_;
};

class Recordings : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(precious) << "precious words";
    fs::create_directory(shared);
  }
  const TemporaryFolder folder;
  const std::string precious = folder / "precious", shared = folder / "shared";
};

TEST_F(Recordings, APictureIsNotWrittenThroughALinkInItsPlace) {
  const std::vector<std::uint8_t> jpeg(2000, 0xD8);
  FrameSaver saver(shared);
  std::vector<std::string> files;
  for (int frame = 0; frame < 100; ++frame) files.push_back(fmt::format("{}/frame-{:06}.jpg", shared, frame));
  const Swapper swapper(files, precious);
  for (std::size_t frame = 0; frame < files.size(); ++frame) {
    saver.save(static_cast<std::int64_t>(frame), jpeg);
    swapper.wait_for(frame + 1);
  }
  EXPECT_EQ(saver.trouble(), "");
  EXPECT_TRUE(file_text(precious) == "precious words");
}

TEST_F(Recordings, SoundIsNotWrittenThroughALinkInItsPlace) {
  std::vector<std::string> files;
  for (int i = 0; i < 50; ++i) files.push_back(fmt::format("{}/{}.wav", shared, i));
  const Swapper swapper(files, precious);
  for (std::size_t i = 0; i < files.size(); ++i) {
    WavTap tap(files[i]);
    swapper.wait_for(i + 1);
  }
  EXPECT_TRUE(file_text(precious) == "precious words");
}

TEST_F(Recordings, SoundIsAWavFileOfItsUserAlone) {
  const std::string path = shared + "/call.wav";
  WavTap tap(path);
  AudioChunk chunk;
  for (auto& sample : chunk.samples) sample = 0x0102;
  ASSERT_TRUE(tap.ring().push(chunk) && tap.ring().push(chunk));
  tap.finish();
  EXPECT_EQ(tap.trouble(), "");
  const std::string wav = file_text(path);
  const std::size_t bytes = 2 * chunk.samples.size() * sizeof chunk.samples[0];
  ASSERT_EQ(wav.size(), 44 + bytes);
  EXPECT_EQ(wav.substr(0, 4) + wav.substr(8, 8) + wav.substr(36, 4), "RIFFWAVEfmt data");
  const auto number = [&](std::size_t at) {
    return static_cast<unsigned char>(wav[at]) + 256u * static_cast<unsigned char>(wav[at + 1]);
  };
  EXPECT_EQ(number(4), 36 + bytes);
  EXPECT_EQ(number(24), 8000u);
  EXPECT_EQ(number(40), bytes);
  EXPECT_EQ(wav.substr(44, 2), "\x02\x01");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0600));
  EXPECT_THROW(WavTap again(path), std::runtime_error);
}

TEST_F(Recordings, APictureIsAFileOfItsUserAlone) {
  const std::vector<std::uint8_t> jpeg{0xFF, 0xD8, 0xFF, 0xD9};
  FrameSaver saver(shared);
  saver.save(7, jpeg);
  EXPECT_EQ(saver.trouble(), "");
  EXPECT_EQ(file_text(shared + "/frame-000007.jpg"), "\xFF\xD8\xFF\xD9");
  EXPECT_EQ(fs::status(shared + "/frame-000007.jpg").permissions(), fs::perms(0600));
  EXPECT_THROW(FrameSaver again(shared), std::runtime_error);
}

}  // namespace
}  // namespace jitterscope
