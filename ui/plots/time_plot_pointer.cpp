// What the pointer does over a plot of time: values under it, zoom, pan and the selection.
#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QMenu>
#include <QRubberBand>
#include <QToolTip>

#include "ui/plots/time_plot.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

/// Nearest slot to `at_s`, or nullptr.
const EnvelopeSlot* nearest(const std::vector<EnvelopeSlot>& slots_shown, double at_s) {
  auto after = std::lower_bound(slots_shown.begin(), slots_shown.end(), at_s,
                                [](const EnvelopeSlot& slot, double at) { return slot.at_s < at; });
  if (after == slots_shown.end()) return slots_shown.empty() ? nullptr : &slots_shown.back();
  if (after != slots_shown.begin() && at_s - std::prev(after)->at_s < after->at_s - at_s) --after;
  return &*after;
}

/// The last at or before `at_s`, or nullptr.
const EnvelopeSlot* holding(const std::vector<EnvelopeSlot>& slots_shown, double at_s) {
  const auto after = std::upper_bound(slots_shown.begin(), slots_shown.end(), at_s,
                                      [](double at, const EnvelopeSlot& slot) { return at < slot.at_s; });
  return after == slots_shown.begin() ? nullptr : &*std::prev(after);
}

}  // namespace

void TimePlot::wheelEvent(QWheelEvent* event) {
  if (const int turned = event->angleDelta().y())  // sideways says nothing of zoom
    view_.zoom(turned > 0 ? 0.8 : 1.25, seconds_at(event->position().x()));
  event->accept();
}

void TimePlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  (event->modifiers() & Qt::ShiftModifier ? select_ : drag_) = event->pos();
  pressed_ = event->pos();
}

void TimePlot::mouseMoveEvent(QMouseEvent* event) {
  if (drag_) {
    if (pressed_ && (*pressed_ - event->pos()).manhattanLength() <= px(4)) return;  // a click with a shaking hand
    view_.pan(seconds_at(drag_->x()) - seconds_at(event->pos().x()));
    drag_ = event->pos();
  } else if (select_) {
    const auto area = axisRect()->rect();
    band_->setGeometry(QRect(QPoint(select_->x(), area.top()), QPoint(event->pos().x(), area.bottom())).normalized());
    band_->show();
  } else {
    show_value_at(event->pos());
  }
}

void TimePlot::mouseReleaseEvent(QMouseEvent* event) {
  const bool moved = pressed_ && (*pressed_ - event->pos()).manhattanLength() > px(4);
  cursor_before_ = view_.cursor(Cursor::kA);
  if (drag_ && pressed_ && !moved && axisRect()->rect().contains(event->pos()))
    view_.set_cursor(event->modifiers() & Qt::ControlModifier ? Cursor::kB : Cursor::kA, seconds_at(event->pos().x()));
  if (select_ && std::abs(event->pos().x() - select_->x()) > px(4)) {
    view_.select(seconds_at(select_->x()), seconds_at(event->pos().x()));
  }
  band_->hide();
  drag_.reset();
  select_.reset();
  pressed_.reset();
}

void TimePlot::mouseDoubleClickEvent(QMouseEvent*) {
  view_.set_cursor(Cursor::kA, cursor_before_, false);
  view_.clear_selection();
  if (view_.shows_file())
    view_.show_whole(view_.end());
  else
    view_.reset();
  view_.reset_scales();
}

void TimePlot::contextMenuEvent(QContextMenuEvent* event) {
  if (!axisRect()->rect().contains(event->pos())) return;
  const double at = seconds_at(event->pos().x());
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addAction(Tr::tr("Set cursor A here"), this, [this, at] { view_.set_cursor(Cursor::kA, at); });
  menu->addAction(Tr::tr("Set cursor B here"), this, [this, at] { view_.set_cursor(Cursor::kB, at); });
  const auto a = view_.cursor(Cursor::kA), b = view_.cursor(Cursor::kB);
  auto* between = menu->addAction(Tr::tr("Measure from A to B"), this, [this, a, b] {
    if (a && b) view_.select(std::min(*a, *b), std::max(*a, *b));
  });
  between->setEnabled(a && b && *a != *b);
  menu->popup(event->globalPos());
}

void TimePlot::leaveEvent(QEvent*) {
  pointer_->setVisible(false);
  view_.touch();
}

void TimePlot::show_value_at(const QPoint& position) {
  if (!axisRect()->rect().contains(position)) return;
  const double at = seconds_at(position.x());
  QStringList lines{view_.time_words(at)};
  if (const auto words = words_at_ ? words_at_(at) : QString(); !words.isEmpty()) lines << words;
  for (const auto& series : series_)
    if (const auto* slot = series.steps ? holding(series.visible, at) : nearest(series.visible, at);
        slot && std::isfinite(slot->max) &&
        (series.steps || std::abs(slot->at_s - at) < (view_.to() - view_.from()) / 20))
      lines.insert(
          series.layer ? 1 : lines.size(),  // a stack is read from the top down
          series.name + "  " +
              (series.high_of(*slot) > series.low_of(*slot) ? figure(series.low_of(*slot)) + " – " : QString()) +
              figure(series.high_of(*slot)) + " " + unit_);
  pointer_->start->setCoords(at, yAxis->range().lower);
  pointer_->end->setCoords(at, yAxis->range().upper);
  pointer_->setVisible(true);
  view_.touch();
  QToolTip::showText(mapToGlobal(position + beside_pointer()), lines.join('\n'), this);
}

}  // namespace jitterscope
