// The window with a made-up session: what controls and keys send, what the window shows, and that nothing is cut off.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>

#include "tests/ui/fake_conditions.h"
#include "tests/ui/window_fixture.h"
#include "ui/command_palette.h"
#include "ui/controls/address.h"
#include "ui/controls/readouts.h"
#include "ui/controls/video_view.h"
#include "ui/panels/figure_table.h"
#include "ui/plots/time_plot.h"

namespace jitterscope {
namespace {

using WindowTest = WindowFixture;

TEST_F(WindowTest, StrategyKeysSendShaping) {
  open(true);
  for (const auto& [code, burst] : {std::pair(Qt::Key_1, 1), std::pair(Qt::Key_2, 3), std::pair(Qt::Key_3, 0)}) {
    key(code);
    const auto* shaping = session.last<SetShaping>();
    ASSERT_NE(shaping, nullptr);
    EXPECT_EQ(shaping->shaping.burst_size, burst);
    EXPECT_EQ(shaping->end, End::kMine);
  }
  EXPECT_EQ(session.count<SetShaping>(), 3);
}

TEST_F(WindowTest, ShapingOfTheFarEnd) {
  open(true);
  button("Whose shaping: theirs")->click();
  button("Strategy: C")->click();
  const auto* shaping = session.last<SetShaping>();
  ASSERT_NE(shaping, nullptr);
  EXPECT_EQ(shaping->end, End::kTheirs);
  EXPECT_EQ(shaping->shaping.burst_size, 0);
}

TEST_F(WindowTest, BurstSizeAndIntervalGoTogether) {
  open(true);
  named<QDoubleSpinBox>("Burst interval")->setValue(12.5);
  const auto* shaping = session.last<SetShaping>();
  ASSERT_NE(shaping, nullptr);
  EXPECT_EQ(shaping->shaping.to_string(), "a,12.5");
  named<QSpinBox>("Packets a burst")->setValue(5);
  EXPECT_EQ(session.last<SetShaping>()->shaping.burst_size, 5);
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
  EXPECT_EQ(session.last<SetPriority>()->priority.kind, PrioritySetting::Kind::kRealtime);
  key(Qt::Key_D);
  EXPECT_EQ(session.count<SetPriority>(), 8);
  EXPECT_EQ(session.last<SetPriority>()->priority.kind, PrioritySetting::Kind::kDefault);
}

TEST_F(WindowTest, OneThreadsPriority) {
  open(true);
  auto* box = named<QComboBox>("Class of video-send");
  emit box->activated(1);
  ASSERT_EQ(session.count<SetPriority>(), 1);
  EXPECT_EQ(session.last<SetPriority>()->role, ThreadRole::kVideoSend);
  EXPECT_EQ(session.last<SetPriority>()->priority.kind, PrioritySetting::Kind::kNice);
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

TEST_F(WindowTest, SpaceOnAFocusedButtonPressesIt) {
  open(true);
  auto* mute = button("Mute");
  ASSERT_NE(mute, nullptr);
  mute->setFocus();
  QTest::keyClick(mute, Qt::Key_Space);
  EXPECT_TRUE(window->view().following());
  ASSERT_NE(session.last<MuteAudio>(), nullptr);
  EXPECT_TRUE(session.last<MuteAudio>()->muted);
}

TEST_F(WindowTest, GhostIsHeldAndLetGo) {
  open(true);
  const auto held = session.latest;
  key(Qt::Key_H);
  session.advance_to(125);
  ticks(2);
  EXPECT_EQ(window->view().held(), held);
  EXPECT_TRUE(panel("Jitter")->reading().contains("held"));
  key(Qt::Key_H);
  EXPECT_EQ(window->view().held(), nullptr);
}

TEST_F(WindowTest, MarkerAndRecord) {
  open(true);
  key(Qt::Key_M);
  ASSERT_NE(session.last<PlaceMarker>(), nullptr);
  EXPECT_EQ(session.last<PlaceMarker>()->text, "mark 1");
  button("Stop recording")->click();
  ASSERT_NE(session.last<Record>(), nullptr);
  EXPECT_FALSE(session.last<Record>()->on);
}

TEST_F(WindowTest, CallsTheTypedAddress) {
  open(false);
  auto* address = named<QLineEdit>("Address to call");
  address->setText("[2001:db8::7]:6000");
  button("Call")->click();
  ASSERT_NE(session.last<PlaceCall>(), nullptr);
  EXPECT_EQ(session.last<PlaceCall>()->host, "2001:db8::7");
  EXPECT_EQ(session.last<PlaceCall>()->port, 6000);
  address->setText("room:99999");
  button("Call")->click();
  EXPECT_EQ(session.count<PlaceCall>(), 1);
}

TEST(Address, Forms) {
  EXPECT_EQ(parse_address("room-204")->port, 5004);
  EXPECT_EQ(parse_address(" 192.0.2.7:5010 ")->port, 5010);
  EXPECT_EQ(parse_address("2001:db8::7")->host, "2001:db8::7");
  for (const auto* wrong : {"", "  ", "host:", "host:0", "host:x", "[::1", "[::1]x", ":5004", "two words", "[]:5"})
    EXPECT_FALSE(parse_address(wrong)) << wrong;
}

TEST_F(WindowTest, RingsAndAnswers) {
  open(false);
  session.call.phase = CallPhase::kRinging;
  session.call.peer = "Room 204";
  ticks(1);
  EXPECT_TRUE(said("Room 204 is calling you"));
  key(Qt::Key_Return, Qt::ControlModifier);
  ASSERT_NE(session.last<AnswerCall>(), nullptr);
  EXPECT_TRUE(session.last<AnswerCall>()->accept);
  session.start_call(1);
  ticks(1);
  EXPECT_FALSE(said("calling you"));
}

TEST_F(WindowTest, AsksForConsentOnceAndSaysWhyACallEnded) {
  open(true);
  session.call.consent_asked = true;
  ticks(1);
  EXPECT_TRUE(said("asks to set your shaping"));
  for (auto* found : window->findChildren<QAbstractButton*>())
    if (found->text() == "Allow for this call") found->click();
  ASSERT_NE(session.last<GrantConsent>(), nullptr);
  EXPECT_TRUE(session.last<GrantConsent>()->granted);
  session.call = {
      CallPhase::kEnded, "Room 204", "The far end has been silent for 5 s, so the call was ended.", {}, false};
  ticks(1);
  EXPECT_FALSE(said("asks to set"));
  EXPECT_TRUE(said("silent for 5 s"));
}

TEST_F(WindowTest, WarningsAreSaidAndInformationIsNot) {
  open(true);
  auto now = make_snapshot(121);
  now.notices = {{120.5, 1, "The camera was unplugged."}, {120.8, 0, "A trace was begun."}};
  session.latest = std::make_shared<const CallSnapshot>(now);
  ticks(1);
  EXPECT_TRUE(said("camera was unplugged"));
  EXPECT_FALSE(said("trace was begun"));
  EXPECT_TRUE(window->findChild<StatusLine*>()->text().contains("2 notices"));
}

TEST_F(WindowTest, WarningsFoldAwayAndErrorsStay) {
  open(true);
  auto now = make_snapshot(121);
  now.notices = {{120.5, 2, "The trace could not be written."}, {120.8, 1, "There is no loudspeaker."}};
  session.latest = std::make_shared<const CallSnapshot>(now);
  ticks(1);
  EXPECT_TRUE(said("no loudspeaker") && said("could not be written"));
  int timers = 0;
  for (auto* banner : window->findChildren<Banner*>()) {
    for (const auto* timer : banner->findChildren<QTimer*>()) timers += timer->isActive();
    banner->fold();
  }
  EXPECT_EQ(timers, 1);
  EXPECT_FALSE(said("no loudspeaker"));
  EXPECT_TRUE(said("could not be written"));
  button("Dismiss message")->click();
  EXPECT_FALSE(said("could not be written"));
}

TEST_F(WindowTest, CopyToAPlayerIsStoppedByTheSameAction) {
  open(true);
  key(Qt::Key_P, Qt::ControlModifier);
  EXPECT_TRUE(said("Opened."));
  EXPECT_EQ(session.count<CopyToPlayer>(), 0);
  key(Qt::Key_P, Qt::ControlModifier);
  ASSERT_EQ(session.count<CopyToPlayer>(), 1);
  EXPECT_EQ(session.last<CopyToPlayer>()->video_port, 0);
  key(Qt::Key_P, Qt::ControlModifier);
  session.call.phase = CallPhase::kEnded;
  ticks(1);
  for (const auto* action : window->actions()) {
    if (!action->text().startsWith("Open in another")) continue;
    EXPECT_FALSE(action->isChecked());
    EXPECT_FALSE(action->isEnabled());
  }
}

TEST_F(WindowTest, LongNamesOfCallersAreShortenedNotTheirAddresses) {
  open(false);
  const auto width = window->width();
  session.call.phase = CallPhase::kRinging;
  session.call.peer = std::string(400, 'W') + " (192.0.2.9)";
  ticks(2);
  EXPECT_TRUE(said("W… (192.0.2.9) is calling you."));
  EXPECT_EQ(window->width(), width);
}

TEST_F(WindowTest, EachPictureIsReportedOnceItIsPainted) {
  open(true);
  auto* view = window->findChild<VideoView*>();
  view->repaint();
  session.shown.clear();
  session.remote_pictures = 1;
  window->take_pictures();
  EXPECT_TRUE(session.shown.empty()) << "taken, not painted yet";
  view->repaint();
  view->repaint();
  EXPECT_EQ(session.shown, std::vector<std::int64_t>{11265});
  session.remote_pictures = 2;
  window->take_pictures();
  window->take_pictures();
  view->repaint();
  EXPECT_EQ(session.shown.size(), 2) << "one that another replaced was never seen";
}

TEST_F(WindowTest, EmptyPanelsSayWhatWillAppear) {
  open(false);
  for (auto* found : window->findChildren<Panel*>()) {
    found->draw(nullptr);
    EXPECT_GT(found->empty_sentence().size(), 20) << found->title().toStdString();
  }
  auto now = make_snapshot(30);
  now.demonstration = make_demonstration("done");
  session.latest = std::make_shared<const CallSnapshot>(now);
  for (auto* found : window->findChildren<Panel*>()) {
    found->draw(session.latest);
    EXPECT_EQ(found->empty_sentence(), "") << found->title().toStdString();
  }
}

TEST_F(WindowTest, ReadoutsShowDashesForWhatIsNotKnown) {
  open(true);
  auto* readouts = window->findChild<Readouts*>();
  EXPECT_EQ(readouts->text(4, 0), "0.87");
  auto now = make_snapshot(121);
  now.received_audio.jitter_rfc3550_ms.reset();
  now.received_audio.recent_delay_mean_ms.reset();
  now.peer_video.reset();
  session.latest = std::make_shared<const CallSnapshot>(now);
  ticks(1);
  EXPECT_EQ(readouts->text(4, 0), "–");
  EXPECT_EQ(readouts->text(3, 0), "–");
  EXPECT_EQ(readouts->text(0, 3), "–");
}

TEST_F(WindowTest, StatusNamesRefusedClassAndDrops) {
  open(true);
  auto* status = window->findChild<StatusLine*>();
  EXPECT_TRUE(status->text().contains("video-send ▲ default")) << status->text().toStdString();
  EXPECT_TRUE(status->text().contains("rings 0 drops"));
  auto now = make_snapshot(121);
  now.rings[0].dropped = 7;
  session.latest = std::make_shared<const CallSnapshot>(now);
  ticks(6);
  EXPECT_TRUE(status->text().contains("▲ rings 7 drops"));
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
  ASSERT_NE(session.last<SetVideoSource>(), nullptr);
  EXPECT_EQ(session.last<SetVideoSource>()->source.to_string(), "camera:new");
}

TEST_F(WindowTest, PaletteFindsActionsByWords) {
  open(true);
  CommandPalette palette(window->actions(), window.get());
  palette.setAttribute(Qt::WA_DeleteOnClose, false);
  const int all = palette.count();
  EXPECT_GT(all, 20);
  QTest::keyClicks(palette.findChild<QLineEdit*>(), "strategy whole");
  EXPECT_EQ(palette.count(), 1);
  palette.run_current();
  QApplication::processEvents();
  ASSERT_NE(session.last<SetShaping>(), nullptr);
  EXPECT_EQ(session.last<SetShaping>()->shaping.burst_size, 0);
}

TEST_F(WindowTest, EveryActionHasItsOwnKey) {
  open(true);
  QStringList keys;
  for (const auto* action : window->actions())
    if (!action->shortcut().isEmpty()) keys << action->shortcut().toString();
  EXPECT_EQ(keys.removeDuplicates(), 0);
  for (const auto* wanted : {"1", "2", "3", "D", "N", "R", "Space", "H", "M", "F11", "Ctrl+K"})
    EXPECT_TRUE(keys.contains(wanted)) << wanted;
}

TEST_F(WindowTest, DrawsAtMost25TimesASecond) {
  open(true);
  auto* timer = window->findChild<QTimer*>("redraw");
  ASSERT_NE(timer, nullptr);
  EXPECT_GE(timer->interval(), 40);
  timer->stop();
  auto* plot = panel("Jitter")->findChild<TimePlot*>();
  int replots = 0;
  QObject::connect(plot, &QCustomPlot::afterReplot, plot, [&] { ++replots; });
  window->refresh();
  QApplication::processEvents();
  EXPECT_EQ(replots, 0) << "nothing new, nothing drawn";
  for (int x = 100; x < 300; ++x) {  // a fast pointer asks for drawing, only the tick draws
    QTest::mouseMove(plot, {x, 40});
    QApplication::processEvents();
  }
  EXPECT_EQ(replots, 0);
  window->refresh();
  QApplication::processEvents();
  EXPECT_EQ(replots, 1);
}

TEST_F(WindowTest, NothingIsCutOff) {
  for (const auto size : {QSize(1280, 800), QSize(1024, 700)}) {
    open(true, size);
    EXPECT_EQ(window->size(), size);
    for (const auto* label : window->findChildren<QLabel*>()) {
      if (!label->isVisible() || label->wordWrap()) continue;
      EXPECT_LE(label->sizeHint().width(), label->width()) << label->text().toStdString() << " at " << size.width();
    }
    for (const auto* found : window->findChildren<QAbstractButton*>()) {
      if (!found->isVisible() || found->text().isEmpty()) continue;
      EXPECT_LE(found->minimumSizeHint().width(), found->width() + 6)
          << found->text().toStdString() << " at " << size.width();
    }
  }
}

TEST_F(WindowTest, TablesTakeTheHeightTheyNeedAndGiveItBack) {
  open(true);
  auto* tabs = window->findChild<QTabWidget*>();
  const auto plots = panel("Jitter")->height();
  for (const auto& [title, rows] : {std::pair("Figures", 10), std::pair("Threads", 7)}) {
    tabs->setCurrentWidget(panel(title));
    ticks(2);
    EXPECT_GE(panel(title)->findChild<FigureTable*>()->whole_rows_shown(), rows) << title;
  }
  tabs->setCurrentIndex(0);
  ticks(2);
  EXPECT_EQ(panel("Jitter")->height(), plots);
}

TEST_F(WindowTest, APanelTakesTheWholeCentreAndGivesItBack) {
  open(true);
  auto* region = panel("Region");
  const auto before = region->size();
  action("“Region” large")->trigger();
  ticks(3);
  EXPECT_FALSE(panel("Jitter")->isVisible() || panel("Compensation")->isVisible() || panel("Packets")->isVisible());
  EXPECT_GT(region->width(), 600);
  EXPECT_GT(region->height(), 550);
  action("“Region” large")->trigger();
  ticks(3);
  EXPECT_EQ(region->size(), before);
  EXPECT_TRUE(panel("Jitter")->isVisible() && panel("Compensation")->isVisible() && panel("Packets")->isVisible());
}

TEST_F(WindowTest, WhereThereIsRoomForOneOfThemCompensationAndRegionTakeTurns) {
  open(true, {1024, 700});
  ASSERT_TRUE(panel("Compensation")->isVisible());
  EXPECT_FALSE(panel("Region")->isVisible());
  button("Show Region")->click();
  ticks(2);
  EXPECT_FALSE(panel("Compensation")->isVisible());
  ASSERT_TRUE(panel("Region")->isVisible());
  window->resize(1280, 800);
  ticks(2);
  EXPECT_TRUE(panel("Compensation")->isVisible() && panel("Region")->isVisible());
  EXPECT_EQ(button("Show Region"), nullptr);
}

TEST_F(WindowTest, AxesSayWhatIsDrawnAlsoWhereRoomIsShort) {
  open(true, {1024, 700});
  window->view().set_side(Side::kThere);
  session.call.consent_asked = true;
  window->findChild<QTabWidget*>()->setCurrentWidget(panel("Figures"));
  ticks(2);
  const auto plots = panel("Jitter")->findChildren<TimePlot*>();
  ASSERT_EQ(plots.size(), 2);
  for (auto* plot : plots) {
    EXPECT_TRUE(plot->yAxis->label().contains("(ms)"));
    const auto size = QFontMetrics(small_font()).size(0, plot->yAxis->label());
    EXPECT_LE(size.width(), plot->height()) << plot->yAxis->label().toStdString();
  }
  EXPECT_TRUE(plots[0]->yAxis->label().startsWith("σ of inter")) << plots[0]->yAxis->label().toStdString();
  EXPECT_TRUE(plots[1]->yAxis->label().startsWith("Jitter"));
}

TEST_F(WindowTest, TheOtherSideHasAnAxisOfItsOwn) {
  open(true);
  auto* plot = panel("Jitter")->findChild<TimePlot*>();
  session.advance_to(121);
  ticks(1);
  EXPECT_GT(plot->yAxis->range().upper, 20);
  window->view().set_side(Side::kThere);
  ticks(1);
  EXPECT_LT(plot->yAxis->range().upper, 15);
  EXPECT_LT(plot->yAxis->range().lower, 0) << "a line at 0 lies above the axis";
}

TEST_F(WindowTest, WhatTakesTheKeyboardHasAName) {
  open(true);
  for (const auto* widget : window->findChildren<QWidget*>()) {
    if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->objectName().startsWith("qt_"))
      continue;
    const auto* as_button = qobject_cast<const QAbstractButton*>(widget);
    EXPECT_TRUE(!widget->accessibleName().isEmpty() || (as_button && !as_button->text().isEmpty()))
        << widget->metaObject()->className();
  }
}

TEST_F(WindowTest, ThemeSwitchRecoloursPlots) {
  open(true);
  const auto dark = window->picture().toImage().pixelColor(5, 400);
  apply_theme(*qApp, Theme::kLight);
  ticks(2);
  const auto light = window->picture().toImage().pixelColor(5, 400);
  auto* plot = window->findChild<TimePlot*>();
  EXPECT_EQ(plot->xAxis->tickLabelColor(), colours_of(Theme::kLight).muted);
  apply_theme(*qApp, Theme::kDark);
  EXPECT_LT(dark.lightness(), 60);
  EXPECT_GT(light.lightness(), 200);
}

TEST_F(WindowTest, ExportsInTheBackgroundAndSaysWhere) {
  open(true);
  session.export_session("csv", "/tmp/x", [](const ExportResult&) {});
  EXPECT_EQ(session.exported_format, "csv");
  int exports = 0;
  for (const auto* action : window->actions()) exports += action->text().startsWith("Export session");
  EXPECT_EQ(exports, 2);
}

TEST_F(WindowTest, ClosingHangsUp) {
  open(true);
  window->close();
  EXPECT_EQ(session.count<HangUp>(), 1);
}

}  // namespace
}  // namespace jitterscope
