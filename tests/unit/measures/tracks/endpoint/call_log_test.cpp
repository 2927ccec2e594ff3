#include "core/measures/tracks/endpoint/call_log.h"

#include <gtest/gtest.h>

namespace jitterscope::call_log_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(5'000'000'000);
constexpr int kChanges = 600;

Timestamp at_s(std::int64_t seconds) {
  return kBegan + Duration::seconds(seconds);
}

SettingChanged shaping(End end, const char* words, Timestamp at) {
  return {ShortText<32>("shaping"), ShortText<160>(words), end, ShortText<16>("local"), at};
}

CallSnapshot seen(const CallLog& log) {
  CallSnapshot snapshot;
  log.fill(snapshot, at_s(3600));
  return snapshot;
}

bool has_notice(const CallSnapshot& seen, std::string_view text) {
  return std::ranges::find(seen.notices, text, &NoticeRow::text) != seen.notices.end();
}

TEST(CallLog, WhatTheRemoteChangesPushesNoMarkOfThisEndOut) {
  CallLog log(kBegan);
  log.add(Marker{ShortText<64>("here"), at_s(1)});
  log.add(shaping(End::kLocal, "b", at_s(2)));
  log.add(shaping(End::kLocal, "c", at_s(2)));
  for (int i = 0; i < kChanges; ++i) log.add(shaping(End::kRemote, i % 2 == 0 ? "a" : "c", at_s(3 + i)));
  const CallSnapshot all = seen(log);
  ASSERT_GE(all.marks.size(), 3u);
  EXPECT_EQ(all.marks[0].text, "here");
  EXPECT_EQ(all.marks[1].text, "shaping c");
  EXPECT_LE(all.marks.size(), 500u);
  EXPECT_TRUE(all.marks.back().remote);
  EXPECT_EQ(all.marks.back().at_s, 2 + kChanges) << "the newest stays";
  EXPECT_TRUE(std::ranges::is_sorted(all.marks, {}, &MarkRow::at_s));
}

TEST(CallLog, WhatEveryCallBeginsWithIsNoMarkAndALaterChangeIs) {
  constexpr bool kOwnAlone = true;
  for (const auto& [name, first, later, own] :
       {std::tuple("transport", "udp", "tcp", false), std::tuple("rate-control", "off", "two-stream", false),
        std::tuple("shaping", "c", "a", false), std::tuple("video-load", "0", "2", false),
        std::tuple("priority.audio-send", "default", "nice:-5", false),
        std::tuple("playout.audio", "ramjee4", "i:60", kOwnAlone), std::tuple("lip-sync", "on", "off", kOwnAlone)})
    for (const End end : {End::kLocal, End::kRemote}) {
      if (own && end == End::kRemote) continue;
      CallLog log(kBegan);
      const auto say = [&, name = name, end = end](const char* words, Timestamp at) {
        log.add(SettingChanged{ShortText<32>(name), ShortText<160>(words), end, ShortText<16>("local"), at});
      };
      say(first, kBegan + Duration::ms(30));
      EXPECT_TRUE(seen(log).marks.empty()) << name;
      say(later, kBegan + Duration::ms(600));
      EXPECT_EQ(seen(log).marks.size(), 1u) << name << ": it is a change, however early";
      say(later, at_s(4));
      say(first, at_s(5));
      EXPECT_EQ(seen(log).marks.size(), 2u) << name;
      EXPECT_EQ(seen(log).marks[1].text, std::string(name) + " " + first);
    }
}

TEST(CallLog, ShapingAndRingsAreAsLastSaid) {
  CallLog log(kBegan);
  log.add(shaping(End::kRemote, "a", kBegan));
  log.add(shaping(End::kLocal, "b", kBegan));
  log.add(shaping(End::kRemote, "c", at_s(1)));
  for (const int dropped : {3, 5}) log.add(RingDropped{ShortText<24>("video-send events"), dropped, at_s(1)});
  EXPECT_EQ(seen(log).shaping_local, "b");
  EXPECT_EQ(seen(log).shaping_remote, "c");
  ASSERT_EQ(seen(log).rings.size(), 1u);
  EXPECT_EQ(seen(log).rings[0].dropped, 5);
}

TEST(CallLog, WhatOnlySomeCallsBeginWithIsAMark) {
  CallLog log(kBegan);
  log.add(SettingChanged{ShortText<32>("muted"), ShortText<160>("yes"), End::kRemote, ShortText<16>("local"),
                         kBegan + Duration::ms(30)});
  EXPECT_EQ(seen(log).marks.size(), 1u);
}

TEST(CallLog, AComparisonThatSaysTheSameAgainIsNoMark) {
  CallLog log(kBegan);
  const auto enter = [&](DemonstrationPhase phase, End end) {
    log.add(DemonstrationEntered{phase, DemonstrationKind::kShaping, {}, end, at_s(10)});
  };
  for (int i = 0; i < kChanges; ++i) enter(DemonstrationPhase::kDone, End::kRemote);
  EXPECT_EQ(seen(log).marks.size(), 1u);
  enter(DemonstrationPhase::kDone, End::kLocal);
  enter(DemonstrationPhase::kSettling, End::kRemote);
  enter(DemonstrationPhase::kDone, End::kRemote);
  EXPECT_EQ(seen(log).marks.size(), 4u);
}

TEST(CallLog, WhatIsSaidAgainAndAgainPushesNothingElseOut) {
  CallLog log(kBegan);
  log.add(Notice{2, ShortText<160>("The disk is full."), at_s(1)});
  log.add(Notice{0, ShortText<160>("Rate control begins."), at_s(2)});
  for (int i = 0; i < kChanges; ++i)
    log.add(Notice{1, ShortText<160>(i % 2 == 0 ? "Cleo records your sound." : "Cleo records your pictures."),
                   at_s(3 + i)});
  const CallSnapshot all = seen(log);
  EXPECT_LE(all.notices.size(), 50u);
  EXPECT_TRUE(has_notice(all, "The disk is full."));
  EXPECT_TRUE(has_notice(all, "Rate control begins."));
  EXPECT_EQ(all.notices.back().number, kChanges + 2) << "the newest stays";
}

TEST(CallLog, AnErrorOutlastsNoticesOfOtherWords) {
  CallLog log(kBegan);
  log.add(Notice{2, ShortText<160>("The disk is full."), at_s(1)});
  for (int i = 0; i < kChanges; ++i) log.add(Notice{1, ShortText<160>(std::to_string(i)), at_s(3 + i)});
  EXPECT_TRUE(has_notice(seen(log), "The disk is full."));
  EXPECT_TRUE(has_notice(seen(log), std::to_string(kChanges - 1)));
  for (int i = 0; i < kChanges; ++i) log.add(Notice{2, ShortText<160>("error " + std::to_string(i)), at_s(1000 + i)});
  log.add(Notice{0, ShortText<160>("after all of them"), at_s(3000)});
  EXPECT_TRUE(has_notice(seen(log), "after all of them"));
  EXPECT_EQ(seen(log).notices.size(), 50u);
}

}  // namespace
}  // namespace jitterscope::call_log_test
