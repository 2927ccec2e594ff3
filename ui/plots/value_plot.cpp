#include "ui/plots/value_plot.h"

#include <QToolTip>

namespace jitterscope {
ValuePlot::ValuePlot(ViewState& view, QWidget* parent) : PaintedPlot(parent), view_(view) {
  axisRect()->setAutoMargins(QCP::msBottom);
  pointer_ = new QCPItemLine(this);
  pointer_->setVisible(false);
  for (auto* end : {pointer_->start, pointer_->end}) end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  setMouseTracking(true);
  set_least_size(this, 160, 80);
  ValuePlot::restyle();
}

void ValuePlot::set_natural(QCPRange across, QCPRange up) {
  natural_ = across;
  yAxis->setRange(up);
  mark_changed();
}

void ValuePlot::draw() {
  if (!changed_) return;
  changed_ = false;
  xAxis->setRange(zoomed_.value_or(natural_));
  xAxis->ticker()->setTickCount(std::max(2, axisRect()->width() / px(80)));
  yAxis->ticker()->setTickCount(std::clamp(axisRect()->height() / px(24), 2, 5));
  replot(QCustomPlot::rpQueuedReplot);
}

void ValuePlot::ask_to_draw() {
  mark_changed();
  view_.touch();
}

void ValuePlot::show_range(QCPRange wanted) {
  const bool log = logarithmic();
  const double least = log ? natural_.lower : std::min(natural_.lower, 0.0);
  if (wanted.lower < least)
    wanted = log ? QCPRange(least, wanted.upper * least / wanted.lower)
                 : QCPRange(least, wanted.upper + least - wanted.lower);
  if (wanted.lower <= natural_.lower && wanted.upper >= natural_.upper)
    zoomed_.reset();
  else
    zoomed_ = wanted;
  ask_to_draw();
}

void ValuePlot::wheelEvent(QWheelEvent* event) {
  if (event->angleDelta().y() == 0) return event->accept();
  const double factor = event->angleDelta().y() > 0 ? 0.8 : 1.25;
  const double around = xAxis->pixelToCoord(event->position().x());
  const auto range = zoomed_.value_or(natural_);
  if (logarithmic())
    show_range({around * std::pow(range.lower / around, factor), around * std::pow(range.upper / around, factor)});
  else
    show_range({around - (around - range.lower) * factor, around + (range.upper - around) * factor});
  event->accept();
}

void ValuePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) drag_ = event->pos();
}

void ValuePlot::mouseMoveEvent(QMouseEvent* event) {
  const double x = xAxis->pixelToCoord(event->pos().x());
  if (drag_) {
    const double was = xAxis->pixelToCoord(drag_->x());
    const auto range = zoomed_.value_or(natural_);
    show_range(logarithmic() ? QCPRange(range.lower * was / x, range.upper * was / x)
                             : QCPRange(range.lower + was - x, range.upper + was - x));
    drag_ = event->pos();
    return;
  }
  const auto lines = axisRect()->rect().contains(event->pos()) ? values_at(x) : QStringList();
  pointer_->setVisible(!lines.isEmpty());
  pointer_->start->setCoords(x, 0);
  pointer_->end->setCoords(x, 1);
  ask_to_draw();
  if (lines.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(mapToGlobal(event->pos() + beside_pointer()), lines.join('\n'), this);
}

void ValuePlot::mouseDoubleClickEvent(QMouseEvent*) {
  reset_zoom();
  ask_to_draw();
}

void ValuePlot::leaveEvent(QEvent*) {
  pointer_->setVisible(false);
  ask_to_draw();
}

void ValuePlot::resizeEvent(QResizeEvent* event) {
  PaintedPlot::resizeEvent(event);
  mark_changed();
}

void ValuePlot::restyle() {
  style_plot(*this);
  axisRect()->setMargins(plot_margins());
  pointer_->setPen(hairline_pen(colours().muted));
}

}  // namespace jitterscope
