// Controls stand in cards that fold to one line with their state; what a key changed is said.
#include <QScrollArea>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/kept_settings.h"
#include "ui/widgets/card.h"

namespace jitterscope::cards_test {
namespace {

class CardsTest : public WindowFixture {
 protected:
  CardsTest() { cards_open = false; }
  Fold* card(const QString& title) {
    for (auto* fold : window->findChildren<Fold*>())
      if (fold->title() == title) return fold;
    return nullptr;
  }
  QAbstractButton* heading(const QString& title) { return card(title)->findChild<QAbstractButton*>("fold"); }
  QScrollArea* controls() { return window->findChild<QScrollArea*>("controls"); }
  QWidget* column() { return controls()->viewport(); }
  static QRect place_in(const QWidget* widget, QWidget* in) { return {widget->mapTo(in, QPoint()), widget->size()}; }
};

TEST_F(CardsTest, AllHeadingsAreSeenTheFirstFourOpenAndAFoldedCardSaysItsStateInOneLine) {
  kept_layout().remove("folded");
  open({1920, 1040});
  QStringList open_ones;
  int last = -1;
  for (const char* title : {"Shaping", "Priority", "Conditions", "Rate control", "Playout", "Video sent", "Sound sent",
                            "Reception", "More"}) {
    ASSERT_NE(card(title), nullptr) << title;
    const QRect place = place_in(heading(title), column());
    EXPECT_TRUE(column()->rect().contains(place)) << title << " ends at " << place.bottom();
    EXPECT_GT(place.top(), last) << title << ": the order of a lesson";
    last = place.top();
    if (!card(title)->folded()) open_ones << title;
  }
  EXPECT_EQ(open_ones, (QStringList{"Shaping", "Priority", "Conditions", "Rate control"}));
  for (auto* fold : window->findChildren<Fold*>()) {
    const int open_height = fold->height();
    fold->set_folded(true);
    ticks(2);
    EXPECT_LE(fold->height(), 30) << fold->title().toStdString() << ", open " << open_height;
    if (fold->title() == "More") continue;
    EXPECT_FALSE(fold->state().isEmpty()) << fold->title().toStdString();
  }
  EXPECT_TRUE(card("Shaping")->state().startsWith("local A, remote"));
  EXPECT_TRUE(has(card("Conditions")->state(), "2 counters"));
  EXPECT_TRUE(card("Sound sent")->state().startsWith("256 B"));
}

TEST_F(CardsTest, TheColumnIsAsWideWhateverIsFolded) {
  open();
  const int wide = controls()->width();
  for (auto* fold : window->findChildren<Fold*>()) fold->set_folded(true);
  ticks(3);
  EXPECT_EQ(controls()->width(), wide);
  for (auto* fold : window->findChildren<Fold*>()) fold->set_folded(false);
  ticks(3);
  EXPECT_EQ(controls()->width(), wide);
  EXPECT_LE(controls()->widget()->minimumSizeHint().width(), column()->width()) << "each has its room";
}

TEST_F(CardsTest, AHeadingFoldsByKeyAndPointer) {
  open();
  auto* shaping = heading("Shaping");
  shaping->setFocus();
  QTest::keyClick(shaping, Qt::Key_Space);
  EXPECT_TRUE(card("Shaping")->folded());
  EXPECT_EQ(button("Strategy: A"), nullptr);
  EXPECT_TRUE(window->view().following()) << "Space was the heading's";
  QTest::keyClick(shaping, Qt::Key_Return);
  EXPECT_FALSE(card("Shaping")->folded());
  QTest::mouseClick(shaping, Qt::LeftButton);
  EXPECT_TRUE(card("Shaping")->folded());
}

TEST_F(CardsTest, WhatIsFoldedStaysSoInTheNextWindow) {
  kept_layout().remove("folded");
  open(false);
  card("Shaping")->set_folded(true);
  card("Playout")->set_folded(false);
  window->close();
  window.reset();
  open(false);
  EXPECT_TRUE(card("Shaping")->folded());
  EXPECT_FALSE(card("Playout")->folded());
  EXPECT_TRUE(card("Reception")->folded());
  EXPECT_FALSE(card("Priority")->folded());
  window.reset();
  kept_layout().remove("folded");
}

TEST_F(CardsTest, WhatAKeyChangedIsSaid) {
  open();
  const std::initializer_list<std::pair<int, const char*>> keys{{Qt::Key_2, "Shaping: strategy B."},
                                                                {Qt::Key_N, "Media threads: nice."},
                                                                {Qt::Key_C, "Rate control: two-stream."},
                                                                {Qt::Key_T, "Picture over TCP."},
                                                                {Qt::Key_BracketRight, "Counter processes: 3."}};
  for (const auto& [code, words] : keys) {
    key(code);
    EXPECT_TRUE(said(words)) << words;
  }
  button("Whose shaping: remote")->click();
  key(Qt::Key_3);
  EXPECT_TRUE(said("Shaping: strategy C, asked of the remote."));
}

}  // namespace
}  // namespace jitterscope::cards_test
