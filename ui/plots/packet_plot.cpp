#include "ui/plots/packet_plot.h"

#include <algorithm>
#include <cmath>
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
constexpr int kLineOfPackets = 16;  // px

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

std::vector<PacketPlot::Frame> PacketPlot::by_frame(const std::vector<PacketDot>& packets) {
  std::map<std::int64_t, std::vector<double>, std::greater<>> sorted;
  for (const auto& packet : packets) sorted[packet.frame].push_back(packet.offset_ms);
  std::vector<Frame> frames;
  for (auto& [number, offsets] : sorted) {
    if (frames.size() == kMostRows) break;
    std::sort(offsets.begin(), offsets.end());
    frames.push_back({number, std::move(offsets)});
  }
  return frames;
}

void PacketPlot::set_packets(const std::vector<PacketDot>& packets) {
  frames_ = by_frame(packets);
  update();
}

void PacketPlot::set_held(const std::vector<PacketDot>& packets) {
  held_ = by_frame(packets);
}
void PacketPlot::set_span(double ms) {
  span_ms_ = ms;
}

double PacketPlot::largest_offset_ms() const {
  double largest = 0;
  for (const auto* frames : {&frames_, &held_})
    for (const auto& frame : *frames) largest = std::max(largest, frame.offsets_ms.back());
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
  painter.drawText(QRectF(plot.left(), 0, width() - plot.left(), above), Qt::AlignLeft | Qt::AlignVCenter,
                   shown_title());
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

void PacketPlot::paint_row(QPainter& painter, const QRectF& row, const Frame& frame, const QColor& colour) const {
  const auto x_of = [&](double ms) { return row.left() + ms / span_ms_ * row.width(); };
  auto tint = colour;
  tint.setAlphaF(0.22F);
  const double begin = x_of(frame.offsets_ms.front()), end = x_of(frame.offsets_ms.back());
  painter.fillRect(QRectF(begin - px(1), row.top(), end - begin + px(3), row.height()), tint);
  for (const double offset : frame.offsets_ms)
    painter.fillRect(QRectF(x_of(offset) - px(1), row.top(), px(2), row.height()), colour);
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
  for (std::size_t i = 0; i < held_.size(); ++i) paint_row(painter, row(i, 0.58, 0.3), held_[i], colours()[Hue::kHeld]);
  const auto label_every = static_cast<std::size_t>(std::ceil(exact_px(kLabelHeight) / std::max(height, 1.0)));
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    paint_row(painter, row(i, 0.12, both ? 0.42 : 0.76), frames_[i], colours()[Hue::kVideo]);
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
  const auto& frame = frames_[static_cast<std::size_t>(row)];
  QToolTip::showText(help->globalPos(),
                     Tr::tr("Frame %1: %2 packets in %3")
                         .arg(frame.number)
                         .arg(frame.offsets_ms.size())
                         .arg(figure(frame.offsets_ms.back() - frame.offsets_ms.front(), "ms")),
                     this);
  return true;
}

void PacketPlot::write_csv(QTextStream& out) const {
  for (const auto& frame : frames_)
    for (const double offset : frame.offsets_ms)
      out << QString(title_).replace(',', "") << ',' << frame.number << ',' << offset << "\n";
}

}  // namespace jitterscope
