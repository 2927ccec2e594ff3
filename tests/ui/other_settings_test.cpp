// The control that a setting gets by its file alone: a row for each value of CallSettings that it is asked to show.
#include "ui/controls/other_settings.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSpinBox>

#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::other_settings_test {
namespace {

class OtherSettingsTest : public WindowFixture {};

TEST_F(OtherSettingsTest, WhatHasNoControlHasARowInTheWindow) {
  open(true);
  auto* processor = named<QLineEdit>("Receive on processor");
  ASSERT_NE(processor, nullptr);
  session.set.receive_processor = 1;
  ticks(6);
  EXPECT_EQ(processor->text(), "1");
  EXPECT_TRUE(processor->toolTip().contains("receive threads"));
}

TEST_F(OtherSettingsTest, EverySettingIsShownAndSentByARowOfItsOwn) {
  OtherSettings all(session, [](const AnySetting&) { return true; });
  int rows = 0;
  each_value(CallSettings{}, [&]<typename S>(const Set<S>&) { rows += S::facts.in_call; });
  CallSettings settings;
  settings.cpu_load = 3;
  settings.lip_sync = false;
  settings.transport = Transport::kTcp;
  settings.link.up.delay = Duration::ms(20);
  all.show_settings(settings);
  auto* load = named_in<QSpinBox>(all, "Counter processes");
  auto* lips = named_in<QCheckBox>(all, "Lip-sync");
  auto* over = named_in<Segments>(all, "Picture over");
  auto* link = named_in<QLineEdit>(all, "Link");
  ASSERT_TRUE(load && lips && over && link);
  EXPECT_EQ(load->value(), 3);
  EXPECT_FALSE(lips->isChecked());
  EXPECT_EQ(over->current(), 1);
  EXPECT_EQ(link->text(), "up:delay=20ms;down:off");
  EXPECT_EQ(static_cast<int>(all.findChildren<QSpinBox*>().size() + all.findChildren<QCheckBox*>().size() +
                             all.findChildren<Segments*>().size() + all.findChildren<QLineEdit*>().size()),
            rows + static_cast<int>(all.findChildren<QSpinBox*>().size()))
      << "a spin box holds a line";
  EXPECT_TRUE(session.sent.empty()) << "showing asks for nothing";
  load->setValue(5);
  ASSERT_NE(session.last<SetCpuLoad>(), nullptr);
  EXPECT_EQ(session.last<SetCpuLoad>()->value, 5);
  lips->click();
  ASSERT_NE(session.last<SetLipSync>(), nullptr);
  EXPECT_TRUE(session.last<SetLipSync>()->value);
}

TEST_F(OtherSettingsTest, WordsThatCannotBeReadAreSaidAndNotSent) {
  OtherSettings all(session, [](const AnySetting&) { return true; });
  auto* processor = named_in<QLineEdit>(all, "Receive on processor");
  ASSERT_NE(processor, nullptr);
  const auto type = [&](const QString& words) {
    processor->setText(words);
    processor->setModified(true);
    emit processor->editingFinished();
  };
  type("<b>first</b>");
  EXPECT_EQ(session.last<SetReceiveProcessor>(), nullptr);
  bool said = false;
  for (const auto* label : all.findChildren<QLabel*>())
    said = said || label->text() == "receive-processor takes the number of a processor, or any; not '<b>first</b>'";
  EXPECT_TRUE(said);
  type("any");
  ASSERT_NE(session.last<SetReceiveProcessor>(), nullptr);
  EXPECT_FALSE(session.last<SetReceiveProcessor>()->value);
}

}  // namespace
}  // namespace jitterscope::other_settings_test
