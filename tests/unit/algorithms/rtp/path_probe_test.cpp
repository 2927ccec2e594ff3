#include "core/algorithms/rtp/path_probe.h"

#include <gtest/gtest.h>

namespace jitterscope::path_probe_test {
namespace {

using namespace rtp;

constexpr PathProbe kQuestion{false, 11, 0x0123456789ABCDEF, 22};

std::array<std::uint8_t, kPathProbeBytes> written(const PathProbe& probe) {
  std::array<std::uint8_t, kPathProbeBytes> bytes{};
  EXPECT_EQ(write_path_probe(bytes, probe), kPathProbeBytes);
  return bytes;
}

TEST(PathProbe, ReadsBackAndStandsOnTheWireAsDocumented) {
  const auto bytes = written(kQuestion);
  EXPECT_EQ(path_question(bytes), kQuestion);
  const std::array<std::uint8_t, 12> data{0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0, 0, 0, 22};
  EXPECT_TRUE(std::equal(data.begin(), data.end(), bytes.end() - 12));
  const std::array<std::uint8_t, 4> name{'J', 'S', 'P', 'P'};
  EXPECT_TRUE(std::equal(name.begin(), name.end(), bytes.begin() + 16));
}

TEST(PathProbe, AnAnswerGoesBackToWhoAskedAndIsNoQuestion) {
  const auto bytes = written(kQuestion.answered());
  EXPECT_FALSE(path_question(bytes));
  const auto compound = parse_rtcp(bytes);
  ASSERT_TRUE(compound && compound->app);
  EXPECT_EQ(parse_path_probe(*compound->app), (PathProbe{true, 22, kQuestion.token, 11}));
}

TEST(PathProbe, OtherDatagramsAreNone) {
  const auto bytes = written(kQuestion);
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(path_question(ConstBytes(bytes).first(size)));
  for (const std::size_t place : {0, 1, 9, 16, 19}) {
    auto changed = bytes;
    changed[place] ^= 0x40;
    EXPECT_FALSE(path_question(changed)) << place;
  }
  std::array<std::uint8_t, kPathProbeBytes - 1> small{};
  EXPECT_EQ(write_path_probe(small, kQuestion), 0u);
}

}  // namespace
}  // namespace jitterscope::path_probe_test
