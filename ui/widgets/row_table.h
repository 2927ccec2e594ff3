#pragma once
// A read-only table of many rows that are made as they are looked at: sorted by a click on a heading, filtered, with
// Ctrl+C and a context menu that copy numbers as programs read them. GUI thread.
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QAbstractTableModel>
#include <QTableView>

class QTextStream;

namespace jitterscope {

/// What a column says of a row, by the row's number in the data.
struct RowColumn {
  QString title, tip;
  std::function<QString(std::size_t row)> text;
  /// Rows are sorted by it, those without a value behind all others. Empty: by the text.
  std::function<std::optional<double>(std::size_t row)> value = {};
  bool words = false;                                // stands left
  std::function<QString(std::size_t row)> why = {};  // of a dash
};

class RowModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  RowModel(std::vector<RowColumn> columns, QObject* parent);
  /// New data of so many rows; those that pass `filter` are shown, in the order that was chosen last. Empty: all.
  void set_rows(std::size_t count, std::function<bool(std::size_t row)> filter = {});
  /// The rows of the data are the same, what they say has changed; they are sorted anew.
  void update_rows();
  /// Sorted by the same column as `other`; where that is of the same data, as is taken from as many rows, they are the
  /// same rows in the same places.
  void order_as(const RowModel& other);
  /// The row in the data that stands there.
  std::size_t row_at(int shown) const { return order_[static_cast<std::size_t>(shown)]; }
  /// Where a row of the data stands; absent: it is filtered out. O(rows).
  std::optional<int> place_of(std::size_t row) const;
  const std::vector<RowColumn>& columns() const { return columns_; }
  /// In this colour, where it gives one.
  void set_colour(std::function<QColor(std::size_t row)> colour) { colour_ = std::move(colour); }
  /// Behind the words, where it gives one.
  void set_background(std::function<QColor(std::size_t row)> colour) { background_ = std::move(colour); }
  void set_bold(std::function<bool(std::size_t row)> bold) { bold_ = std::move(bold); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  void order_rows();
  void rearrange(const std::function<void()>& order);

  std::vector<RowColumn> columns_;
  std::size_t count_ = 0;
  std::function<bool(std::size_t)> filter_;
  std::vector<std::uint32_t> order_;
  int sorted_by_ = -1;  // -1: as the data are
  Qt::SortOrder direction_ = Qt::AscendingOrder;
  std::function<QColor(std::size_t)> colour_, background_;
  std::function<bool(std::size_t)> bold_;
};

class RowTable : public QTableView {
  Q_OBJECT
 public:
  RowTable(std::vector<RowColumn> columns, const QString& accessible_name, QWidget* parent = nullptr);
  RowModel& rows() { return *model_; }
  const RowModel& rows() const { return *model_; }
  /// As wide as their headings and the first rows ask.
  void fit_columns();
  /// Chooses the row of the data and brings it in sight, without row_chosen(); nothing where it is filtered out.
  void choose(std::size_t row);
  std::optional<std::size_t> chosen() const;
  /// Shows the rows of the same data that `other` shows, sorted in the same way.
  void show_as(const RowTable& other);
  /// All rows that are shown, with the headings; comma-separated, numbers without units.
  void write_csv(QTextStream&) const;
  /// The same piece by piece: the headings, and the rows that are shown from this place to before that.
  void write_csv_headings(QTextStream&) const;
  void write_csv_rows(QTextStream&, int from, int to) const;

 signals:
  /// Why nothing was copied, and what to do.
  void refused(const QString& sentence);
  /// By the user: a click or the arrow keys.
  void row_chosen(std::size_t row);
  /// Enter, or a double click.
  void row_opened(std::size_t row);

 protected:
  void keyPressEvent(QKeyEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override;
  void focusInEvent(QFocusEvent*) override;

 private:
  void copy(bool chosen_only);
  std::vector<std::pair<int, int>> chosen_ranges() const;

  RowModel* model_;
  bool choosing_ = false;
};

}  // namespace jitterscope
