#pragma once
// Intervals of differences in a column of a table, as thin bars about zero. GUI thread.
#include <optional>

#include <QStyledItemDelegate>

#include "core/measures/views/comparison.h"

class QTableWidgetItem;

namespace jitterscope {

class IntervalDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  /// Without an interval the text of the cell stands there. Each row has a scale of its own, with zero in its middle.
  static void set(QTableWidgetItem& cell, const std::optional<Interval95>& interval, double difference);
  void paint(QPainter*, const QStyleOptionViewItem&, const QModelIndex&) const override;
};

}  // namespace jitterscope
