#pragma once
// A read-only table of words and numbers that only touches cells whose text changed. GUI thread.
#include <QTableWidget>

class QTextStream;

namespace jitterscope {

class FigureTable : public QTableWidget {
 public:
  FigureTable(const QStringList& columns, const QString& accessible_name, QWidget* parent = nullptr);
  void set_rows(int count);
  /// Numbers stand right, the first column left. A tip explains the cell.
  void set_cell(int row, int column, const QString& text, const QString& tip = {});
  QString cell(int row, int column) const;
  void write_csv(QTextStream&) const;
  int whole_rows_shown() const;

 protected:
  void updateGeometries() override;  // no row cut by the lower edge

 private:
  bool in_geometries_ = false;
};

}  // namespace jitterscope
