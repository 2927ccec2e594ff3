// The playout control: what it sends, and that it says what is in force.
#include <QCheckBox>
#include <QComboBox>

#include "core/measures/views/playout_choice.h"
#include "core/measures/views/playout_view.h"
#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::playout_control_test {
namespace {

class PlayoutControlTest : public WindowFixture {
 protected:
  QComboBox* policy(const QString& medium) { return named<QComboBox>("Playout of the " + medium); }
  QuantityField* delay(const QString& medium) { return field("Playout delay of the " + medium); }
};

TEST_F(PlayoutControlTest, APolicyActsAtOnceOnItsMedium) {
  open();
  for (int kind = 0; kind < static_cast<int>(playout_choices().size()); ++kind) {
    policy("sound")->setCurrentIndex(kind);
    emit policy("sound")->activated(kind);
    const auto* sent = session.last<SetPlayout>();
    ASSERT_NE(sent, nullptr);
    EXPECT_EQ(sent->key, Medium::kAudio);
    EXPECT_EQ(static_cast<int>(playout_choice_of(sent->value)), kind);
  }
  EXPECT_EQ(session.count<SetPlayout>(), static_cast<int>(playout_choices().size()));
  policy("picture")->setCurrentIndex(6);
  emit policy("picture")->activated(6);
  EXPECT_EQ(session.last<SetPlayout>()->key, Medium::kVideo);
  EXPECT_EQ(session.last<SetPlayout>()->value.to_string(), "ramjee4");
}

TEST_F(PlayoutControlTest, TheDelayIsOfTheFixedPolicyAlone) {
  open();
  ASSERT_TRUE(delay("sound")->isVisible());
  delay("sound")->setValue(85);
  ASSERT_NE(session.last<SetPlayout>(), nullptr);
  EXPECT_EQ(session.last<SetPlayout>()->value.to_string(), "i:85");
  session.set.playout[Medium::kAudio] = *PlayoutSetting::parse("ramjee1");
  ticks(6);
  EXPECT_FALSE(delay("sound")->isVisible());
  EXPECT_TRUE(delay("picture")->isVisible());
  EXPECT_EQ(policy("sound")->currentIndex(), 3);
}

TEST_F(PlayoutControlTest, TheFixedDelayIsNeverZeroUnasked) {
  session.set.playout[Medium::kAudio] = *PlayoutSetting::parse("ramjee1");
  open();
  policy("sound")->setCurrentIndex(1);
  emit policy("sound")->activated(1);
  EXPECT_EQ(session.last<SetPlayout>()->value.to_string(), "i:60");
}

TEST_F(PlayoutControlTest, SaysWhatIsInForce) {
  open();
  EXPECT_TRUE(labelled("in force: I-policy 60"));
  EXPECT_TRUE(labelled("live optimum 74.2")) << "of a policy that finds its delay itself";
  EXPECT_TRUE(labelled("sound +4.2"));
  publish([](CallSnapshot& now) { now.received(Medium::kAudio).playout->lip_sync_ms = -3.02; });
  EXPECT_TRUE(labelled("sound −3.02")) << "a minus, not a hyphen";
  publish([](CallSnapshot& now) { now.received(Medium::kAudio).playout.reset(); });
  EXPECT_TRUE(labelled("in force: –"));
}

TEST_F(PlayoutControlTest, LipSyncIsSwitchedAndEveryPolicyExplained) {
  open();
  auto* lip_sync = policy("sound")->parentWidget()->findChild<QCheckBox*>();
  ASSERT_TRUE(lip_sync->isChecked());
  lip_sync->click();
  ASSERT_NE(session.last<SetLipSync>(), nullptr);
  EXPECT_FALSE(session.last<SetLipSync>()->value);
  auto* box = policy("sound");
  ASSERT_EQ(box->count(), static_cast<int>(playout_choices().size()));
  for (int i = 0; i < box->count(); ++i) EXPECT_GT(box->itemData(i, Qt::ToolTipRole).toString().size(), 30) << i;
}

}  // namespace
}  // namespace jitterscope::playout_control_test
