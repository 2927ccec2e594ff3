#include "core/call/exchange/setting_handover.h"
#include "core/events/event.h"

#include <gtest/gtest.h>

#include "core/events/kinds/notice.h"
#include "core/events/kinds/setting_changed.h"
#include "core/events/settings.h"

namespace jitterscope::setting_handover_test {
namespace {

SettingChanged mark(int block, std::int64_t asked_ns) {
  return changed_to(SetAudioBlock{block}, "local", Timestamp::ns(asked_ns));
}

class SettingHandoverTest : public testing::Test {
 protected:
  bool take(std::int64_t now_ns) {
    return handover.take(Timestamp::ns(now_ns), [this](const Event& event) { said.push_back(event); });
  }
  SettingHandover<int> handover{256};
  std::vector<Event> said;
};

TEST_F(SettingHandoverTest, TheMarkTellsWhenItWasAskedForAndWhenItTookEffect) {
  EXPECT_FALSE(take(1));
  const SettingChanged asked = mark(171, 10);
  const TakenOver taken = handover.put(171, &asked);
  EXPECT_TRUE(taken.waits());
  EXPECT_EQ(handover.value(), 256);
  EXPECT_TRUE(take(30));
  EXPECT_EQ(handover.value(), 171);
  EXPECT_FALSE(taken.waits());
  ASSERT_EQ(said.size(), 1u);
  const auto& said_of_it = get<SettingChanged>(said[0]);
  EXPECT_EQ(said_of_it.at, Timestamp::ns(30));
  EXPECT_EQ(said_of_it.asked, Timestamp::ns(10));
  EXPECT_EQ(as<setting::AudioBlock>(said_of_it), SetAudioBlock{171});
  EXPECT_FALSE(take(40)) << "once";
}

TEST_F(SettingHandoverTest, WhatWasReplacedBeforeItTookEffectIsCountedAndNotSaidToBeInForce) {
  const SettingChanged first = mark(171, 10), last = mark(128, 20),
                       other = changed_to(SetMuted{true}, "local", Timestamp::ns(15));
  handover.put(171, &first);
  handover.put(171, &other);
  const TakenOver taken = handover.put(128, &last);
  EXPECT_TRUE(take(30));
  EXPECT_FALSE(taken.waits());
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(get<SettingChanged>(said[0]).name.view(), "muted");
  EXPECT_EQ(get<SettingChanged>(said[1]).value.view(), "128");
  EXPECT_EQ(get<Notice>(said[2]).text.view(), "Changes that others replaced before they took effect: 1.");
}

TEST_F(SettingHandoverTest, AValueWithoutAMarkIsNotSaidAndWaitedForByNobody) {
  EXPECT_FALSE(handover.put(171, nullptr).is_handed());
  EXPECT_TRUE(take(30));
  EXPECT_EQ(handover.value(), 171);
  EXPECT_TRUE(said.empty());
  EXPECT_FALSE(TakenOver().waits());
}

TEST_F(SettingHandoverTest, OfManyTheLastIsInForceAndItsMarkTheOnlyOne) {
  TakenOver first, last;
  for (int i = 0; i < 50; ++i) {
    const SettingChanged asked = mark(100 + i, i);
    (i == 0 ? first : last) = handover.put(100 + i, &asked);
  }
  EXPECT_TRUE(first.waits() && last.waits());
  EXPECT_TRUE(take(60));
  EXPECT_EQ(handover.value(), 149);
  EXPECT_FALSE(first.waits() || last.waits());
  ASSERT_EQ(said.size(), 2u);
  EXPECT_EQ(get<SettingChanged>(said[0]).value.view(), "149");
  for (int i = 0; i < 50; ++i) {  // a remote may ask often
    const SettingChanged one = mark(i, 100), other = mark(200 + i, 101);
    handover.put(i, &one);
    handover.put(200 + i, &other);
    take(200 + i);
  }
  EXPECT_EQ(said.size(), 52u) << "notices come rarely";
}

TEST_F(SettingHandoverTest, WhatIsInForceAtOnceIsNotFollowedByAnOlderMark) {
  const SettingChanged asked = mark(171, 10);
  handover.put(171, &asked);
  handover.put_at_once(64);
  EXPECT_TRUE(take(30));
  EXPECT_EQ(handover.value(), 64);
  for (const Event& event : said) EXPECT_FALSE(holds_alternative<SettingChanged>(event));
}

}  // namespace
}  // namespace jitterscope::setting_handover_test
