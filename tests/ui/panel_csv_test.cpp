// The numbers that panels save are read by spreadsheets and programs in one go: one header, rows of as many cells.
#include <QRegularExpression>
#include <algorithm>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/jitter_panel.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/window_chooser.h"

namespace jitterscope::panel_csv_test {
namespace {

/// Lines of cells, as RFC 4180 has them.
std::vector<QStringList> cells_of(const QString& csv) {
  std::vector<QStringList> lines{{QString()}};
  bool quoted = false;
  for (qsizetype i = 0; i < csv.size(); ++i) {
    const QChar c = csv[i];
    if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
      lines.back().back() += csv[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      lines.back() << QString();
    } else if (c == '\n' && !quoted) {
      lines.push_back({QString()});
    } else {
      lines.back().back() += c;
    }
  }
  EXPECT_FALSE(quoted) << "a quote that does not end";
  EXPECT_EQ(lines.back(), QStringList{QString()}) << "the last line ends";
  lines.pop_back();
  return lines;
}

void expect_one_table(const QString& csv, const std::string& of) {
  const auto lines = cells_of(csv);
  ASSERT_GT(lines.size(), 1U) << of << " has rows";
  QStringList names = lines.front();
  EXPECT_FALSE(names.contains("")) << of << ": a column without a name in “" << names.join('|').toStdString() << "”";
  EXPECT_EQ(names.removeDuplicates(), 0) << of << ": two columns of one name in “" << names.join('|').toStdString()
                                         << "”";
  static const QRegularExpression kDecimalComma("^[-+]?\\d+,\\d+$"), kTypographic("[\\x{2009}\\x{202F}]");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto line = lines[i].join('|').toStdString();
    ASSERT_EQ(lines[i].size(), lines.front().size()) << of << ", line " << i + 1 << ": " << line;
    EXPECT_FALSE(lines[i].front().startsWith('#')) << of << ", line " << i + 1 << " is no row: " << line;
    EXPECT_NE(lines[i], lines.front()) << of << ": a second header in line " << i + 1;
    EXPECT_TRUE(lines[i].filter(kDecimalComma).isEmpty()) << of << ": " << line;
    EXPECT_TRUE(lines[i].filter(kTypographic).isEmpty()) << of << ": " << line;
  }
}

class PanelCsv : public WindowFixture {};

TEST_F(PanelCsv, OfEveryPanelAndEachOfItsChoicesIsOneTable) {
  open_with_all_panels();
  int panels = 0;
  for (auto* of : window->findChildren<Panel*>()) {
    show(of);
    if (!of->empty_sentence().isEmpty()) continue;
    ++panels;
    const auto title = of->title().toStdString();
    expect_one_table(csv_of(*of), title);
    for (auto* segments : of->findChildren<Segments*>()) {
      if (dynamic_cast<WindowChooser*>(segments)) continue;
      const int before = segments->current();
      for (auto* choice : segments->findChildren<QAbstractButton*>()) {
        choice->click();
        ticks(2);
        if (of->empty_sentence().isEmpty()) expect_one_table(csv_of(*of), choice->accessibleName().toStdString());
      }
      segments->findChildren<QAbstractButton*>().at(std::max(before, 0))->click();
      ticks(1);
    }
  }
  EXPECT_EQ(panels, std::ranges::count(window->findChildren<Panel*>(), false, &Panel::only_with_file))
      << "each has something to save; those of a file: files/streams_test.cpp";
}

TEST_F(PanelCsv, OfSeveralPlotsNamesTheQuantityOfEachRow) {
  open();
  const auto lines = cells_of(csv_of(*panel<JitterPanel>()));
  ASSERT_EQ(lines.front(), (QStringList{"seconds", "quantity", "series", "min", "max", "unit"}));
  QStringList quantities;
  for (std::size_t i = 1; i < lines.size(); ++i) quantities << lines[i][1];
  quantities.removeDuplicates();
  EXPECT_EQ(quantities, (QStringList{"Interarrival", "RFC 3550"}));
}

TEST_F(PanelCsv, OfTablesOfSeveralKindsNamesTheTableOfEachRow) {
  open();
  auto* threads = panel("Threads");
  show(threads);
  const auto lines = cells_of(csv_of(*threads));
  ASSERT_EQ(lines.front().front(), "table");
  QStringList tables;
  for (std::size_t i = 1; i < lines.size(); ++i) tables << lines[i].front();
  tables.removeDuplicates();
  EXPECT_EQ(tables, (QStringList{"Threads", "Rings", "over time"}));
}

}  // namespace
}  // namespace jitterscope::panel_csv_test
