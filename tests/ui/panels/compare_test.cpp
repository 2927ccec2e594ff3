// Two stretches taken in the window, compared, and shown beside each other.
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTextStream>
#include <QToolButton>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/compare_panel.h"
#include "ui/widgets/interval_delegate.h"

namespace jitterscope::compare_test {
namespace {

Comparison made_table() {
  MediumComparison sound{Medium::kAudio, 1U, 1U, {}};
  sound.figures = {{"loss_ratio",
                    "packet loss",
                    FigureUnit::kShare,
                    0.125,
                    0.02,
                    -0.105,
                    Interval95{-0.14, -0.07},
                    DifferenceVerdict::kClear,
                    {}},
                   {"delay_p95_ms",
                    "one-way delay, p95",
                    FigureUnit::kMs,
                    18.4,
                    20.1,
                    1.7,
                    Interval95{-3.2, 6.6},
                    DifferenceVerdict::kNotClear,
                    {}},
                   {"latency_ms",
                    "latency",
                    FigureUnit::kMs,
                    {},
                    81.0,
                    {},
                    {},
                    DifferenceVerdict::kUnknown,
                    "Before: nothing was played."}};
  return {{"a.jscope", 10, 40}, {"a.jscope", 40, 70}, {sound}, {"No video was received after."}};
}

CompareResult made_result() {
  using Kind = LoggedChange::Kind;
  const std::vector<LoggedChange> log{{Kind::kSetting, 0.1, false, "shaping", "c"},
                                      {Kind::kSetting, 40, false, "shaping", "a"},
                                      {Kind::kSetting, 50, true, "shaping", "b"}};
  return {.table = made_table(), .changes = {log, log}};
}

class Compared : public WindowFixture {
 protected:
  void open_recorded() {
    open();
    session.recording = {true, "/tmp/a.jscope", 1000};
  }
  void take(int key_modifiers, double from_s, double to_s) {
    window->view().select(from_s, to_s);
    key(Qt::Key_B, Qt::KeyboardModifiers(key_modifiers));
  }
  void take_before(double from_s, double to_s) { take(Qt::ControlModifier, from_s, to_s); }
  void take_after(double from_s, double to_s) { take(Qt::ControlModifier | Qt::ShiftModifier, from_s, to_s); }
  void answer(const CompareResult& result) {
    ASSERT_FALSE(session.finished_comparing.empty());
    session.finished_comparing.back()(result);
    ticks(6);
  }
  ComparePanel& shown() { return *panel<ComparePanel>(); }
  std::string cell(int row, int column) {
    return shown().table().cell(row, column).replace(QChar::Nbsp, ' ').toStdString();
  }
  QString csv() {
    QString words;
    QTextStream out(&words);
    shown().write_csv(out);
    return words;
  }
  QString copied() {
    QTest::keySequence(const_cast<FigureTable*>(&shown().table()), QKeySequence::Copy);
    return QApplication::clipboard()->text();
  }
};

TEST_F(Compared, ThePanelIsNotThereBeforeSomethingIsTaken) {
  open_recorded();
  EXPECT_FALSE(shown().isVisible());
  take_before(10, 40);
  EXPECT_TRUE(shown().isVisible());
  EXPECT_EQ(shown().state(), "Take the other stretch too.");
  EXPECT_TRUE(session.compared.empty());
}

TEST_F(Compared, BothAreSentAsTheyWereSelected) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  ASSERT_EQ(session.compared.size(), 1U);
  const auto& [before, after] = session.compared[0];
  EXPECT_EQ(before.of.file, "/tmp/a.jscope");
  EXPECT_EQ(before.of.from_s, 10);
  EXPECT_EQ(before.of.to_s, 40);
  EXPECT_EQ(after.of.from_s, 40);
  EXPECT_EQ(after.of.to_s, 70);
  EXPECT_EQ(shown().state(), "Being compared …");
  EXPECT_FALSE(shown().table().isVisible());
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

TEST_F(Compared, TheTableSaysWhatChangedAndWhetherItIsClear) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  const auto& table = shown().table();
  ASSERT_TRUE(table.isVisible());
  EXPECT_EQ(cell(0, 0), "audio: packet loss");
  EXPECT_EQ(cell(0, 1), "12.5 %");
  EXPECT_EQ(cell(0, 3), "−10.5 pp");
  EXPECT_EQ(cell(0, 4), "−14.0 pp … −7.00 pp");
  EXPECT_EQ(cell(0, 5), "clear");
  EXPECT_EQ(cell(1, 4), "−3.20 ms … +6.60 ms");
  EXPECT_EQ(cell(1, 5), "no clear difference");
  EXPECT_EQ(cell(2, 1), "–");
  EXPECT_EQ(cell(2, 5), "unknown");
  EXPECT_TRUE(table.item(2, 1)->toolTip().contains("nothing was played"));
  EXPECT_TRUE(shown().reading().contains("1 of 3 figures differ clearly")) << shown().reading().toStdString();
  EXPECT_TRUE(csv().replace(QChar::Nbsp, ' ').contains("\"audio: packet loss\",\"12.5\",\"%\""));
}

TEST_F(Compared, WhatIsCopiedNamesTheCommandThatPrintsTheSame) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  EXPECT_TRUE(
      copied().endsWith("\n\njitterscope compare a.jscope --from 10.000 --to 40.000 --from2 40.000 --to2 70.000\n"))
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
  EXPECT_EQ(window->view().analyze_command(), "") << "the axis may begin later than the capture";
}

TEST_F(Compared, WhatWasSetOtherwiseStandsAbove) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  EXPECT_EQ(shown().state(), "Set otherwise: Shaping C → A. Within the stretch after something was set once.");
}

TEST_F(Compared, WhereThereIsLittleRoomTheIntervalKeepsIts) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  EXPECT_FALSE(shown().table().isColumnHidden(3));
  window->set_layout(Layout::kShaping);
  window->show_panel(&shown());
  ticks(2);
  ASSERT_TRUE(shown().table().isVisible());
  EXPECT_TRUE(shown().table().isColumnHidden(3));
  const auto* head = shown().table().horizontalHeader();
  EXPECT_GE(head->sectionSize(4), head->fontMetrics().horizontalAdvance("95 % interval"));
  EXPECT_TRUE(shown().table().item(0, 4)->toolTip().contains("10.5")) << "the change";
}

TEST_F(Compared, StretchesThatOverlapAreRefused) {
  open_recorded();
  take_before(10, 40);
  take_after(30, 70);
  EXPECT_TRUE(session.compared.empty());
  EXPECT_TRUE(shown().state().startsWith("The two stretches overlap")) << shown().state().toStdString();
  EXPECT_FALSE(shown().table().isVisible());
}

TEST_F(Compared, WithoutASelectionAfterIsWhatFollowsBefore) {
  open_recorded();
  take_before(99, 110);
  window->view().clear_selection();
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].second.of.from_s, 110);
  EXPECT_EQ(session.compared[0].second.of.to_s, window->view().end() - 1.5) << "what is written by now";
}

TEST_F(Compared, AfterBeginsWhereSomethingWasSetLast) {
  open_recorded();
  take_before(60, 70);
  window->view().clear_selection();
  const auto& marks = session.latest->marks;
  ASSERT_FALSE(marks.empty());
  ASSERT_GT(marks.back().at_s, 70);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_NEAR(*session.compared[0].second.of.from_s, marks.back().at_s, 0.001);
}

TEST_F(Compared, BeforeTooBeginsWhereSomethingWasSetLast) {
  open_recorded();
  window->view().clear_selection();
  const auto& marks = session.latest->marks;
  key(Qt::Key_B, Qt::ControlModifier);
  take_after(1, 2);
  ASSERT_EQ(session.compared.size(), 1U);
  ASSERT_GT(marks.back().at_s, window->view().from()) << "in what is visible";
  EXPECT_NEAR(*session.compared[0].first.of.from_s, marks.back().at_s, 0.001);
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
  EXPECT_TRUE(shown().reading().contains("1 of 3 figures differ clearly")) << shown().reading().toStdString();
}

TEST_F(Compared, SpaceIsNotOfTheButtonThatWasClicked) {
  open_recorded();
  take_before(10, 40);
  for (const auto* name : {"Take the time shown as the stretch before", "Take the time shown as the stretch after",
                           "Let both stretches go"})
    EXPECT_EQ(named<QToolButton>(name)->focusPolicy(), Qt::TabFocus) << name;
}

TEST_F(Compared, NothingHasComeYetIsSaid) {
  open_recorded();
  window->view().clear_selection();
  key(Qt::Key_B, Qt::ControlModifier);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_TRUE(said("Nothing has come after the stretch before yet"));
  EXPECT_TRUE(session.compared.empty());
}

TEST_F(Compared, ACallThatIsNotRecordedCannotBeCompared) {
  open();
  session.recording = {};
  take_before(10, 40);
  EXPECT_TRUE(said("this call is not recorded"));
  EXPECT_FALSE(shown().isVisible());
}

TEST_F(Compared, AnAnswerForAStretchThatHasChangedIsNotShown) {
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
}

TEST_F(Compared, ASelectionBeyondThePresentEndsThere) {
  open_recorded();
  take_before(100, 500);
  take_after(10, 40);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].first.of.to_s, window->view().end() - 1.5);
}

TEST_F(Compared, TheSelectionThatWasTakenBeforeIsNotTakenAgain) {
  open_recorded();
  take_before(10, 40);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_GE(session.compared[0].second.of.from_s, 40) << "but what has come since";
}

TEST_F(Compared, StreamsOfAFileMayBeginAtOtherTimes) {
  open_recorded();
  session.began = 1'000'000;
  take_before(10, 20);
  session.began = 1'030'000;
  take_after(5, 15);
  EXPECT_EQ(session.compared.size(), 1U) << "35 to 45 s of the file";
  session.finished_comparing.back()(made_result());
  session.began = 1'000'000;
  take_before(35, 40);
  session.began = 1'030'000;
  take_after(5, 25);
  EXPECT_TRUE(shown().state().startsWith("The two stretches overlap")) << shown().state().toStdString();
}

TEST_F(Compared, HoldTakesTheStretchBeforeOnceACall) {
  open_recorded();
  window->view().select(10, 40);
  key(Qt::Key_H);
  EXPECT_TRUE(said("stretch before"));
  EXPECT_FALSE(shown().isVisible()) << "the ghost was wanted";
  window->view().select(50, 60);
  key(Qt::Key_H);
  key(Qt::Key_H);
  take_after(40, 70);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].first.of.to_s, 40);
}

TEST_F(Compared, ALaterStretchBeforeBeginsAnew) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
  answer(made_result());
  take_before(70, 100);
  EXPECT_EQ(shown().state(), "Take the other stretch too.");
  EXPECT_EQ(session.compared.size(), 1U);
}

TEST_F(Compared, AllOfAFileIsWithoutEnds) {
  open_recorded();
  session.opened = "/tmp/other.jscope";
  ticks(2);
  ASSERT_TRUE(window->view().shows_file());
  window->view().clear_selection();
  key(Qt::Key_B, Qt::ControlModifier);
  take_after(10, 20);
  EXPECT_TRUE(session.compared.empty()) << "it is in all of it";
  session.opened.clear();
  ticks(2);
  take_after(10, 20);
  ASSERT_EQ(session.compared.size(), 1U);
  EXPECT_EQ(session.compared[0].first.of.file, "/tmp/other.jscope");
  EXPECT_FALSE(session.compared[0].first.of.from_s);
  EXPECT_FALSE(session.compared[0].first.of.to_s);
  EXPECT_EQ(session.compared[0].second.of.file, "/tmp/a.jscope");
}

TEST_F(Compared, WhatFailedIsSaidInItsPlace) {
  open_recorded();
  take_before(10, 40);
  take_after(40, 70);
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
