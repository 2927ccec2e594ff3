// What was set when a span began, and what changed in it.
#include "ui/handout/settings_of_span.h"

#include <gtest/gtest.h>

namespace jitterscope::settings_of_span_test {
namespace {

using Kind = LoggedChange::Kind;

const std::vector<LoggedChange> kLog{{Kind::kSetting, 0.1, false, "shaping", "b,60"},
                                     {Kind::kSetting, 0.2, true, "shaping", "a"},
                                     {Kind::kSetting, 0.2, false, "priority.audio-send", "realtime"},
                                     {Kind::kSetting, 5, false, "shaping", "c"},
                                     {Kind::kSetting, 6, false, "shaping", "c"},
                                     {Kind::kMarker, 7, false, {}, "here"},
                                     {Kind::kDemonstration, 8, true, {}, "settling shaping"},
                                     {Kind::kSetting, 9, true, "something new", "1,2"}};

QStringList words(const SettingsOfSpan& of) {
  QStringList all;
  for (const auto& change : of.changes) all << change.what;
  return all;
}

TEST(SettingsOfSpan, OfAWholeCall) {
  const auto of = settings_of_span(kLog, {}, 0, 20);
  ASSERT_EQ(of.at_begin.size(), 1u) << "classes have a table of their own";
  EXPECT_EQ(of.at_begin[0].name, "Shaping");
  EXPECT_EQ(of.at_begin[0].here, "B, 60");
  EXPECT_EQ(of.at_begin[0].remote, "A");
  EXPECT_EQ(words(of), (QStringList{"Shaping C", "Marker “here”", "something new 1, 2"}))
      << "neither what stays as it is nor the demonstration as the remote tells it";
  EXPECT_EQ(of.changes[0].who, "this end");
}

TEST(SettingsOfSpan, OfAStretchWithWhatWasSetBefore) {
  const auto of = settings_of_span(kLog, {}, 6.5, 8);
  EXPECT_EQ(of.at_begin[0].here, "C");
  EXPECT_EQ(words(of), QStringList{"Marker “here”"});
}

TEST(SettingsOfSpan, ClassesAskedForBesideThoseInForce) {
  ThreadRow thread;
  thread.role = ThreadRole::kAudioSend;
  thread.requested = "realtime";
  thread.effective = "default";
  const auto of = settings_of_span(kLog, {thread}, 0, 20);
  ASSERT_EQ(of.classes.size(), 1u);
  EXPECT_EQ(of.classes[0].thread, "audio-send");
  EXPECT_EQ(of.classes[0].asked, "real-time");
  EXPECT_TRUE(of.classes[0].in_force.contains("▲")) << of.classes[0].in_force.toStdString();
}

}  // namespace
}  // namespace jitterscope::settings_of_span_test
