#include "ui/plots/packet_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <QHelpEvent>
#include <QPainter>
#include <QTextStream>
#include <QToolTip>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostRows = 12;
constexpr double kLabelHeight = 14;
constexpr QMargins kRoundPackets{58, 22, 14, 34};
constexpr int kLineOfPackets = 16;                   // px
constexpr int kHollowWidth = 3, kCloseTicks = 5;     // px; closer hollow strokes are one band
constexpr double kCrossArm = 2.5, kCrossLine = 1.3;  // px
constexpr double kLeastCrossed = 8;                  // px

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(std::max(least, 1e-6))));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

}  // namespace

PacketPlot::PacketPlot(const QString& title, QWidget* parent) : QWidget(parent), title_(title) {
  set_least_size(this, 150, 92);
  setAccessibleName(title);
}

void PacketPlot::set_title(const QString& title) {
  if (title == title_) return;
  title_ = title;
  setAccessibleName(title);
  update();
}

std::vector<PacketPlot::Frame> PacketPlot::by_frame(const std::vector<PacketDot>& came,
                                                    const std::vector<PacketDot>& lost) {
  std::map<std::int64_t, Frame, std::greater<>> sorted;
  for (const auto& packet : came) sorted[packet.frame].came_ms.push_back(packet.offset_ms);
  for (const auto& packet : lost) sorted[packet.frame].lost_ms.push_back(packet.offset_ms);
  std::vector<Frame> frames;
  for (auto& [number, frame] : sorted) {
    if (frames.size() == kMostRows) break;
    frame.number = number;
    double first = std::numeric_limits<double>::infinity();
    for (auto* offsets : {&frame.came_ms, &frame.lost_ms}) {
      std::ranges::sort(*offsets);
      if (!offsets->empty()) first = std::min(first, offsets->front());
    }
    for (auto* offsets : {&frame.came_ms, &frame.lost_ms})
      for (double& offset : *offsets) offset -= first;
    frames.push_back(std::move(frame));
  }
  return frames;
}

void PacketPlot::set_packets(const std::vector<PacketDot>& came, const std::vector<PacketDot>& lost) {
  frames_ = by_frame(came, lost);
  update();
}

void PacketPlot::set_held(const std::vector<PacketDot>& came, const std::vector<PacketDot>& lost) {
  held_ = by_frame(came, lost);
}

void PacketPlot::set_beside(const QString& words) {
  if (words == beside_) return;
  beside_ = words;
  update();
}

std::int64_t PacketPlot::came() const {
  std::int64_t count = 0;
  for (const auto& frame : frames_) count += static_cast<std::int64_t>(frame.came_ms.size());
  return count;
}

std::int64_t PacketPlot::lost() const {
  std::int64_t count = 0;
  for (const auto& frame : frames_) count += static_cast<std::int64_t>(frame.lost_ms.size());
  return count;
}

void PacketPlot::set_span(double ms) {
  span_ms_ = ms;
}

double PacketPlot::largest_offset_ms() const {
  double largest = 0;
  for (const auto* frames : {&frames_, &held_})
    for (const auto& frame : *frames)
      for (const auto* offsets : {&frame.came_ms, &frame.lost_ms})
        if (!offsets->empty()) largest = std::max(largest, offsets->back());
  return largest;
}

QRectF PacketPlot::area() const {
  return QRectF(rect()).marginsRemoved(px(kRoundPackets));
}
double PacketPlot::row_height() const {
  return area().height() / static_cast<double>(kMostRows);
}

/// Its first word where there is no room for more.
QString PacketPlot::shown_title() const {
  const QFontMetrics metrics(small_font());
  return metrics.horizontalAdvance(title_) <= width() - area().left() ? title_ : title_.section(' ', 0, 0);
}

void PacketPlot::paint_axis(QPainter& painter, const QRectF& plot) const {
  const auto& c = colours();
  const double above = plot.top() - px(2);
  const int line = px(kLineOfPackets), digits = px(60);
  painter.setFont(small_font());
  painter.setPen(c.text);
  const QRectF head(plot.left(), 0, plot.width(), above);
  painter.drawText(head.adjusted(0, 0, width() - plot.right(), 0), Qt::AlignLeft | Qt::AlignVCenter, shown_title());
  if (painter.fontMetrics().horizontalAdvance(shown_title() + "   " + beside_) <= head.width())
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, beside_);
  const double step = round_step(span_ms_ / std::max(2.0, plot.width() / px(70)));
  for (int i = 0; i * step <= span_ms_; ++i) {
    const double x = std::round(plot.left() + i * step / span_ms_ * plot.width()) + 0.5;
    painter.setPen(hairline_pen(c.raised));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(c.muted);
    painter.drawText(QRectF(x - digits / 2.0, plot.bottom() + px(1), digits, line - px(1)),
                     Qt::AlignHCenter | Qt::AlignTop, QString::number(i * step));
  }
  const auto axis = Tr::tr("Time since the frame’s first packet (ms)");
  painter.drawText(QRectF(plot.left(), plot.bottom() + line - px(1), plot.width(), line),
                   Qt::AlignHCenter | Qt::AlignTop,
                   painter.fontMetrics().horizontalAdvance(axis) <= plot.width() ? axis : QStringLiteral("ms"));
  painter.drawText(QRectF(0, 0, plot.left() - px(6), above), Qt::AlignRight | Qt::AlignVCenter, Tr::tr("Frame"));
  painter.setPen(hairline_pen(c.line));
  painter.drawLine(plot.bottomLeft(), plot.bottomRight());
  if (note().isEmpty()) return;
  painter.setPen(c.muted);
  painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap, note());
}

void PacketPlot::paint_row(QPainter& painter, const QRectF& row, const Frame& frame, const QColor& came,
                           const QColor& lost) const {
  const auto x_of = [&](double ms) { return row.left() + ms / span_ms_ * row.width(); };
  if (!frame.came_ms.empty()) {
    auto tint = came;
    tint.setAlphaF(0.22F);
    const double begin = x_of(frame.came_ms.front()), end = x_of(frame.came_ms.back());
    painter.fillRect(QRectF(begin - px(1), row.top(), end - begin + px(3), row.height()), tint);
  }
  for (const double offset : frame.came_ms)
    painter.fillRect(QRectF(x_of(offset) - px(1), row.top(), px(2), row.height()), came);
  paint_lost(painter, row, frame.lost_ms, lost);
}

void PacketPlot::paint_lost(QPainter& painter, const QRectF& row, const std::vector<double>& lost_ms,
                            const QColor& colour) const {
  const auto x_of = [&](double ms) { return std::floor(row.left() + ms / span_ms_ * row.width()) + 0.5; };
  const double half = px(kHollowWidth) / 2.0, arm = exact_px(kCrossArm);
  const bool crossed = row.height() >= exact_px(kLeastCrossed);  // in a lower row the cross would fill the stroke
  for (auto first = lost_ms.begin(); first != lost_ms.end();) {
    auto last = first;
    while (std::next(last) != lost_ms.end() && x_of(*std::next(last)) - x_of(*last) < px(kCloseTicks)) ++last;
    const double from = x_of(*first) - half, to = x_of(*last) + half;
    const QRectF shape(from, std::floor(row.top()) + 0.5, to - from, std::floor(row.height()) - 1);
    painter.setPen(hairline_pen(colour));
    painter.setBrush(first == last ? QBrush(Qt::NoBrush) : QBrush(colour, Qt::BDiagPattern));
    painter.drawRect(shape);
    const QPointF middle = shape.center();
    first = std::next(last);
    if (!crossed) continue;
    painter.setPen(QPen(colour, exact_px(kCrossLine)));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
    painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm));
    painter.setRenderHint(QPainter::Antialiasing, false);
  }
}

void PacketPlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto plot = area();
  paint_axis(painter, plot);
  painter.setClipRect(plot.adjusted(-plot.left(), -px(2), width() - plot.right(), px(1)));
  const double height = row_height();
  const int line = px(kLineOfPackets);
  const auto row = [&](std::size_t i, double top, double share) {
    return QRectF(plot.left(), plot.top() + (static_cast<double>(i) + top) * height, plot.width(), height * share);
  };
  const bool both = !held_.empty();  // held packets in the lower part of each row
  for (std::size_t i = 0; i < held_.size(); ++i)
    paint_row(painter, row(i, 0.58, 0.3), held_[i], colours()[Hue::kHeld], colours()[Hue::kHeld]);
  const auto label_every = static_cast<std::size_t>(std::ceil(exact_px(kLabelHeight) / std::max(height, 1.0)));
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    paint_row(painter, row(i, 0.12, both ? 0.42 : 0.76), frames_[i], colours()[Hue::kVideo], colours().danger);
    if (i % label_every != 0) continue;
    painter.setPen(colours().muted);
    painter.drawText(QRectF(0, row(i, 0, 1).center().y() - line / 2.0, plot.left() - px(6), line),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(frames_[i].number));
  }
}

bool PacketPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const double row = (help->pos().y() - area().top()) / row_height();
  if (row < 0 || row >= static_cast<double>(frames_.size())) {
    QToolTip::hideText();
    return true;
  }
  QToolTip::showText(help->globalPos(), row_tip(static_cast<int>(row)), this);
  return true;
}

/// The time is from the first to the last packet that came.
QString PacketPlot::row_tip(int row) const {
  const auto& frame = frames_[static_cast<std::size_t>(row)];
  const auto came = count_text(static_cast<std::int64_t>(frame.came_ms.size()));
  const auto lost = count_text(static_cast<std::int64_t>(frame.lost_ms.size()));
  const auto all = count_text(static_cast<std::int64_t>(frame.came_ms.size() + frame.lost_ms.size()));
  if (frame.came_ms.empty()) return Tr::tr("Frame %1: all of %2 packets lost").arg(frame.number).arg(all);
  const auto took = figure(frame.came_ms.back() - frame.came_ms.front(), "ms");
  if (frame.lost_ms.empty()) return Tr::tr("Frame %1: %2 packets in %3").arg(frame.number).arg(came, took);
  return Tr::tr("Frame %1: %2 of %3 packets, %4 lost, in %5").arg(frame.number).arg(came, all, lost, took);
}

void PacketPlot::write_csv(QTextStream& out) const {
  const auto side = QString(title_).remove(',');
  for (const auto& frame : frames_) {
    for (const double offset : frame.came_ms) out << side << ',' << frame.number << ',' << offset << ",came\n";
    for (const double offset : frame.lost_ms) out << side << ',' << frame.number << ',' << offset << ",lost\n";
  }
}

}  // namespace jitterscope
