// Opening a trace or capture in the window: menu, recent files, drop, the strip, the time axis, and the way back.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>

#include "tests/ui/fake_conditions.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/controls/file_strip.h"

namespace jitterscope {
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
    session.latest = std::make_shared<const CallSnapshot>(make_snapshot(42.5));
    ticks(2);
  }
  QString strip() { return window->findChild<FileStrip*>()->sentence(); }
  bool accepted = false;
};

TEST_F(OpenFile, DroppedFilesAreOpenedAndSaid) {
  open();
  EXPECT_EQ(strip(), "");
  drop("/tmp/lecture.jscope");
  EXPECT_TRUE(accepted);
  EXPECT_EQ(session.opened, "/tmp/lecture.jscope");
  EXPECT_TRUE(strip().contains("lecture.jscope"));
  EXPECT_TRUE(strip().contains("controls are still the call’s"));
}

TEST_F(OpenFile, OtherFilesAreNotTaken) {
  open();
  drop("/tmp/picture.jpeg");
  EXPECT_FALSE(accepted);
  EXPECT_EQ(session.opened, "");
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
  EXPECT_EQ(session.query.window, MeasureWindow::k10s);
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

TEST_F(OpenFile, TheCallKeepsItsOwnNumbersWhileAFileIsShown) {
  open();
  auto call = *session.latest;
  call.elapsed_s = 200;
  call.rings = {{"packets", 7}};
  call.shaping_mine = ShapingSetting{3, {}}.to_string();
  call.audio_playout->setting = PlayoutSetting::parse("ramjee4");
  session.call_latest = std::make_shared<const CallSnapshot>(call);
  auto file = make_snapshot(42.5);
  file.notices.push_back({41, 2, "The camera of the file vanished."});
  file.demonstration = make_demonstration("after");
  file.shaping_mine = ShapingSetting{0, {}}.to_string();
  file.audio_playout->setting = PlayoutSetting::parse("e");
  file.audio_measures = nullptr;
  session.opened = "/tmp/lecture.jscope";
  session.latest = std::make_shared<const CallSnapshot>(file);
  ticks(6);
  const auto says = [&](const QString& words) {
    for (const auto* label : window->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  };
  EXPECT_TRUE(says("00:03:20")) << "the call's clock";
  EXPECT_FALSE(says("00:00:42"));
  EXPECT_TRUE(says("in force: Ramjee 4")) << "controls";
  EXPECT_TRUE(says("<b>B</b>") || says("<b>B, theirs")) << "bar";
  EXPECT_TRUE(status().contains("rings 7 drops")) << status().toStdString();
  EXPECT_FALSE(said("vanished")) << "a notice of the file is none of the call";
  EXPECT_EQ(window->findChild<DemonstrationStrip*>()->words(), "");
  EXPECT_EQ(panel("Playout")->empty_sentence(), "");
  EXPECT_DOUBLE_EQ(window->view().end(), 42.5) << "panels and their axis are the file's";
  call.notices.push_back({199, 2, "The camera of the call vanished."});
  session.call_latest = std::make_shared<const CallSnapshot>(call);
  ticks(2);
  EXPECT_TRUE(said("camera of the call vanished"));
}

TEST_F(OpenFile, WhileItIsReadItCanBeGivenUp) {
  open();
  session.answers_opening = false;
  drop("/tmp/long.pcap");
  EXPECT_TRUE(strip().startsWith("Reading “long.pcap”")) << strip().toStdString();
  for (auto* found : window->findChild<FileStrip*>()->findChildren<QAbstractButton*>()) {
    EXPECT_EQ(found->text(), "Cancel");
    found->click();
  }
  EXPECT_EQ(strip(), "");
  EXPECT_EQ(session.closed, 1);
}

TEST_F(OpenFile, WhatWasLeftOutStaysSaid) {
  open();
  session.open_answer = {true, "a.pcap: sound and picture. Not shown: 2 other streams."};
  drop("/tmp/a.pcap");
  ticks(2);
  EXPECT_TRUE(strip().contains("Not shown: 2 other streams.")) << strip().toStdString();
  EXPECT_TRUE(strip().contains("controls are still the call’s"));
}

TEST_F(OpenFile, ASelectionIsOfOneAxisAlone) {
  open();
  window->view().select(100, 110);
  ticks(1);
  drop("/tmp/a.csv");
  EXPECT_FALSE(window->view().has_selection());
  EXPECT_EQ(session.query.window, AnalysisQuery{}.window);
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
}  // namespace jitterscope
