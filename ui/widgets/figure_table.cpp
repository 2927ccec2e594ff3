#include "ui/widgets/figure_table.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QTextStream>

#include "ui/theme.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {
constexpr int kRowHeight = 18;

class ReferenceDelegate : public QStyledItemDelegate {
 public:
  ReferenceDelegate(int first, QObject* parent) : QStyledItemDelegate(parent), first_(first) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() < first_) return;
    for (const auto role : {QPalette::Text, QPalette::HighlightedText}) option->palette.setColor(role, colours().muted);
  }

 private:
  int first_;
};

void copy(const QString& text) {
  QApplication::clipboard()->setText(text);
}

}  // namespace

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

void FigureTable::set_cell(int row, int column, const QString& text, const QString& tip, const QString& why) {
  auto* entry = item(row, column);
  if (!entry) {
    setItem(row, column, entry = new QTableWidgetItem);
    entry->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (entry->text() != text) entry->setText(text);
  const auto whole = why.isEmpty() ? tip : tip_of(text, tip, why);
  if (entry->toolTip() != whole) entry->setToolTip(whole);
}

QString FigureTable::cell(int row, int column) const {
  const auto* entry = item(row, column);
  return entry ? entry->text() : QString();
}

void FigureTable::write_csv(QTextStream& out) const {
  const auto quoted = [](QString text) { return '"' + text.replace('"', "\"\"") + '"'; };
  for (int row = -1; row < rowCount(); ++row) {
    if (row >= 0 && isRowHidden(row)) continue;
    for (int column = 0; column < columnCount(); ++column)
      out << quoted(row < 0 ? horizontalHeaderItem(column)->text().replace('\n', ' ') : cell(row, column))
          << (column + 1 < columnCount() ? "," : "\n");
  }
}

QString FigureTable::tab_separated(bool chosen_only) const {
  const bool some = chosen_only && selectionModel()->hasSelection();
  QStringList lines;
  for (int row = -1; row < rowCount(); ++row) {
    if (row >= 0 && isRowHidden(row)) continue;
    if (row >= 0 && some && !selectionModel()->isRowSelected(row)) continue;
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column)
      cells << (row < 0 ? horizontalHeaderItem(column)->text() : cell(row, column)).replace('\n', ' ');
    lines << cells.join('\t');
  }
  return lines.join('\n') + '\n';
}

void FigureTable::set_reference_from(int first) {
  setItemDelegate(new ReferenceDelegate(first, this));
}

void FigureTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy(tab_separated(true));
  QTableWidget::keyPressEvent(event);
}

void FigureTable::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  auto* rows = menu->addAction("Copy rows", this, [this] { copy(tab_separated(true)); });
  rows->setShortcut(QKeySequence::Copy);
  rows->setEnabled(selectionModel()->hasSelection());
  menu->addAction("Copy as table", this, [this] { copy(tab_separated(false)); });
  menu->popup(event->globalPos());
}

}  // namespace jitterscope
