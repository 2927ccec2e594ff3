// What two stretches of a window differ in, as the panel Compare shows it.
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "tests/ui/panels/compared.h"
#include "ui/widgets/interval_delegate.h"

namespace jitterscope::compare_test {
namespace {

TEST_F(Compared, ThePanelIsNotThereBeforeSomethingIsTakenAndSpaceIsNotOfItsButtons) {
  open_recorded();
  EXPECT_FALSE(shown().isVisible());
  take_before(10, 40);
  EXPECT_TRUE(shown().isVisible());
  EXPECT_EQ(shown().state(), "Take the other stretch too.");
  EXPECT_TRUE(session.compared.empty());
  for (const auto* name : {"Take the time shown as the stretch before", "Take the time shown as the stretch after",
                           "Let both stretches go"})
    EXPECT_EQ(named<QToolButton>(name)->focusPolicy(), Qt::TabFocus) << name;
}

TEST_F(Compared, LetGoNothingIsComparedAndThePanelCloses) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  button("Let both stretches go")->click();
  ticks(6);
  EXPECT_FALSE(shown().isVisible());
  EXPECT_NE(window->front_tab(), nullptr) << "the others are there again";
  answer(made_result());
  EXPECT_FALSE(shown().isVisible()) << "what comes late belongs to nothing";
  take_before(10, 40);
  EXPECT_TRUE(shown().isVisible());
  EXPECT_EQ(shown().state(), "Take the other stretch too.");
  take_after(40, 70);
  EXPECT_EQ(session.compared.size(), 2U);
}

TEST_F(Compared, TheTableSaysWhatChangedAndWhetherItIsClearAndIsCopiedWithItsCommand) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  const auto& table = shown().table();
  ASSERT_TRUE(table.isVisible());
  EXPECT_EQ(cell(0, 0), "audio: packet loss");
  EXPECT_EQ(cell(0, 1), "0.71 %");
  EXPECT_EQ(cell(0, 3), "−0.58 pp");
  EXPECT_EQ(cell(0, 4), "−1.04 pp … −0.18 pp");
  EXPECT_EQ(cell(0, 5), "clear");
  EXPECT_EQ(cell(3, 0), "audio: interarrival time, σ");
  EXPECT_TRUE(table.item(3, 0)->toolTip().contains("what shaping moves"));
  EXPECT_EQ(cell(5, 4), "−8.20 ms … +2.10 ms");
  EXPECT_EQ(cell(5, 5), "no clear difference");
  EXPECT_EQ(cell(8, 0), "video: frame loss");
  EXPECT_EQ(cell(8, 5), "clear");
  EXPECT_EQ(cell(10, 5), "too few");
  EXPECT_TRUE(table.item(10, 5)->toolTip().contains("about 110 s of each stretch would do"));
  EXPECT_EQ(cell(13, 1), "–");
  EXPECT_EQ(cell(13, 5), "unknown");
  EXPECT_TRUE(table.item(13, 1)->toolTip().contains("when pictures were painted"));
  EXPECT_TRUE(has(shown().reading(), "14 of 18 figures differ clearly"));
  EXPECT_TRUE(csv_of(shown()).replace(QChar::Nbsp, ' ').contains("audio: packet loss,0.71,%,"));
  EXPECT_EQ(shown().state(), "Set otherwise: Shaping C → A. Within the stretch after something was set once.");
  EXPECT_TRUE(copied().endsWith(
      "\n\njitterscope compare lecture.jscope --from 40.000 --to 110.000 --from2 130.000 --to2 200.000\n"))
      << copied().toStdString();
}

TEST_F(Compared, FiguresOfTheSelectedTimeAreCopiedWithTheirCommand) {
  open();
  session.recording = {true, "/tmp/it's.jscope", 1000};
  session.advance_to(130);
  window->view().select(10, 40);
  ticks(2);
  EXPECT_EQ(window->view().analyze_command(), R"(jitterscope analyze '/tmp/it'\''s.jscope' --from 10.000 --to 40.000)");
  window->view().clear_selection();
  EXPECT_EQ(window->view().analyze_command(), "") << "of a call that goes on";
  session.opened = "/tmp/b.pcap";
  session.read_by = " --clocks common";
  session.advance_to(131);
  ticks(2);
  EXPECT_EQ(window->view().analyze_command(), "jitterscope analyze /tmp/b.pcap --clocks common");
  session.streams = {{"video", true, true}, {"audio", false, true}};
  session.advance_to(132);
  ticks(2);
  window->view().select(10, 40);
  EXPECT_EQ(window->view().analyze_command(),
            "jitterscope analyze /tmp/b.pcap --from 10.000 --to 40.000 --clocks common")
      << "second 0 is the capture’s";
}

TEST_F(Compared, WhereThereIsLittleRoomTheIntervalKeepsIts) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  EXPECT_FALSE(shown().table().isColumnHidden(3));
  window->set_layout(Layout::kShaping);
  show(&shown());
  ASSERT_TRUE(shown().table().isVisible());
  EXPECT_TRUE(shown().table().isColumnHidden(3));
  const auto* head = shown().table().horizontalHeader();
  EXPECT_GE(head->sectionSize(4), head->fontMetrics().horizontalAdvance("95 % interval"));
  EXPECT_TRUE(shown().table().item(0, 4)->toolTip().contains("0.58")) << "the change";
}

TEST_F(Compared, WhatIsClearButTooSmallToReadIsSaidToBeSmallAndNotCounted) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  auto result = made_result();
  ComparedFigure& delay = result.table->media[0].figures[1];
  delay.before = 129.12, delay.after = 129.03, delay.difference = -0.09, delay.interval = Interval95{-0.12, -0.06};
  delay.verdict = DifferenceVerdict::kClear;
  answer(result);
  EXPECT_EQ(cell(1, 1), cell(1, 2));
  EXPECT_EQ(cell(1, 5), "clear, but small");
  EXPECT_TRUE(has(shown().reading(), "13 of 18 figures differ clearly"));
}

TEST_F(Compared, AnAnswerForAStretchThatHasChangedIsNotShownAndWhatFailedIsSaid) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  take_after(45, 70);
  EXPECT_EQ(session.compared.size(), 1U) << "one at a time";
  answer(made_result());
  EXPECT_FALSE(shown().table().isVisible());
  ASSERT_EQ(session.compared.size(), 2U);
  EXPECT_EQ(session.compared[1].second.of.from_s, 45);
  answer(made_result());
  EXPECT_TRUE(shown().table().isVisible());
  take_after(50, 70);
  answer({.sentence = "a.jscope is damaged."});
  EXPECT_EQ(shown().state(), "a.jscope is damaged.");
  EXPECT_FALSE(shown().table().isVisible());
}

/// Colours of the middle line of a painted cell.
QImage painted(std::optional<Interval95> interval, double difference) {
  QTableWidget table(1, 1);
  auto* cell = new QTableWidgetItem;
  table.setItem(0, 0, cell);
  IntervalDelegate::set(*cell, interval, difference);
  QImage image(101, 19, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  QStyleOptionViewItem option;
  option.rect = image.rect();
  option.palette.setColor(QPalette::Text, Qt::black);
  IntervalDelegate().paint(&painter, option, table.model()->index(0, 0));
  return image;
}

TEST(IntervalBar, LiesBesideZeroWhenItDoesNotHoldIt) {
  const QImage image = painted(Interval95{2, 4}, 3);
  const int middle = image.rect().center().y(), zero = image.rect().center().x();
  for (int x = 0; x < zero - 1; ++x) EXPECT_EQ(image.pixelColor(x, middle), QColor(Qt::white)) << x;
  EXPECT_EQ(image.pixelColor(zero + 31, middle), QColor(Qt::black)) << "the difference";
  EXPECT_EQ(image.pixelColor(zero + 38, middle), QColor(Qt::black));
}

TEST(IntervalBar, CrossesZeroWhenItHoldsIt) {
  const QImage image = painted(Interval95{-4, 4}, 1);
  const int middle = image.rect().center().y();
  for (const int x : {15, 35, 60, 85}) EXPECT_EQ(image.pixelColor(x, middle), QColor(Qt::black)) << x;
}

}  // namespace
}  // namespace jitterscope::compare_test
