// What is copied out of the window is plain: no thin or firm blanks and no typographic minus among numbers.
#include <QClipboard>
#include <QLabel>
#include <QRegularExpression>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/widgets/figure_table.h"
#include "ui/words/text.h"

namespace jitterscope::copied_text_test {
namespace {

const QRegularExpression kNotPlain("[\\x{00A0}\\x{2009}\\x{202F}\\x{2212}]");

QString copied_from(QWidget& widget) {
  QApplication::clipboard()->clear();
  QTest::keyClick(&widget, Qt::Key_C, Qt::ControlModifier);
  return QApplication::clipboard()->text();
}

class CopiedText : public WindowFixture {};

TEST_F(CopiedText, OfATableIsPlain) {
  FigureTable table({"Figure", "Local", "Remote"}, "A table");
  table.set_rows(3);
  const std::vector<QStringList> cells{{"Packets", count_text(1'234'567), count_text(-12'345)},
                                       {"Skew", signed_figure(-4.25, "ppm"), signed_figure(3, "ms")},
                                       {"Lost", percent(0.0711), kDash}};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      table.set_cell(row, column, cells[static_cast<std::size_t>(row)][column]);
  EXPECT_EQ(copied_from(table).toStdString(),
            "Figure\tLocal\tRemote\nPackets\t1234567\t-12345\nSkew\t-4.25 ppm\t+3.00 ms\nLost\t7.11 %\t–\n");
}

TEST_F(CopiedText, OfEveryTableOfTheWindowIsPlain) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  for (auto* of : window->findChildren<Panel*>()) {
    show(of);
    for (auto* table : of->findChildren<FigureTable*>()) {
      if (table->rowCount() == 0) continue;
      table->selectAll();
      const auto words = copied_from(*table);
      EXPECT_GT(words.count('\n'), 1) << table->accessibleName().toStdString();
      EXPECT_FALSE(words.contains(kNotPlain)) << words.toStdString();
    }
  }
}

TEST_F(CopiedText, OfEveryLabelThatMayBeMarkedIsPlain) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  int labels = 0;
  for (auto* label : window->findChildren<QLabel*>()) {
    if (!(label->textInteractionFlags() & Qt::TextSelectableByMouse)) continue;
    ++labels;
    label->setTextFormat(Qt::PlainText);
    label->setText("sent " + count_text(12'345) + ", " + signed_figure(-3, "ms"));
    label->setSelection(0, static_cast<int>(label->text().size()));
    EXPECT_EQ(copied_from(*label).toStdString(), "sent 12345, -3.00 ms")
        << label->accessibleName().toStdString() << " in " << label->parentWidget()->metaObject()->className();
  }
  EXPECT_GE(labels, 6);
}

}  // namespace
}  // namespace jitterscope::copied_text_test
