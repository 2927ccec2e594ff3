// Link and loads in the window: what the controls send.
#include <QComboBox>
#include <QLineEdit>

#include "core/measures/views/conditions_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/conditions_panel.h"
#include "ui/words/link_words.h"

namespace jitterscope::conditions_test {
namespace {

class ConditionsTest : public WindowFixture {
 protected:
  void SetUp() override { forget_link("Classroom"); }
  std::string sent_link() {
    const auto* link = session.last<SetLink>();
    return link ? link->value.to_string() : "nothing";
  }
};

TEST_F(ConditionsTest, QuantitiesSetTheLinkOnceAfterEditing) {
  open();
  EXPECT_EQ(field("Rate")->value(), 2000);
  EXPECT_EQ(field("Queue limit")->value(), 20);
  field("Rate")->setValue(1000);
  field("Queue limit")->setValue(10);
  field("Delay")->setValue(5);
  field("Loss")->setValue(1);
  EXPECT_EQ(session.count<SetLink>(), 0) << "waits for a moment";
  settle();
  EXPECT_EQ(session.count<SetLink>(), 1);
  EXPECT_EQ(sent_link(), "rate=1mbit,queue=10,delay=5ms,line-loss=1%");
  EXPECT_EQ(named<QLineEdit>("Link in words")->text(), "rate=1mbit,queue=10,delay=5ms,line-loss=1%");
  ticks(5);  // every fifth shows the settings; the session is given 1.5 s, and more would take longer under a sanitizer
  EXPECT_EQ(field("Rate")->value(), 1000) << "does not jump back before the session answers";
}

TEST_F(ConditionsTest, ARateIsTypedInMbitToo) {
  open();
  for (const auto& [typed, kbps] : {std::pair("2 Mbit/s", 2000.0), std::pair("1.5M", 1500.0), std::pair("750", 750.0),
                                    std::pair("3Mbit", 3000.0)}) {
    auto* rate = field("Rate");
    type_into(*rate, typed);
    EXPECT_EQ(rate->value(), kbps) << typed;
    EXPECT_EQ(rate->text(), QString::number(kbps) + " kbit/s");
  }
}

TEST_F(ConditionsTest, ADirectionIsSetForItself) {
  open();
  named<QAbstractButton>("Direction of the link: up")->click();
  field("Delay")->setValue(50);
  settle();
  ASSERT_NE(session.last<SetLink>(), nullptr);
  EXPECT_EQ(session.last<SetLink>()->value.up.delay, Duration::ms(50));
  EXPECT_EQ(session.last<SetLink>()->value.down.delay, Duration::ms(20));
  named<QAbstractButton>("Direction of the link: down")->click();
  EXPECT_EQ(field("Delay")->value(), 20);
  named<QAbstractButton>("Direction of the link: both")->click();
  EXPECT_TRUE(named<QLineEdit>("Link in words")->text().startsWith("up:"));
}

TEST_F(ConditionsTest, NoLimitsAreSaidAndSet) {
  open();
  field("Rate")->setValue(0);
  field("Queue limit")->setValue(field("Queue limit")->minimum());
  EXPECT_EQ(field("Rate")->text(), "unlimited");
  EXPECT_EQ(field("Queue limit")->text(), "unlimited");
  settle();
  EXPECT_EQ(sent_link(), "delay=20ms,line-loss=0.1%");
}

TEST_F(ConditionsTest, WordsAreReadOrTheirFaultSaid) {
  open();
  auto* words = named<QLineEdit>("Link in words");
  type_into(*words, "rate=5mbit,limt=3");
  settle();
  EXPECT_EQ(session.count<SetLink>(), 0);
  const auto fault = [&] { return label_in(*window, "limt=3"); };
  EXPECT_TRUE(has(fault(), "unknown word"));
  EXPECT_EQ(words->text(), "rate=5mbit,limt=3") << "what was typed stays to be mended";
  type_into(*words, "rate=5mbit,gemodel=1%/10%/70%/0");
  settle();
  EXPECT_TRUE(fault().isEmpty());
  ASSERT_NE(session.last<SetLink>(), nullptr);
  EXPECT_TRUE(session.last<SetLink>()->value.down.gilbert_elliott.has_value());
}

TEST_F(ConditionsTest, PresetsFromListAndMenu) {
  open();
  auto* preset = named<QComboBox>("Link");
  EXPECT_EQ(preset->currentIndex(), -1) << "an edited link is no preset";
  EXPECT_EQ(preset->placeholderText(), "Own …");
  emit preset->activated(1);
  settle();
  EXPECT_EQ(preset->currentIndex(), 1);
  std::string never;
  EXPECT_EQ(session.last<SetLink>()->value, *LinkSettings::parse("dial-up", never));
  action("Link: Geostationary satellite")->trigger();
  settle();
  EXPECT_EQ(session.last<SetLink>()->value, *LinkSettings::parse("satellite", never));
  action("Link: none")->trigger();
  settle();
  EXPECT_TRUE(session.last<SetLink>()->value.off());
  EXPECT_EQ(preset->currentIndex(), 0);
}

TEST(LinkWords, WhatHasNoWordOfItsOwnIsToldAsItIsSet) {
  std::string never;
  EXPECT_EQ(link_words(*LinkSettings::parse("jitter=30ms", never)), "jitter 30 ms");
  EXPECT_EQ(link_words(*LinkSettings::parse("delay=20ms,jitter=5ms", never)), "20 ms, jitter 5 ms");
  EXPECT_EQ(link_words(*LinkSettings::parse("duplicate=1%", never)), "line-duplicate=1%");
  EXPECT_EQ(link_words(*LinkSettings::parse("delay=20ms,line-loss=2.5%", never)), "20 ms, loss 2.5 %");
  EXPECT_EQ(link_words(*LinkSettings::parse("delay=20ms,gemodel=1%/10%/70%/0", never)), "20 ms, loss in bursts");
}

TEST_F(ConditionsTest, APersonsLinkIsKeptByNameAndForgotten) {
  open();
  named<QAbstractButton>("Save this link by a name")->click();
  auto* name = named<QLineEdit>("Name of the link to save");
  ASSERT_TRUE(name->isVisible());
  QTest::keyClicks(name, "Classroom");
  QTest::keyClick(name, Qt::Key_Return);
  EXPECT_FALSE(name->isVisible());
  EXPECT_EQ(named<QComboBox>("Link")->currentText(), "Classroom");
  EXPECT_EQ(saved_links().value("Classroom").toStdString(), session.set.link.to_string());
  EXPECT_EQ(link_words(session.set.link), "Classroom");

  ASSERT_NE(action("Link: Classroom"), nullptr);
  named<QAbstractButton>("Forget “Classroom”")->click();
  EXPECT_FALSE(saved_links().contains("Classroom"));
  EXPECT_EQ(action("Link: Classroom"), nullptr);
  EXPECT_EQ(named<QComboBox>("Link")->currentIndex(), -1);
}

TEST_F(ConditionsTest, TheSeedIsSetAndWhatACallDrewIsShown) {
  open();
  EXPECT_EQ(field("Seed")->text(), "seed: new");
  field("Seed")->setValue(4'000'000'000);
  settle();
  ASSERT_EQ(session.count<SetSeed>(), 1);
  EXPECT_EQ(session.last<SetSeed>()->value, 4'000'000'000u);
  field("Seed")->setValue(field("Seed")->minimum());
  settle();
  EXPECT_EQ(session.last<SetSeed>()->value, std::nullopt);
  ticks(6);  // the session has it
  session.set.seed = 1'234'567'890;
  ticks(12);
  settle();
  EXPECT_EQ(field("Seed")->text(), "seed 1234567890");
}

TEST_F(ConditionsTest, LoadsSendTheirCommands) {
  open();
  field("Background")->setValue(500);
  field("Burst")->setValue(8);
  named<QAbstractButton>("Background spacing: constant")->click();
  field("Counter processes")->setValue(4);
  field("Video applications")->setValue(1);
  settle();
  ASSERT_EQ(session.count<SetBackground>(), 1);
  EXPECT_EQ(session.last<SetBackground>()->value.to_string(), "500,burst=8,constant");
  ASSERT_EQ(session.count<SetCpuLoad>(), 1);
  EXPECT_EQ(session.last<SetCpuLoad>()->value, 4);
  ASSERT_EQ(session.count<SetVideoLoad>(), 1);
  EXPECT_EQ(session.last<SetVideoLoad>()->value, 1);
}

TEST_F(ConditionsTest, KeysForCountersAndForEverythingOff) {
  open();
  QTest::keyClick(window->centralWidget(), Qt::Key_BracketRight);
  settle();
  ASSERT_NE(session.last<SetCpuLoad>(), nullptr);
  EXPECT_EQ(session.last<SetCpuLoad>()->value, 3);
  QTest::keyClick(window->centralWidget(), Qt::Key_0, Qt::ControlModifier | Qt::ShiftModifier);
  settle();
  EXPECT_EQ(session.last<SetCpuLoad>()->value, 0);
  EXPECT_EQ(session.last<SetBackground>()->value.kilobytes_per_second, 0);
  EXPECT_TRUE(session.last<SetLink>()->value.off());
}

TEST_F(ConditionsTest, PollingShowsWhatOthersSetAndSendsNothing) {
  open();
  std::string never;
  session.set.link = *LinkSettings::parse("3g", never);
  session.set.background = *BackgroundSetting::parse("200,burst=3,constant", never);
  session.set.cpu_load = 6;
  session.set.video_load = 2;
  ticks(12);
  settle();
  EXPECT_EQ(field("Rate")->value(), 1000);
  EXPECT_EQ(named<QComboBox>("Link")->currentText(), "3G mobile, 1 Mbit/s");
  EXPECT_EQ(field("Background")->value(), 200);
  EXPECT_EQ(field("Burst")->text(), "3 packets");
  EXPECT_EQ(field("Counter processes")->value(), 6);
  EXPECT_EQ(field("Video applications")->value(), 2);
  EXPECT_TRUE(session.sent.empty());
  EXPECT_TRUE(has(status(), "local link 3G mobile"));
}

TEST_F(ConditionsTest, TheStatusLineSaysWhoseLinkIsInForce) {
  session.set.link = {};
  open();
  publish([](CallSnapshot& now) { now.conditions->remote_link.clear(); });
  EXPECT_TRUE(has(status(), "| no link |"));
  publish([](CallSnapshot& now) { now.conditions->remote_link = "delay=40ms"; });
  EXPECT_TRUE(has(status(), "| remote link 40 ms |"));
  std::string never;
  session.set.link = *LinkSettings::parse("3g", never);
  ticks(6);
  EXPECT_TRUE(has(status(), "| local link 3G mobile, remote link 40 ms |"));
  publish([](CallSnapshot& now) { now.conditions->remote_link = "<b>nonsense"; });
  EXPECT_TRUE(has(status(), "| local link 3G mobile, remote link – |"));
  session.call.stage = CallStage::kEnded;
  ticks(6);
  EXPECT_FALSE(status().contains("remote link")) << "its call is over";
}

TEST_F(ConditionsTest, ThePanelSaysThatALinkOfTheRemoteIsInTheWay) {
  open();
  auto* conditions = panel<ConditionsPanel>();
  window->show_panel(conditions);
  publish([](CallSnapshot& now) {
    now.conditions->up.reset();
    now.conditions->down.reset();
    now.conditions->remote_link = "delay=40ms";
  });
  EXPECT_TRUE(has(conditions->reading(), "remote link 40 ms"));
  EXPECT_FALSE(conditions->reading().contains("no link"));
  EXPECT_EQ(label_in(*conditions, "straight to the remote"), "");
  EXPECT_NE(label_in(*conditions, "The remote emulates a link: 40 ms"), "");
}

TEST_F(ConditionsTest, AFaultIsRenewedAtEachChange) {
  open();
  auto* words = named<QLineEdit>("Link in words");
  const auto fault = [&] { return label_in(*words->parentWidget(), "▲ "); };
  type_into(*words, "limt=3");
  EXPECT_TRUE(has(fault(), "limt=3"));
  words->selectAll();
  QTest::keyClicks(words, "dely=4");
  EXPECT_FALSE(fault().contains("limt")) << fault().toStdString();
  EXPECT_TRUE(has(fault(), "dely=4"));
  words->selectAll();
  QTest::keyClicks(words, "delay=4ms");
  EXPECT_EQ(fault(), "");
  type_into(*words, "limt=3");
  named<QComboBox>("Link")->setFocus();
  emit named<QComboBox>("Link")->activated(1);
  EXPECT_EQ(fault(), "") << "another link was chosen";
}

}  // namespace
}  // namespace jitterscope::conditions_test
