// Opening a trace or capture in the window: menu, recent files, drop, the strip, the time axis, and the way back.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>

#include "tests/ui/window_fixture.h"
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

}  // namespace
}  // namespace jitterscope
