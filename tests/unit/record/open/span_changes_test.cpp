// The changes of a span out of a log of any length: what is said of them is the same, as far as they are listed.
#include "core/record/open/span_changes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace jitterscope::span_changes_test {
namespace {

using Kind = LoggedChange::Kind;

LoggedChange set(double at_s, const std::string& name, const std::string& value, bool remote = false) {
  return {Kind::kSetting, at_s, remote, name, value};
}
LoggedChange marker(double at_s, const std::string& text) {
  return {Kind::kMarker, at_s, false, {}, text};
}

ChangesOfSpan kept(const std::vector<LoggedChange>& log, double from_s, double to_s) {
  SpanChanges changes(from_s, to_s);
  for (const LoggedChange& change : log) changes.take(change);
  return changes.kept();
}

std::vector<std::string> words(const ChangesOfSpan& of) {
  std::vector<std::string> all;
  for (const LoggedChange& change : of.changes)
    all.push_back(fmt::format("{} {}{} {}", change.at_s, change.remote ? "remote " : "", change.name, change.value));
  return all;
}

TEST(SpanChanges, AFewStandThereAsTheyAre) {
  const auto of = kept({set(0.1, "shaping", "b"), set(0.2, "shaping", "a", true), set(5, "shaping", "c"),
                        set(6, "shaping", "c"), marker(7, "here"), set(9, "fps", "5"), set(21, "fps", "6")},
                       0, 20);
  EXPECT_EQ(words(of),
            (std::vector<std::string>{"0.1 shaping b", "0.2 remote shaping a", "5 shaping c", "7  here", "9 fps 5"}));
  EXPECT_EQ(of.more, 0);
  EXPECT_FALSE(of.more_settings);
}

TEST(SpanChanges, OfWhatWasBeforeTheNewestOfEachSettingIsKept) {
  const auto of = kept({set(0.1, "shaping", "b"), set(4, "fps", "9"), set(5, "shaping", "c"), marker(5, "before"),
                        set(6.6, "shaping", "c"), set(6.7, "fps", "8")},
                       6.5, 8);
  EXPECT_EQ(words(of), (std::vector<std::string>{"5 shaping c", "4 fps 9", "6.7 fps 8"}));
}

TEST(SpanChanges, OfManyTheFirstOnesAreKeptAndToWhatEachWasSetLast) {
  constexpr int kMany = 144'000;
  SpanChanges changes(0, 1e9);
  changes.take(set(0.1, "shaping", "b"));
  for (int i = 0; i < kMany; ++i) changes.take(set(10 + i, "fps", std::to_string(i)));
  changes.take(set(200'000, "shaping", "c"));
  changes.take(set(200'001, "shaping", "b"));
  const auto of = changes.kept();
  ASSERT_EQ(of.changes.size(), 1 + SpanChanges::kMostListed + 1);
  EXPECT_EQ(of.changes[1].value, "0");
  EXPECT_EQ(of.changes.back().value, "143999");
  EXPECT_EQ(of.more + static_cast<std::int64_t>(of.changes.size()), 1 + kMany + 2);
}

TEST(SpanChanges, MoreSettingsThanACallHasAreNotKept) {
  SpanChanges changes(0, 1e9);
  for (int i = 0; i < 100'000; ++i) changes.take(set(0.1, std::to_string(i), "on"));
  for (int i = 0; i < 100'000; ++i) changes.take(set(9, std::to_string(i), "off"));
  const auto of = changes.kept();
  EXPECT_TRUE(of.more_settings);
  EXPECT_LE(of.changes.size(), 2 * SpanChanges::kMostSettings + SpanChanges::kMostListed);
  EXPECT_EQ(of.more + static_cast<std::int64_t>(of.changes.size() - SpanChanges::kMostSettings), 100'000);
}

}  // namespace
}  // namespace jitterscope::span_changes_test
