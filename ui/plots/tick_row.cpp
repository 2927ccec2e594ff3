#include "ui/plots/tick_row.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "core/measures/views/stream_snapshot.h"
#include "ui/plots/painted_plot.h"
#include "ui/plots/view_state.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {
constexpr int kHeight = 14, kNear = 3;  // px
}

TickRow::TickRow(const ViewState& view, const QString& name, const QString& one, const QString& several, Hue hue,
                 QWidget* parent)
    : QWidget(parent), view_(view), one_(one), several_(several), hue_(hue) {
  setAccessibleName(name);
  set_height(this, kHeight);
}

void TickRow::set_ticks(const std::vector<SeriesPoint>& ticks) {
  ticks_ = ticks;
  update();
}

std::vector<SeriesPoint> TickRow::shown() const {
  std::vector<SeriesPoint> visible;
  std::ranges::copy_if(ticks_, std::back_inserter(visible),
                       [this](const auto& tick) { return tick.at_s >= view_.from() && tick.at_s <= view_.to(); });
  return visible;
}

QRect TickRow::row() const {
  const auto around = plot_margins();
  return rect().adjusted(around.left(), 0, -around.right(), 0);
}

double TickRow::x_of(double at_s) const {
  const QRect row = this->row();
  return row.left() + (at_s - view_.from()) / (view_.to() - view_.from()) * row.width();
}

void TickRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto& c = colours();
  const QRect row = this->row();
  painter.setFont(small_font());
  painter.setPen(c.muted);
  painter.drawText(QRect(0, 0, row.left() - px(6), height()), Qt::AlignVCenter | Qt::AlignRight, accessibleName());
  painter.setPen(hairline_pen(c.line));
  painter.drawLine(row.bottomLeft(), row.bottomRight());
  for (const auto& tick : shown())
    painter.fillRect(QRectF(x_of(tick.at_s) - px(1), row.top() + px(2), px(2), row.height() - px(3)), c[hue_]);
}

bool TickRow::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto visible = shown();
  const auto away = [&](const SeriesPoint& tick) { return std::abs(x_of(tick.at_s) - help->pos().x()); };
  const auto nearest = std::ranges::min_element(visible, {}, away);
  const bool near = nearest != visible.end() && away(*nearest) <= px(kNear);
  QToolTip::showText(help->globalPos(),
                     near ? view_.time_words(nearest->at_s) + "\n" + count_text(std::llround(nearest->value)) + " " +
                                (nearest->value == 1 ? one_ : several_)
                          : Tr::tr("Each tick: a report that tells of %1").arg(several_),
                     this);
  return true;
}

CsvTable TickRow::table() const {
  auto table = csv_of_times();
  for (const auto& tick : shown()) add_time(table, tick.at_s, accessibleName(), several_, tick.value, tick.value, {});
  return table;
}

}  // namespace jitterscope
