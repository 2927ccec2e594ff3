// The two ends of a call are "local" and "remote" in every text of the window: labels, buttons, tips, menus,
// definitions.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTableWidget>

#include "core/base/units/three_digits.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/words/text.h"

namespace jitterscope::words_test {
namespace {

class WordsTest : public WindowFixture {
 protected:
  QStringList texts() {
    QStringList all;
    for (auto* widget : window->findChildren<QWidget*>()) {
      all << widget->toolTip() << widget->accessibleName();
      if (const auto* label = qobject_cast<QLabel*>(widget)) all << label->text();
      if (const auto* button = qobject_cast<QAbstractButton*>(widget)) all << button->text();
      if (const auto* line = qobject_cast<QLineEdit*>(widget)) all << line->placeholderText() << line->text();
      if (const auto* table = qobject_cast<QTableWidget*>(widget))
        for (int column = 0; column < table->columnCount(); ++column)
          if (table->horizontalHeaderItem(column)) all << table->horizontalHeaderItem(column)->text();
      if (const auto* panel = qobject_cast<Panel*>(widget))
        all << panel->definition() << panel->reading() << panel->empty_sentence();
    }
    for (const auto* action : window->actions()) all << action->text().remove('&') << action->toolTip();
    return all;
  }
  void expect_none() {
    static const QRegularExpression other(
        "\\b(mine|theirs|far end|their sending|my sending|received here|received there)\\b|^(.*\\n)?(here|there)$",
        QRegularExpression::CaseInsensitiveOption);
    for (const auto& text : texts()) EXPECT_FALSE(other.match(text).hasMatch()) << text.toStdString();
  }
};

TEST(Figure, IsRoundedAsInSentences) {
  for (const double value : {100.5, 101.5, 0.0625, 2.125, 12.25, 99.95, 0.0})
    EXPECT_EQ(figure(value).toStdString(), three_digits(value));
}

TEST(SignedFigure, HasNoSignWhereItReadsAsNothing) {
  const auto ms = QString(QChar::Nbsp) + "ms";
  EXPECT_EQ(signed_figure(-0.0004, "ms"), "0.000" + ms);
  EXPECT_EQ(signed_figure(0.0004, "ms"), "0.000" + ms);
  EXPECT_EQ(signed_figure(-0.0006, "ms"), QChar(0x2212) + ("0.001" + ms));
  EXPECT_EQ(signed_figure(0.25, "ms"), "+0.25" + ms);
  EXPECT_EQ(signed_figure(0.0, "ms"), "0" + ms);
}

TEST_F(WordsTest, TheEndsAreLocalAndRemote) {
  open(false);
  expect_none();
  session.start_call(120);
  for (const int side : {0, 1}) {
    window->view().set_side(static_cast<Side>(side));
    ticks(6);
    expect_none();
  }
  EXPECT_NE(button("Whose shaping: local"), nullptr);
  EXPECT_NE(button("Whose shaping: remote"), nullptr);
  EXPECT_NE(action("Received at the remote end"), nullptr);
}

}  // namespace
}  // namespace jitterscope::words_test
