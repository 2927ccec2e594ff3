#include "ui/widgets/interval_delegate.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QTableWidgetItem>

#include "ui/sizes.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kInterval = Qt::UserRole;         // low, difference, high
constexpr int kEnd = 3, kDot = 2, kMargin = 8;  // px

}  // namespace

void IntervalDelegate::set(QTableWidgetItem& cell, const std::optional<Interval95>& interval, double difference) {
  cell.setData(kInterval, interval ? QVariantList{interval->low, difference, interval->high} : QVariant());
}

void IntervalDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto values = index.data(kInterval).toList();
  if (values.isEmpty()) return QStyledItemDelegate::paint(painter, option, index);
  const bool chosen = option.state & QStyle::State_Selected;
  if (chosen) painter->fillRect(option.rect, option.palette.highlight());
  const QRect room = option.rect.adjusted(px(kMargin), px(2), -px(kMargin), -px(2));
  const double low = values[0].toDouble(), at = values[1].toDouble(), high = values[2].toDouble();
  const double most = std::max({std::abs(low), std::abs(high), std::abs(at)});
  const auto x_of = [&](double value) {
    return room.center().x() + static_cast<int>(most > 0 ? value / most * room.width() / 2 : 0);
  };
  painter->setPen(QPen(colours().muted, hairline()));
  painter->drawLine(x_of(0), room.top(), x_of(0), room.bottom());
  const QColor colour = option.palette.color(chosen ? QPalette::HighlightedText : QPalette::Text);
  painter->setPen(QPen(colour, hairline()));
  const int middle = room.center().y();
  painter->drawLine(x_of(low), middle, x_of(high), middle);
  for (const double end : {low, high}) painter->drawLine(x_of(end), middle - px(kEnd), x_of(end), middle + px(kEnd));
  painter->fillRect(QRect(x_of(at) - px(kDot), middle - px(kDot), 2 * px(kDot) + 1, 2 * px(kDot) + 1), colour);
}

}  // namespace jitterscope
