// The lists of a file beside all else in the window: room, colours, keyboard, another file, spreadsheets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QTextStream>

#include "tests/ui/files/streams_fixture.h"
#include "ui/files/file_strip.h"
#include "ui/files/file_view.h"
#include "ui/theme.h"

namespace jitterscope::streams_test {
namespace {

class ListsInWindow : public Streams {};

TEST_F(ListsInWindow, RowsThatStandOutCanBeRead) {
  const auto light = [](const QColor& colour) {
    const auto part = [](double of) { return of <= 0.04 ? of / 12.92 : std::pow((of + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
  };
  open_capture();
  window->show_panel(panel("Packet list"));
  ticks(2);
  auto& list = table("Packet list");
  const auto colour_of = [&list](int row, int role, const QColor& usual) {
    const auto own = list.model()->index(row, 1).data(role);
    return own.isValid() ? own.value<QColor>() : usual;
  };
  for (const Theme theme : {Theme::kLight, Theme::kDark}) {
    apply_theme(*qApp, theme);
    for (int row = 0; row < list.model()->rowCount(); ++row) {
      const double text = light(colour_of(row, Qt::ForegroundRole, colours().text)),
                   behind = light(colour_of(row, Qt::BackgroundRole, colours().panel));
      EXPECT_GE((std::max(text, behind) + 0.05) / (std::min(text, behind) + 0.05), 3) << row;
    }
  }
}

TEST_F(ListsInWindow, WordsOfAStrangerAreNoFormulaInASpreadsheet) {
  open_capture();
  auto named = *session.listed;
  for (auto& each : named.streams) each.report.payload = PayloadInfo{96, "+cmd|'x'!A1", PayloadSource::kDescription};
  session.listed = std::make_shared<const FileStreams>(named);
  ticks(3);
  QString csv;
  QTextStream out(&csv);
  panel("Streams")->write_csv(out);
  out.flush();
  EXPECT_FALSE(csv.contains(",+cmd")) << csv.toStdString();
  EXPECT_TRUE(csv.contains("'+cmd"));
}

TEST_F(ListsInWindow, OnlyItsUserChoosesARow) {
  open_capture();
  window->show_panel(panel("Packet list"));
  ticks(2);
  table("Packet list").setFocus();
  ticks(2);
  EXPECT_FALSE(window->view().cursor(Cursor::kA)) << "the keyboard came to the list";
}

TEST_F(ListsInWindow, AnotherFileIsListedWhole) {
  open_capture();
  window->show_panel(panel("Packet list"));
  ticks(2);
  for (auto* button : panel("Packet list")->findChildren<QAbstractButton*>())
    if (button->text() == "lost") button->click();
  named<QLineEdit>("Filter streams")->setText("4400");
  ticks(2);
  ASSERT_EQ(table("Packet list").model()->rowCount(), 1);
  ASSERT_EQ(table("Streams").model()->rowCount(), 1);
  window->open_file("/tmp/other.pcap");
  deliver(make_snapshot(42.5), 3);
  window->show_panel(panel("Packet list"));
  ticks(2);
  EXPECT_EQ(table("Packet list").model()->rowCount(), 5);
  EXPECT_EQ(table("Streams").model()->rowCount(), 4);
}

TEST_F(ListsInWindow, WhoChoosesAStreamOfTheStripDoesNotCloseTheFileByTheNextKey) {
  open_capture();
  auto* strip = window->findChild<FileStrip*>();
  auto* streams = button("Streams");
  streams->setFocus();
  emit strip->stream_chosen(0);
  ticks(2);
  auto* focus = QApplication::focusWidget();
  EXPECT_FALSE(focus && qobject_cast<QAbstractButton*>(focus) &&
               qobject_cast<QAbstractButton*>(focus)->text() == "Close the file");
}

TEST_F(ListsInWindow, TheRowOfTheStreamThatTheStripShowsIsTheChosenOne) {
  open_capture();
  auto& streams = table("Streams");
  click(streams, 0);
  emit window->findChild<FileStrip*>()->stream_chosen(2);
  ticks(3);
  ASSERT_EQ(window->files().chosen(), 2u);
  EXPECT_EQ(text(streams, streams.currentIndex().row(), "SSRC"), "0x00000003")
      << "what is played, and whose packets are listed, is what is marked";
}

TEST_F(ListsInWindow, AFewStreamsLeaveTheRegionItsRoom) {
  open_capture();
  const int few = panel("Region")->height();
  auto many = *session.listed;
  while (many.streams.size() < 40) many.streams.push_back(many.streams.front());
  session.listed = std::make_shared<const FileStreams>(many);
  ticks(6);
  EXPECT_LT(panel("Region")->height(), few) << "a long list is a tall table";
}

}  // namespace
}  // namespace jitterscope::streams_test
