// Opening a trace or capture in the window: menu, recent files, drop, the strip, the time axis, and the way back.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QTest>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/playout_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/readouts.h"
#include "ui/controls/shaping_control.h"
#include "ui/files/file_strip.h"
#include "ui/panels/jitter_panel.h"
#include "ui/widgets/figure_table.h"

namespace jitterscope::open_file_test {
namespace {

class OpenFile : public WindowFixture {
 protected:
  void drop(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(window.get(), &enter);
    accepted = enter.isAccepted();
    if (!accepted) return;
    QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window.get(), &event);
    // as the session does once it has read the file
    deliver(make_snapshot(42.5));
  }
  QString strip() { return window->findChild<FileStrip*>()->sentence(); }
  bool accepted = false;
};

TEST_F(OpenFile, DroppedFilesAreOpenedAndSaid) {
  open();
  EXPECT_EQ(strip(), "");
  drop("/tmp/picture.jpeg");
  EXPECT_FALSE(accepted);
  EXPECT_EQ(session.opened, "");
  drop("/tmp/call.pcap.gz");
  EXPECT_EQ(session.opened, "/tmp/call.pcap.gz") << "packed ones too";
  drop("/tmp/call.CAP");
  EXPECT_EQ(session.opened, "/tmp/call.CAP") << "as tcpdump's are also named";
  drop("/tmp/lecture.jscope");
  EXPECT_TRUE(accepted);
  EXPECT_EQ(session.opened, "/tmp/lecture.jscope");
  EXPECT_TRUE(strip().contains("lecture.jscope"));
  EXPECT_TRUE(strip().contains("controls are still the call’s"));
}

TEST_F(OpenFile, AStreamOfTheFileCanBeChosen) {
  open();
  session.streams = {{"audio 0x00000001 (100 packets)", true, true},
                     {"audio 0x00000002 (90 packets)", false, true},
                     {"unknown payload 0x00000003 (537 packets, type 118)", false, false}};
  drop("/tmp/two.pcap");
  auto* streams = button("Streams");
  ASSERT_TRUE(streams);
  auto* menu = window->findChild<FileStrip*>()->findChild<QMenu*>();
  ASSERT_EQ(menu->actions().size(), 3);
  EXPECT_TRUE(menu->actions()[0]->isChecked());
  EXPECT_FALSE(menu->actions()[2]->isEnabled()) << "nothing can be shown of what nobody knows";
  menu->actions()[1]->trigger();
  ticks(1);
  EXPECT_TRUE(session.streams[1].shown);
  EXPECT_TRUE(menu->actions()[1]->isChecked());
  action("Close the file")->trigger();
  ticks(2);
  EXPECT_FALSE(streams->isVisible());
}

TEST_F(OpenFile, TheAxisIsTheWholeFileAndStands) {
  open();
  drop("/tmp/a.pcapng");
  EXPECT_FALSE(window->view().following());
  EXPECT_EQ(window->view().from(), 0);
  EXPECT_DOUBLE_EQ(window->view().to(), 42.5);
  EXPECT_DOUBLE_EQ(window->view().end(), 42.5);
  window->view().zoom(0.5, 20);
  const double to = window->view().to();
  publish([](CallSnapshot& now) { now.elapsed_s = 42.5; });  // the answer to a query
  EXPECT_EQ(window->view().to(), to) << "stays where the viewer zoomed";
}

TEST_F(OpenFile, BackToTheCallFollowsIt) {
  open();
  auto* close = action("Close the file");
  EXPECT_FALSE(close->isEnabled());
  drop("/tmp/a.csv");
  EXPECT_TRUE(close->isEnabled());
  close->trigger();
  session.advance_to(150);
  ticks(2);
  EXPECT_EQ(session.opened, "");
  EXPECT_EQ(strip(), "");
  EXPECT_TRUE(window->view().following());
  EXPECT_DOUBLE_EQ(window->view().to(), 150);
}

TEST_F(OpenFile, AQueryIsSentForTheFileToo) {
  open();
  window->view().set_window(MeasureWindow::k10s);
  ticks(1);
  session.query = {};  // as a session that forgets when it turns to the file
  drop("/tmp/a.rtpdump");
  EXPECT_EQ(session.query.window, MeasureWindow::kWhole) << "figures of a file are of all of it";
  window->view().set_window(MeasureWindow::k60s);
  ticks(1);
  EXPECT_EQ(session.query.window, MeasureWindow::k60s);
  action("Close the file")->trigger();
  ticks(2);
  EXPECT_EQ(session.query.window, MeasureWindow::k10s) << "those of the call as before";
}

TEST_F(OpenFile, RecentFilesAreListedNewestFirstAndOpenAgain) {
  open();
  drop("/tmp/first.jscope");
  drop("/tmp/second.pcap");
  drop("/tmp/first.jscope");
  auto* first = action("Open first.jscope");
  ASSERT_NE(first, nullptr);
  QStringList names;
  for (const auto* entry : window->actions())
    if (entry->text().startsWith("Open first") || entry->text().startsWith("Open second")) names << entry->text();
  EXPECT_EQ(names, (QStringList{"Open first.jscope", "Open second.pcap"}));
  action("Open second.pcap")->trigger();
  EXPECT_EQ(session.opened, "/tmp/second.pcap");
}

TEST_F(OpenFile, WhyAFileDoesNotOpenIsSaid) {
  open();
  session.open_answer = {false,
                         "damaged.jscope is not a trace: its first bytes are not SQLite’s. Choose another file."};
  drop("/tmp/damaged.jscope");
  EXPECT_TRUE(said("is not a trace"));
  EXPECT_EQ(strip(), "");
  EXPECT_EQ(action("Open damaged.jscope"), nullptr);
}

TEST_F(OpenFile, ACallThatIsOverDoesNotLendItsLectureToAFile) {
  open(false);
  window->set_layout(Layout::kShaping);
  drop("/tmp/call.pcap");
  EXPECT_TRUE(panel("Jitter")->isVisible()) << "as in the layout of the analyst, which has room for any panel";
}

TEST_F(OpenFile, ALectureBesideACallStaysAsItIs) {
  open();
  window->set_layout(Layout::kShaping);
  drop("/tmp/call.pcap");
  EXPECT_FALSE(panel("Jitter")->isVisible());
}

TEST_F(OpenFile, WhyAnotherFileDidNotOpenIsNoLongerSaidOnceOneDoes) {
  open(false);
  session.open_answer = {false, "damaged.pcap is cut off. Choose another file."};
  drop("/tmp/damaged.pcap");
  ASSERT_TRUE(said("is cut off"));
  session.open_answer = {true, "Shown: audio."};
  drop("/tmp/whole.pcap");
  EXPECT_FALSE(said("is cut off"));
}

TEST_F(OpenFile, WhySeveralFilesDidNotOpenIsNoLongerSaidOnceOneDoes) {
  open(false);
  for (const char* why : {"damaged.pcap is cut off.", "empty.pcap holds no packets."}) {
    session.open_answer = {false, why};
    drop("/tmp/damaged.pcap");
    ASSERT_TRUE(said(why));
  }
  session.open_answer = {true, "Shown: audio."};
  drop("/tmp/whole.pcap");
  EXPECT_FALSE(said("is cut off") || said("holds no packets"));
}

TEST_F(OpenFile, WhatIsSaidOfAFileDoesNotMoveThePanels) {
  open(false);
  drop("/tmp/short.pcap");
  const int usual = window->findChild<FileStrip*>()->height();
  session.open_answer = {true, QString("Shown: audio 0x01020304. Not shown: %1.")
                                   .arg(QString("audio 0x01020304 (12345 packets), ").repeated(12))
                                   .toStdString()};
  drop("/tmp/long.pcap");
  EXPECT_EQ(window->findChild<FileStrip*>()->height(), usual);
  EXPECT_TRUE(strip().contains("Not shown"));
}

TEST_F(OpenFile, WhatIsOfAllOfAFileIsNotSaidToBeOfACall) {
  open(false);
  drop("/tmp/whole.pcap");
  show(panel("Delay"));
  EXPECT_TRUE(panel("Delay")->span().contains("whole file")) << panel("Delay")->span().toStdString();
}

TEST_F(OpenFile, TheCallKeepsItsOwnNumbersWhileAFileIsShown) {
  open();
  auto call = *session.latest;
  call.elapsed_s = 200;
  call.rings = {{"packets", 7}};
  call.shaping_local = ShapingSetting{3, {}}.to_string();
  call.received(Medium::kAudio).playout->setting = PlayoutSetting::parse("ramjee4");
  session.call_latest = std::make_shared<const CallSnapshot>(call);
  auto file = make_snapshot(42.5);
  file.notices.push_back({41, 2, "The camera of the file vanished.", 1});
  file.demonstration = make_demonstration("after");
  file.shaping_local = ShapingSetting{0, {}}.to_string();
  file.received(Medium::kAudio).playout->setting = PlayoutSetting::parse("e");
  file.received(Medium::kAudio).measures = nullptr;
  session.opened = "/tmp/lecture.jscope";
  deliver(file, 6);
  EXPECT_TRUE(labelled("00:03:20")) << "the call's clock";
  EXPECT_FALSE(labelled("00:00:42"));
  EXPECT_TRUE(labelled("in force: Ramjee 4")) << "controls";
  EXPECT_TRUE(labelled("<b>B</b>") || labelled("<b>B, remote")) << "bar";
  EXPECT_TRUE(has(status(), "▲ 7 lost between threads"));
  EXPECT_FALSE(said("vanished")) << "a notice of the file is none of the call";
  EXPECT_EQ(window->findChild<DemonstrationStrip*>()->words(), "");
  EXPECT_EQ(panel("Playout")->empty_sentence(), "");
  EXPECT_DOUBLE_EQ(window->view().end(), 42.5) << "panels and their axis are the file's";
  call.notices.push_back({199, 2, "The camera of the call vanished.", 1});
  session.call_latest = std::make_shared<const CallSnapshot>(call);
  ticks(2);
  EXPECT_TRUE(said("camera of the call vanished"));
}

TEST_F(OpenFile, TheStatusLineSaysNothingOfACallWhereThereIsNone) {
  open(false);
  EXPECT_TRUE(has(status(), "no call yet"));
  drop("/tmp/lecture.jscope");
  ticks(5);  // every fifth shows the status
  for (const char* live : {"no call yet", "no link", "no trace", "round trip", "between threads", "clock"})
    EXPECT_FALSE(status().contains(live)) << live << " in " << status().toStdString();
  action("Close the file")->trigger();
  ticks(6);
  EXPECT_TRUE(has(status(), "0 lost between threads"));
}

TEST_F(OpenFile, EachPanelSaysOnceOfWhichTimeItsFiguresAre) {
  open();
  const auto each_says = [&](bool of_file) {
    for (auto* tab : window->open_tabs()) {
      window->show_panel(tab);
      ticks(1);
      for (auto* shown : window->findChildren<Panel*>()) {
        if (!shown->isVisible() || !shown->empty_sentence().isEmpty()) continue;
        EXPECT_FALSE(shown->span().isEmpty()) << shown->title().toStdString();
        EXPECT_FALSE(of_file && shown->span().contains("last 2 s") && !shown->span().contains("of the call"))
            << shown->title().toStdString() << ": " << shown->span().toStdString();
      }
    }
  };
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  each_says(false);
  drop("/tmp/lecture.jscope");
  each_says(true);
  EXPECT_EQ(panel("Delay split")->span(), "last 10 s of the file");
  EXPECT_EQ(panel("Delay")->span(), "whole file");
  EXPECT_EQ(panel("Compensation")->span(), "last 60 s of the file");
}

TEST_F(OpenFile, ASecondThatTheEndCutsOffIsNotShown) {
  open();
  drop("/tmp/lecture.jscope");
  auto cut = make_snapshot(42.5);
  auto& video = cut.received(Medium::kVideo).figures;
  video.rate_kbps = 2850, video.packets_per_second = 110, video.frames_per_second = 11;
  video.recent_loss_ratio = 0;
  video.whole_rate_kbps = 4293, video.whole_packets_per_second = 512, video.whole_frames_per_second = 15;
  video.lost = 110, video.loss_ratio = 110 / 5000.0;
  deliver(cut);
  const auto& readouts = *window->findChild<Readouts*>();
  EXPECT_EQ(readouts.text(0, 2), "2.20") << "loss, video, local";
  EXPECT_EQ(readouts.text(1, 2), "4293");
  EXPECT_EQ(readouts.text(2, 2), "15.0");
  EXPECT_TRUE(readouts.span().startsWith("Whole file"));
  show(panel("Figures"));
  const auto& table = *panel("Figures")->findChild<FigureTable*>();
  const auto cell = [&](const QString& name) { return table.cell(row_of(table, name), 5); };
  EXPECT_EQ(cell("Rate, whole call"), QString("4.29") + QChar(0x00A0) + "Mbit/s");
  EXPECT_EQ(cell("Frames a second, whole call"), "15.0");
  for (const auto* row :
       {"Rate, last 2 s", "Packets a second, last 2 s", "Frames a second, last 2 s", "Packet loss, last 10 s"})
    EXPECT_EQ(cell(row), "–") << row;
  show(panel("Rates and packet loss"));
  EXPECT_TRUE(has(panel("Rates and packet loss")->reading(), "4.29"));
  EXPECT_EQ(panel("Rates and packet loss")->span(), "whole file");
}

TEST_F(OpenFile, PacketsOfUnknownSizeHaveNoRate) {
  open();
  auto list = make_snapshot(42.5);
  auto& audio = list.received(Medium::kAudio).figures;
  audio.bytes = 0, audio.rate_kbps = 0, audio.whole_rate_kbps = 0;
  deliver(list);
  EXPECT_EQ(window->findChild<Readouts*>()->text(1, 0), "–");
  show(panel("Figures"));
  const auto& table = *panel("Figures")->findChild<FigureTable*>();
  for (const auto* row : {"Data", "Rate, whole call"}) EXPECT_EQ(table.cell(row_of(table, row), 2), "–") << row;
}

TEST_F(OpenFile, TheLegendOfJitterIsOfTheTimeMeasured) {
  open();
  drop("/tmp/lecture.jscope");
  auto file = make_snapshot(42.5);
  auto measures = std::make_shared<MeasuresView>(*file.received(Medium::kAudio).measures);
  measures->query.window = MeasureWindow::kWhole;
  measures->interarrival.p95 = 41.75;
  file.received(Medium::kAudio).measures = file.received(Medium::kVideo).measures = measures;
  file.received(Medium::kAudio).figures.recent_interarrival.p95 = 36.8;
  deliver(file);
  EXPECT_TRUE(has(panel("Jitter")->reading(), "p95 41.8"));
  EXPECT_FALSE(panel("Jitter")->reading().contains("36.8"));
  EXPECT_EQ(panel("Jitter")->span(), "p95: whole file, jitter: at the end");
  measures = std::make_shared<MeasuresView>(*measures);
  measures->query.window = MeasureWindow::k60s;
  file.received(Medium::kAudio).measures = file.received(Medium::kVideo).measures = measures;
  deliver(file);
  EXPECT_EQ(panel("Jitter")->span(), "p95: last 60 s of the file, jitter: at the end") << "over a plot of all of it";
}

TEST_F(OpenFile, NothingLiveStandsInAFileOrAboveItsFigures) {
  open(false);
  session.call.local_address = "192.0.2.7:5004";
  drop("/tmp/lecture.jscope");
  auto empty = CallSnapshot();
  empty.elapsed_s = 42.5;
  session.latest = std::make_shared<const CallSnapshot>(empty);
  for (auto* tab : window->open_tabs()) {
    show(tab);
    for (const auto* label : window->findChildren<QLabel*>()) {
      if (!label->isVisible()) continue;
      for (const auto* live :
           {"Choose ", "known yet", "appear here", "appears here", "reach you", "not yet", "Press Call"})
        EXPECT_FALSE(label->text().contains(live)) << label->text().toStdString();
    }
  }
  EXPECT_FALSE(first_in<ShapingControl>(*window)->isVisible()) << "controls are a call’s";
  EXPECT_FALSE(strip().contains("controls")) << strip().toStdString();
  action("Close the file")->trigger();
  ticks(2);
  EXPECT_TRUE(labelled("reach you")) << "the call’s again";
}

/// For long enough that it is no single spike, which would not stretch the axis.
void raise_the_end(std::vector<EnvelopeSlot>& series, double top) {
  for (EnvelopeSlot& slot : series)
    if (slot.at_s > series.back().at_s - 3) slot.max = top;
}

TEST_F(OpenFile, TheScaleOfAFileIsItsOwn) {
  open();
  const auto& plot = static_cast<JitterPanel*>(panel("Jitter"))->interarrival();
  auto spike = *session.latest;
  raise_the_end(spike.received(Medium::kVideo).figures.interarrival_series, 600);
  deliver(spike);
  ASSERT_GT(plot.yAxis->range().upper, 600);
  drop("/tmp/lecture.jscope");
  const auto highest = [](const CallSnapshot& of) {
    double top = 0;
    for (const auto* stream : {&of.received(Medium::kAudio).figures, &of.received(Medium::kVideo).figures})
      for (const auto& slot : stream->interarrival_series) top = std::max(top, slot.max);
    return top;
  };
  EXPECT_LE(plot.yAxis->range().upper, 1.3 * std::max(highest(*session.latest), 20.0)) << "not the call’s before";
}

TEST_F(OpenFile, ADoubleClickForgetsWhatWasHigh) {
  open();
  auto& plot = const_cast<TimePlot&>(static_cast<JitterPanel*>(panel("Jitter"))->interarrival());
  auto spike = *session.latest;
  const auto calm = spike.received(Medium::kVideo).figures.interarrival_series;
  raise_the_end(spike.received(Medium::kVideo).figures.interarrival_series, 6000);
  deliver(spike);
  ASSERT_GT(plot.yAxis->range().upper, 6000);
  publish([&](CallSnapshot& now) { now.received(Medium::kVideo).figures.interarrival_series = calm; });
  ASSERT_GT(plot.yAxis->range().upper, 1000) << "shrinks slowly";
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, plot.axisRect()->center());
  ticks(2);
  EXPECT_LT(plot.yAxis->range().upper, 1000);
}

TEST_F(OpenFile, WhileItIsReadItCanBeGivenUp) {
  open();
  session.answers_opening = false;
  drop("/tmp/long.pcap");
  EXPECT_TRUE(strip().startsWith("Reading “long.pcap”")) << strip().toStdString();
  for (auto* found : window->findChild<FileStrip*>()->findChildren<QAbstractButton*>()) {
    if (!found->isVisible()) continue;
    EXPECT_EQ(found->text(), "Cancel");
    found->click();
  }
  EXPECT_EQ(strip(), "");
  EXPECT_EQ(session.given_up, 1);
}

TEST_F(OpenFile, WhoGivesUpReadingAnotherFileKeepsTheOneThatIsShown) {
  open(false);
  drop("/tmp/first.pcap");
  session.answers_opening = false;
  drop("/tmp/long.pcap");
  ASSERT_TRUE(worded("Cancel"));
  worded("Cancel")->click();
  ticks(2);
  EXPECT_EQ(session.given_up, 1);
  EXPECT_EQ(session.closed, 0);
  EXPECT_EQ(session.opened, "/tmp/first.pcap");
  EXPECT_TRUE(has(strip(), "The panels show the file “first.pcap”.")) << strip().toStdString();
}

TEST_F(OpenFile, WhatWasLeftOutStaysSaid) {
  open();
  session.open_answer = {true, "a.pcap: sound and picture. Not shown: 2 other streams."};
  drop("/tmp/a.pcap");
  ticks(2);
  EXPECT_TRUE(has(strip(), "Not shown: 2 other streams."));
  EXPECT_TRUE(strip().contains("controls are still the call’s"));
}

TEST_F(OpenFile, ASelectionIsOfOneAxisAlone) {
  open();
  window->view().select(100, 110);
  ticks(1);
  drop("/tmp/a.csv");
  EXPECT_FALSE(window->view().has_selection());
  EXPECT_EQ(session.query.window, MeasureWindow::kWhole);
  window->view().select(10, 20);
  ticks(1);
  action("Close the file")->trigger();
  ticks(2);
  EXPECT_FALSE(window->view().has_selection());
}

TEST_F(OpenFile, TheWallClockIsTheFilesOrNobodys) {
  open();
  session.began = QDateTime(QDate(2026, 3, 4), QTime(10, 0)).toMSecsSinceEpoch();
  drop("/tmp/a.jscope");
  EXPECT_EQ(window->view().time_words(31.5), "00:31.5  ·  10:00:31");
  session.began.reset();
  publish([](CallSnapshot&) {});
  EXPECT_EQ(window->view().time_words(31.5), "00:31.5");
}

}  // namespace
}  // namespace jitterscope::open_file_test
