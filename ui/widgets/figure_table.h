#pragma once
// A read-only table of words and numbers that only touches cells whose text changed. Each column is as wide as its head
// and the widest text that has stood in it ask, and is scrolled where that is wider than the table. Ctrl+C copies the
// rows chosen (all where none is), the context menu also the whole table, tab-separated. GUI thread.
#include <functional>
#include <set>
#include <vector>

#include <QTableWidget>

#include "ui/words/csv_table.h"

class QTextStream;

namespace jitterscope {

class FigureTable : public QTableWidget {
 public:
  FigureTable(const QStringList& columns, const QString& accessible_name, QWidget* parent = nullptr);
  void set_rows(int count);
  /// Numbers stand right, the first column left. A tip explains the cell, and `why` a dash in it.
  void set_cell(int row, int column, const QString& text, const QString& tip = {}, const QString& why = {});
  void set_bold(int row, bool bold);
  QString cell(int row, int column) const;
  /// Rows that are shown, a number a cell: units and the ends of intervals have columns of their own. A column is named
  /// as its head says, or by the head's Qt::AccessibleTextRole where that is to be read with the head before it.
  CsvTable table() const;
  void write_csv(QTextStream&) const;
  /// Tab-separated with the head; of the rows chosen alone where some are and `chosen_only`.
  QString tab_separated(bool chosen_only) const;
  /// `command` prints the same numbers, and stands below what is copied; where it gives nothing, nothing does.
  void set_command(std::function<QString()> command) { command_ = std::move(command); }
  /// Columns from `first` on stand in grey: printed elsewhere, not measured here.
  void set_reference_from(int first);
  int whole_rows_shown() const;
  void show_column(int column, bool shown);
  /// This column is no wider than its words ask; others share what is left.
  void fit_column(int column);

 protected:
  void updateGeometries() override;  // no row cut by the lower edge
  void keyPressEvent(QKeyEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override;
  void changeEvent(QEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  bool make_room(int column, const QString& text, const QFont& font);
  void measure_anew();
  void share_width();
  void copy(bool chosen_only) const;

  std::vector<int> needed_;  // px, a column
  std::set<int> fitted_;
  std::function<QString()> command_;
  bool in_geometries_ = false;
};

}  // namespace jitterscope
