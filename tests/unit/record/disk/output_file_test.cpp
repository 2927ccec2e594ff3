#include "core/record/disk/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <climits>

#include "tests/unit/bounded_child.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::trace {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using trace_test::file_text;
using trace_test::TemporaryFolder;

const std::string kLong(300'000, 'x');  // more than any buffer

std::ptrdiff_t files_beside(const std::string& path) {
  return std::distance(fs::directory_iterator(fs::path(path).parent_path()), fs::directory_iterator());
}

std::string said_of_writing(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  std::string error;
  const bool finished = file.finish(error);
  EXPECT_EQ(finished, error.empty());
  return error;
}

/// As on a disk with so much room.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST(OutputFile, AFullDiskLeavesTheOldOneAndNothingElse) {
  const TemporaryFolder folder;
  const std::string old = folder / "old", fresh = folder / "new";
  std::ofstream(old) << "yesterday's";
  const FullDisk full(10'000);
  EXPECT_THAT(said_of_writing(old, kLong), HasSubstr("old cannot be written: "));
  EXPECT_TRUE(file_text(old) == "yesterday's");
  EXPECT_THAT(said_of_writing(fresh, kLong), HasSubstr("new cannot be written: "));
  EXPECT_EQ(files_beside(old), 1);
}

TEST(OutputFile, OneThatIsNotFinishedLeavesTheOldOneAndNothingElse) {
  const TemporaryFolder folder;
  const std::string old = folder / "old";
  std::ofstream(old) << "yesterday's";
  {
    OutputFile file(old), fresh(folder / "new");
    file.write(kLong);
    fresh.write(kLong);
    EXPECT_TRUE(file_text(old) == "yesterday's");
  }
  EXPECT_TRUE(file_text(old) == "yesterday's");
  EXPECT_EQ(files_beside(old), 1);
}

TEST(OutputFile, IsOfItsUserAloneOrHasTheRightsOfTheOneItReplaces) {
  const TemporaryFolder folder;
  const std::string old = folder / "old", fresh = folder / "new";
  std::ofstream(old) << "yesterday's, and longer than what comes";
  fs::permissions(old, fs::perms(0640));
  for (const std::string& path : {old, fresh}) {
    EXPECT_EQ(said_of_writing(path, "today's"), "");
    EXPECT_EQ(file_text(path), "today's");
  }
  EXPECT_EQ(fs::status(old).permissions(), fs::perms(0640));
  EXPECT_EQ(fs::status(fresh).permissions(), fs::perms(0600));
  EXPECT_EQ(files_beside(old), 2);
  const std::string longest = folder / std::string(NAME_MAX, 'n');
  EXPECT_EQ(said_of_writing(longest, "today's"), "");
  EXPECT_EQ(file_text(longest), "today's");
}

TEST(OutputFile, WhatMayNotBeWrittenIsNotReplaced) {
  const TemporaryFolder folder;
  const std::string path = folder / "kept";
  std::ofstream(path) << "kept";
  fs::permissions(path, fs::perms(0400));
  constexpr uid_t kNobody = 65534;
  const bool root = ::geteuid() == 0;  // who may write everything
  if (root) {
    for (const auto& each : {path, fs::path(path).parent_path().string()})
      ASSERT_EQ(::chown(each.c_str(), kNobody, kNobody), 0);
  }
  const auto said = said_by([&]() -> std::string {
    if (root && ::setresuid(kNobody, kNobody, kNobody) != 0) return "still root";
    return said_of_writing(path, "other");
  });
  EXPECT_THAT(said, HasSubstr("cannot be written"));
  EXPECT_EQ(file_text(path), "kept");
}

TEST(OutputFile, ALinkIsRefused) {
  const TemporaryFolder folder;
  const std::string aim = folder / "aim", link = folder / "link", dangling = folder / "dangling";
  std::ofstream(aim) << "precious";
  fs::create_symlink(aim, link);
  fs::create_symlink(folder / "nothing", dangling);
  for (const std::string& path : {link, dangling}) EXPECT_THAT(said_of_writing(path, "other"), HasSubstr("is a link"));
  EXPECT_EQ(file_text(aim), "precious");
  EXPECT_EQ(files_beside(aim), 3);
}

TEST(OutputFile, DevicesPipesAndDescriptorsAreWrittenAsTheyAre) {
  const TemporaryFolder folder;
  EXPECT_THAT(said_of_writing("/dev/full", "text"), HasSubstr("cannot be written"));
  EXPECT_EQ(said_of_writing("/dev/null", kLong), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null") && fs::is_character_file("/dev/full"));

  const std::string pipe = folder / "pipe", text = folder / "text";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_EQ(said_of_writing(pipe, "through"), "");
  char got[16] = {};
  EXPECT_EQ(::read(reader, got, sizeof got), 7);
  EXPECT_STREQ(got, "through");
  ::close(reader);

  const int written = ::open(text.c_str(), O_WRONLY | O_CREAT, 0644);  // as > text behind --out /dev/stdout
  const ino_t inode = [&] {
    struct stat status {};
    EXPECT_EQ(::fstat(written, &status), 0);
    return status.st_ino;
  }();
  EXPECT_EQ(said_of_writing("/dev/fd/" + std::to_string(written), "to a descriptor"), "");
  EXPECT_EQ(said_of_writing("/proc/self/fd/" + std::to_string(written), "to a descriptor"), "");
  struct stat after {};
  EXPECT_EQ(::stat(text.c_str(), &after), 0);
  EXPECT_EQ(after.st_ino, inode);
  EXPECT_EQ(file_text(text), "to a descriptor");
  ::close(written);
}

TEST(OutputFile, AFolderIsNoFile) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "folder");
  EXPECT_THAT(said_of_writing(folder / "folder", "text"), HasSubstr("cannot be written"));
  EXPECT_THAT(said_of_writing(folder / "none/file", "text"), HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace jitterscope::trace
