#include "ui/panels/figure_table.h"

#include <QHeaderView>
#include <QTextStream>

#include "ui/theme.h"

namespace jitterscope {
namespace {
constexpr int kRowHeight = 18;
}

FigureTable::FigureTable(const QStringList& columns, const QString& accessible_name, QWidget* parent)
    : QTableWidget(0, static_cast<int>(columns.size()), parent) {
  setHorizontalHeaderLabels(columns);
  setAccessibleName(accessible_name);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setWordWrap(false);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(kRowHeight);
  verticalHeader()->setDefaultSectionSize(kRowHeight);
  auto* header = horizontalHeader();
  header->setSectionResizeMode(QHeaderView::Stretch);
  header->setHighlightSections(false);
  for (int column = 0; column < columnCount(); ++column)
    horizontalHeaderItem(column)->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  setFont(small_font());
  header->setFont(small_font());
}

void FigureTable::updateGeometries() {
  if (in_geometries_) return;  // new margins resize the viewport, which calls this again
  in_geometries_ = true;
  QTableWidget::updateGeometries();
  auto margins = viewportMargins();
  margins.setBottom(margins.bottom() + viewport()->height() % kRowHeight);
  setViewportMargins(margins);
  in_geometries_ = false;
}

int FigureTable::whole_rows_shown() const {
  return std::min(rowCount(), viewport()->height() / kRowHeight);
}

void FigureTable::set_rows(int count) {
  if (count != rowCount()) setRowCount(count);
}

void FigureTable::set_cell(int row, int column, const QString& text, const QString& tip) {
  auto* entry = item(row, column);
  if (!entry) {
    setItem(row, column, entry = new QTableWidgetItem);
    entry->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (entry->text() != text) entry->setText(text);
  if (entry->toolTip() != tip) entry->setToolTip(tip);
}

QString FigureTable::cell(int row, int column) const {
  const auto* entry = item(row, column);
  return entry ? entry->text() : QString();
}

void FigureTable::write_csv(QTextStream& out) const {
  const auto quoted = [](QString text) { return '"' + text.replace('"', "\"\"") + '"'; };
  for (int row = -1; row < rowCount(); ++row)
    for (int column = 0; column < columnCount(); ++column)
      out << quoted(row < 0 ? horizontalHeaderItem(column)->text().replace('\n', ' ') : cell(row, column))
          << (column + 1 < columnCount() ? "," : "\n");
}

}  // namespace jitterscope
