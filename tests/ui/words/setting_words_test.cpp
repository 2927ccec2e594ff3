// What a log says of settings, as the window writes it.
#include <gmock/gmock.h>

#include "core/measures/views/log_rows.h"
#include "ui/compare/set_differences.h"
#include "ui/words/setting_words.h"

namespace jitterscope::setting_words_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LoggedChange set(double at_s, const std::string& name, const std::string& value, bool remote = false) {
  return {LoggedChange::Kind::kSetting, at_s, remote, name, value};
}
std::string words(const std::string& text, bool remote = false) {
  return mark_words({1, text, remote}).toStdString();
}

TEST(MarkWords, ALinkReadsAsItDoesInItsControl) {
  EXPECT_EQ(mark_words({0, "link up:rate=300kbit,queue=20,delay=20ms;down:off", false}).toStdString(),
            "Link up 300 kbit/s, 20 packets, 20 ms; down direct");
  EXPECT_EQ(mark_words({0, "link off", true}), "remote: Link off");
}

TEST(MarkWords, OfASetting) {
  EXPECT_EQ(words("shaping c"), "Shaping C");
  EXPECT_EQ(words("shaping c", true), "remote: Shaping C");
  EXPECT_EQ(words("priority.video-send nice:-5"), "video-send nice −5");
  EXPECT_EQ(words("priority.audio-receive realtime", true), "remote: audio-receive real-time");
}

TEST(MarkWords, OfADemonstration) {
  EXPECT_EQ(words("demonstration settling shaping"), "Demonstration begins");
  EXPECT_EQ(words("demonstration before c"), "Demonstration, first half: C");
  EXPECT_EQ(words("demonstration switching"), "Demonstration: switching over");
  EXPECT_EQ(words("demonstration after realtime"), "Demonstration, second half: real-time");
  EXPECT_EQ(words("demonstration done", true), "remote: Demonstration over");
  EXPECT_EQ(words("demonstration stopped"), "Demonstration stopped");
}

TEST(MarkWords, AMarkerIsItsOwnText) {
  for (const char* text : {"mark 1", "", "shaping", "shaping zzz", "demonstration", "demonstration of nothing", " x"})
    EXPECT_EQ(words(text), text);
}

std::vector<std::string> in_words(const std::vector<QString>& differences) {
  std::vector<std::string> all;
  for (const auto& line : differences) all.push_back(line.toStdString());
  return all;
}
std::vector<std::string> differences(const std::vector<LoggedChange>& log, double from_s, double from2_s) {
  return in_words(set_differences({log, from_s, from_s + 10}, {log, from2_s, from2_s + 10}, true));
}

TEST(SetDifferences, AreOfWhatWasInForceWhenEachBegan) {
  const std::vector<LoggedChange> log{set(0.2, "shaping", "c"), set(0.3, "shaping", "b", true), set(30, "shaping", "a"),
                                      set(30, "shaping", "b", true)};
  EXPECT_THAT(differences(log, 10, 40), ElementsAre("Shaping C → A"));
  EXPECT_THAT(differences(log, 10, 20), IsEmpty());
}

TEST(SetDifferences, TheBeginningOfACallIsAfterBothHaveSaidTheirs) {
  EXPECT_THAT(differences({set(0.2, "shaping", "c"), set(30, "shaping", "a")}, 0, 40), ElementsAre("Shaping C → A"));
}

TEST(SetDifferences, ThreadsThatWentTheSameWayAreOne) {
  std::vector<LoggedChange> log;
  for (const char* thread : {"audio-send", "audio-receive", "video-send"}) {
    log.push_back(set(0.2, std::string("priority.") + thread, "default"));
    log.push_back(set(30, std::string("priority.") + thread, "realtime"));
  }
  log.push_back(set(0.2, "priority.encoder", "default"));
  EXPECT_THAT(differences(log, 10, 40), ElementsAre("Priority of 3 default → real-time"));
}

TEST(SetDifferences, WhatHadNotBeenSetIsADash) {
  EXPECT_THAT(differences({set(0.2, "fps", "15"), set(30, "shaping", "a")}, 10, 40), ElementsAre("Shaping – → A"));
}

TEST(SetDifferences, OfTwoCallsOnlyWhatBothTellOf) {
  const std::vector<LoggedChange> one{set(0.2, "shaping", "c"), set(0.2, "fps", "15")}, other{set(0.2, "shaping", "a")};
  EXPECT_THAT(in_words(set_differences({one, 0, 10}, {other, 0, 10}, false)), ElementsAre("Shaping C → A"));
}

TEST(SetDifferences, WhatARecordingSaysAsItBeginsWasSoBefore) {
  const std::vector<LoggedChange> log{set(50, "shaping", "c"), set(50.1, "fps", "15"), set(80, "shaping", "a")};
  EXPECT_THAT(differences(log, 40, 90), ElementsAre("Shaping C → A"));
  EXPECT_EQ(changes_within({log, 40, 70}), 0);
  EXPECT_EQ(changes_within({log, 40, 90}), 1);
}

/// A stretch that begins with a change begins at that change's time in whole milliseconds.
TEST(SetDifferences, AStretchIsUnderTheChangeThatItBeginsWith) {
  const std::vector<LoggedChange> log{set(0.2, "shaping", "c"), set(30.0004, "shaping", "a")};
  EXPECT_THAT(differences(log, 10, 30.0), ElementsAre("Shaping C → A"));
  EXPECT_EQ(changes_within({log, 30.0, 40}), 0);
}

TEST(ChangesWithin, AreCountedOnceAndWithoutWhatIsSaidAsTheCallBegins) {
  const std::vector<LoggedChange> log{set(0.2, "shaping", "c"), set(5, "shaping", "a"), set(6, "shaping", "a"),
                                      set(7, "shaping", "b", true), set(20, "shaping", "c")};
  EXPECT_EQ(changes_within({log, 0, 10}), 2);
  EXPECT_EQ(changes_within({log, 8, 10}), 0);
}

}  // namespace
}  // namespace jitterscope::setting_words_test
