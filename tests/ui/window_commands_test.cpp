// What the window's controls and keys send, by a made-up session.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTreeWidget>
#include <QWindow>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/reference_window.h"
#include "ui/main_window/command_palette.h"

namespace jitterscope::window_commands_test {
namespace {

using WindowTest = WindowFixture;

TEST_F(WindowTest, ShapingIsSentByKeysButtonsAndFields) {
  open(true);
  named<QDoubleSpinBox>("Burst interval")->setValue(12.5);
  ASSERT_NE(session.last<SetShaping>(), nullptr);
  EXPECT_EQ(session.last<SetShaping>()->value.to_string(), "a,12.5") << "burst size and interval go together";
  named<QSpinBox>("Packets a burst")->setValue(5);
  EXPECT_EQ(session.last<SetShaping>()->value.burst_size, 5);
  for (const auto& [code, burst] : {std::pair(Qt::Key_1, 1), std::pair(Qt::Key_2, 3), std::pair(Qt::Key_3, 0)}) {
    key(code);
    EXPECT_EQ(session.last<SetShaping>()->value.burst_size, burst);
    EXPECT_EQ(session.last<SetShaping>()->end, End::kLocal);
  }
  EXPECT_EQ(session.count<SetShaping>(), 5);
  button("Whose shaping: remote")->click();
  button("Strategy: C")->click();
  EXPECT_EQ(session.last<SetShaping>()->end, End::kRemote);
  EXPECT_EQ(session.last<SetShaping>()->value.burst_size, 0);
}

TEST_F(WindowTest, AnEditedFieldOfTheFormatLeavesTheOthersAsTheyAreInForce) {
  open(true);
  session.set.frames_per_second = 29.97;
  session.set.subsampling = Subsampling::k422;
  ticks(6);
  named<QSpinBox>("JPEG quality")->setValue(60);
  ASSERT_NE(session.last<SetJpegQuality>(), nullptr);
  EXPECT_EQ(session.last<SetJpegQuality>()->value, 60);
  EXPECT_EQ(session.count<SetFps>() + session.count<SetSubsampling>(), 0);
  named<QDoubleSpinBox>("Frames a second")->setValue(12.5);
  ASSERT_NE(session.last<SetFps>(), nullptr);
  EXPECT_EQ(session.last<SetFps>()->value, 12.5);
  EXPECT_EQ(session.count<SetJpegQuality>(), 1);
}

TEST_F(WindowTest, AnEditedFieldOfShapingLeavesTheOtherAsItIsInForce) {
  open(true);
  for (const auto& [words, burst, interval] : {std::tuple("9000,2500.25", "7,2500.25", "9000,12.5"),
                                               std::tuple("5,0", "7,0", "5,12.5"), std::tuple("5", "7", "5,12.5")}) {
    session.set.shaping = *ShapingSetting::parse(words);
    ticks(6);
    named<QSpinBox>("Packets a burst")->setValue(7);
    ASSERT_NE(session.last<SetShaping>(), nullptr);
    EXPECT_EQ(session.last<SetShaping>()->value.to_string(), burst);
    ticks(6);
    named<QDoubleSpinBox>("Burst interval")->setValue(12.5);
    EXPECT_EQ(session.last<SetShaping>()->value.to_string(), interval);
    session.set.shaping = {};
    ticks(6);
  }
}

TEST_F(WindowTest, PollingSendsNothing) {
  open(true);
  session.set.shaping = {3, Duration::ms(8)};
  session.set.jpeg_quality = 90;
  session.set.audio = {AudioSourceKind::kTone, {}};
  session.set.subsampling = Subsampling::k422;
  ticks(12);
  EXPECT_EQ(named<QSpinBox>("Packets a burst")->value(), 3);
  EXPECT_EQ(named<QSpinBox>("JPEG quality")->value(), 90);
  EXPECT_TRUE(session.sent.empty());
}

TEST_F(WindowTest, PriorityKeysSetTheFourMediaThreads) {
  open(true);
  key(Qt::Key_R);
  EXPECT_EQ(session.count<SetPriority>(), 4);
  EXPECT_EQ(session.last<SetPriority>()->value.kind, PrioritySetting::Kind::kRealtime);
  key(Qt::Key_D);
  EXPECT_EQ(session.count<SetPriority>(), 8);
  EXPECT_EQ(session.last<SetPriority>()->value.kind, PrioritySetting::Kind::kDefault);
  emit named<QComboBox>("Class of video-send")->activated(1);
  ASSERT_EQ(session.count<SetPriority>(), 9) << "of one thread";
  EXPECT_EQ(session.last<SetPriority>()->key, ThreadRole::kVideoSend);
  EXPECT_EQ(session.last<SetPriority>()->value.kind, PrioritySetting::Kind::kNice);
}

TEST_F(WindowTest, SpaceHoldsAndFollows) {
  open(true);
  const double from = window->view().from();
  key(Qt::Key_Space);
  EXPECT_FALSE(window->view().following());
  session.advance_to(140);
  ticks(2);
  EXPECT_EQ(window->view().from(), from);
  key(Qt::Key_Space);
  EXPECT_TRUE(window->view().following());
  EXPECT_DOUBLE_EQ(window->view().to(), 140);
}

TEST_F(WindowTest, WhatIsHeldOrSelectedIsSaidInTheCallBarAndLetGoThere) {
  open(true);
  EXPECT_EQ(button("Follow the call again"), nullptr);
  EXPECT_EQ(button("Let the selected time go"), nullptr);
  window->view().show(30, 90);
  window->view().select(40, 50);
  ticks(2);
  ASSERT_NE(button("Follow the call again"), nullptr);
  EXPECT_EQ(button("Follow the call again")->text(), "Held 00:30.0 – 01:30.0");
  ASSERT_NE(button("Let the selected time go"), nullptr);
  EXPECT_EQ(button("Let the selected time go")->text(), "Selected 00:40.0 – 00:50.0 ×");
  EXPECT_TRUE(button("Let the selected time go")->toolTip().contains("00:40.0 – 00:50.0"));
  button("Let the selected time go")->click();
  ticks(2);
  EXPECT_FALSE(window->view().has_selection());
  EXPECT_EQ(button("Let the selected time go"), nullptr);
  window->view().select(40, 50);
  ticks(2);
  key(Qt::Key_Escape);
  EXPECT_FALSE(window->view().has_selection());
  EXPECT_TRUE(button("Follow the call again")->toolTip().contains("00:30.0 – 01:30.0")) << "also where it is cut";
  button("Follow the call again")->click();
  ticks(2);
  EXPECT_TRUE(window->view().following());
  EXPECT_EQ(button("Follow the call again"), nullptr);
  window->view().show(30, 90);
  ticks(2);
  ASSERT_NE(button("Follow the call again"), nullptr);
  session.call.stage = CallStage::kEnded;
  ticks(2);
  EXPECT_EQ(button("Follow the call again"), nullptr) << "there is nothing to follow";
}

TEST_F(WindowTest, SpaceOnAFocusedButtonPressesIt) {
  open(true);
  auto* mute = button("Mute");
  ASSERT_NE(mute, nullptr);
  mute->setFocus();
  QTest::keyClick(mute, Qt::Key_Space);
  EXPECT_TRUE(window->view().following());
  ASSERT_NE(session.last<SetMuted>(), nullptr);
  EXPECT_TRUE(session.last<SetMuted>()->value);
}

TEST_F(WindowTest, MarkerAndRecord) {
  open(true);
  key(Qt::Key_M);
  ASSERT_NE(session.last<PlaceMarker>(), nullptr);
  EXPECT_EQ(session.last<PlaceMarker>()->text, "mark 1");
  button("Stop recording")->click();
  ASSERT_NE(session.last<RecordCall>(), nullptr);
  EXPECT_FALSE(session.last<RecordCall>()->on);
}

TEST_F(WindowTest, DeviceListsFollowTheirVersion) {
  open(false);
  auto* picture = named<QComboBox>("Picture device or source");
  EXPECT_GE(picture->findText("Integrated camera"), 0);
  session.lists.cameras = {{"new", "Document camera"}};
  ++session.lists.version;
  ticks(6);
  EXPECT_GE(picture->findText("Document camera"), 0);
  EXPECT_LT(picture->findText("Integrated camera"), 0);
  emit picture->activated(picture->findText("Document camera"));
  ASSERT_NE(session.last<SetVideo>(), nullptr);
  EXPECT_EQ(session.last<SetVideo>()->value.to_string(), "camera:new");
}

TEST_F(WindowTest, ThePaletteHasWhatIsNamedJustSoFirst) {
  open();
  QAction save("Export a packet list …"), wide("Packet lists beside each other"), list("Show “Packet list”");
  CommandPalette palette({&save, &wide, &list}, window.get());
  palette.setAttribute(Qt::WA_DeleteOnClose, false);
  palette.findChild<QLineEdit*>()->setText("packet list");
  QStringList names;
  for (int i = 0; i < palette.count(); ++i) names << palette.findChild<QTreeWidget*>()->topLevelItem(i)->text(0);
  EXPECT_EQ(names, (QStringList{"Show “Packet list”", "Packet lists beside each other", "Export a packet list …"}));
}

TEST_F(WindowTest, PaletteFindsActionsByWords) {
  open(true);
  CommandPalette palette(window->actions(), window.get());
  palette.setAttribute(Qt::WA_DeleteOnClose, false);
  const int all = palette.count();
  EXPECT_GT(all, 20);
  auto* wanted = palette.findChild<QLineEdit*>();
  const auto* said = palette.findChild<QLabel*>();
  EXPECT_TRUE(said->isHidden());
  QTest::keyClicks(wanted, "undo everything");
  EXPECT_EQ(palette.count(), 0);
  EXPECT_FALSE(said->isHidden()) << "nothing fits";
  wanted->clear();
  QTest::keyClicks(wanted, "strategy whole");
  EXPECT_EQ(palette.count(), 1);
  palette.run_current();
  QApplication::processEvents();
  ASSERT_NE(session.last<SetShaping>(), nullptr);
  EXPECT_EQ(session.last<SetShaping>()->value.burst_size, 0);
}

TEST_F(WindowTest, ThePaletteTakesLettersAndArrowsAtOnce) {
  open(true);
  key(Qt::Key_K, Qt::ControlModifier);
  auto* palette = dynamic_cast<CommandPalette*>(QApplication::activePopupWidget());
  ASSERT_NE(palette, nullptr);
  const int all = palette->count();
  for (const int code : {Qt::Key_T, Qt::Key_H, Qt::Key_E, Qt::Key_M, Qt::Key_E})
    QTest::keyClick(palette->windowHandle(), static_cast<Qt::Key>(code));
  EXPECT_EQ(palette->findChild<QLineEdit*>()->text(), "theme");
  EXPECT_LT(palette->count(), all);
  EXPECT_GE(palette->count(), 2);
  QTest::keyClick(palette->windowHandle(), Qt::Key_Down);
  QTest::keyClick(palette->windowHandle(), Qt::Key_Return);
  QApplication::processEvents();
  EXPECT_EQ(current_theme(), Theme::kLight) << "the second of them";
  apply_theme(*qApp, Theme::kDark);
}

TEST_F(WindowTest, EveryActionHasItsOwnKeyAndTheReferenceIsOneWindow) {
  open(true);
  QStringList keys;
  for (const auto* action : window->actions())
    if (!action->shortcut().isEmpty()) keys << action->shortcut().toString();
  EXPECT_EQ(keys.removeDuplicates(), 0);
  for (const auto* wanted : {"1", "2", "3", "D", "N", "R", "Space", "H", "M", "F11", "Ctrl+K"})
    EXPECT_TRUE(keys.contains(wanted)) << wanted;
  for (int times = 0; times < 2; ++times) action("Reference")->trigger();
  EXPECT_EQ(window->findChildren<ReferenceWindow*>().size(), 1);
}

}  // namespace
}  // namespace jitterscope::window_commands_test
