#include "core/record/disk/private_file.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>

#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using trace_test::TemporaryFolder;

constexpr uid_t kSomebody = 12'345;

/// Gives it to somebody else, where that can be done.
bool give_away(const std::string& path) {
  return ::geteuid() == 0 && ::chown(path.c_str(), kSomebody, kSomebody) == 0;
}

TEST(PrivateFile, AFolderOfAnotherUserIsRefused) {
  const TemporaryFolder folder;
  const std::string mine = folder / "mine";
  fs::create_directory(mine);
  EXPECT_EQ(why_not_private(mine + "/call"), "");
  EXPECT_EQ(why_not_private("/call"), "") << "root's is everybody's";
  const bool given = give_away(mine);
  const uid_t user = given ? ::geteuid() : ::geteuid() + 1;
  fs::permissions(mine, fs::perms(01777));
  EXPECT_THAT(why_not_private(mine + "/call", user), HasSubstr("belongs to another user"));
  EXPECT_EQ(why_not_private(mine + "/call", given ? kSomebody : ::geteuid()), "");
}

TEST(PrivateFile, AnEmptyFileThatOthersMayHaveOpenIsMadeAnew) {
  const TemporaryFolder folder;
  const std::string path = folder / "call";
  std::ofstream{path};
  for (const int rights : {0600, 0644, 0620, 0604}) {
    fs::permissions(path, fs::perms(rights));
    std::ifstream reader(path);
    ASSERT_TRUE(take_empty_file(path));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0600));
    std::ofstream(path) << "secret";
    std::string seen;
    reader >> seen;
    EXPECT_EQ(seen, rights == 0600 ? "secret" : "") << std::oct << rights;
    fs::resize_file(path, 0);
  }
}

TEST(PrivateFile, AnEmptyFileOfAnotherUserOrNameIsNotTaken) {
  const TemporaryFolder folder;
  const std::string path = folder / "call", other = folder / "other", link = folder / "link",
                    foreign = folder / "foreign";
  for (const std::string& each : {path, foreign}) std::ofstream{each};
  for (const std::string& each : {path, foreign}) fs::permissions(each, fs::perms(0600));
  fs::create_symlink(path, link);
  EXPECT_FALSE(take_empty_file(link));
  EXPECT_FALSE(take_empty_file(folder / "none"));
  fs::create_hard_link(path, other);
  EXPECT_FALSE(take_empty_file(path));
  EXPECT_TRUE(fs::exists(path) && fs::exists(other));
  if (give_away(foreign)) {
    EXPECT_FALSE(take_empty_file(foreign));
    EXPECT_TRUE(fs::exists(foreign));
  }
}

}  // namespace
}  // namespace jitterscope
