#include "ui/region/octant_marks.h"

#include <algorithm>

#include <QPainter>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/media.h"

namespace jitterscope {
namespace {

constexpr std::size_t kTrailPieces = 10;

void draw_shape(QPainter& painter, QPointF at, Medium medium, double radius) {
  if (medium == Medium::kAudio) return painter.drawEllipse(at, radius, radius);
  const double half = radius * 0.9;
  painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half));
}

}  // namespace

QColor colour_of(Medium medium) {
  return colours()[hue_of(medium)];
}
QString name_of(Medium medium) {
  return medium == Medium::kAudio ? Tr::tr("audio") : Tr::tr("video");
}

void draw_point(QPainter& painter, QPointF at, Medium medium, bool here, double radius) {
  const QColor colour = colour_of(medium);
  painter.setPen(QPen(here ? colours().panel : colour, here ? hairline() : px(2)));
  painter.setBrush(here ? QBrush(colour) : QBrush(colours().panel));
  draw_shape(painter, at, medium, exact_px(radius));
}

void draw_held_point(QPainter& painter, QPointF at, Medium medium) {
  painter.setPen(QPen(colours()[Hue::kHeld], exact_px(1.5), Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  draw_shape(painter, at, medium, exact_px(6));
}

void draw_trail(QPainter& painter, const std::vector<QPointF>& trail, const QColor& hue, bool here) {
  if (trail.size() < 2) return;
  const std::size_t pieces = std::min(kTrailPieces, trail.size() - 1);
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    const std::size_t first = piece * (trail.size() - 1) / pieces, last = (piece + 1) * (trail.size() - 1) / pieces;
    QColor colour = hue;
    colour.setAlphaF(static_cast<float>(0.12 + 0.78 * static_cast<double>(piece + 1) / static_cast<double>(pieces)));
    painter.setPen(hairline_pen(colour, here ? Qt::SolidLine : Qt::DotLine));
    painter.drawPolyline(trail.data() + first, static_cast<int>(last - first + 1));
  }
}

void draw_handle(QPainter& painter, QPointF at, Medium medium, bool hot) {
  const QColor limit = colours()[Hue::kLimit];
  painter.setPen(QPen(hot ? colours().text : limit, px(2)));
  painter.setBrush(hot ? limit : colours().panel);
  draw_shape(painter, at, medium, exact_px(hot ? 6 : 5));
  painter.setPen(Qt::NoPen);
  painter.setBrush(hot ? colours().text : limit);
  painter.drawEllipse(at, exact_px(1.5), exact_px(1.5));
}

QRectF words_box(const QFontMetrics& metrics, QPointF middle, const QString& words, const QRectF& bounds) {
  QRectF box(0, 0, metrics.horizontalAdvance(words) + px(4), metrics.height());
  box.moveCenter(middle);
  box.moveLeft(std::clamp(box.left(), bounds.left(), std::max(bounds.left(), bounds.right() - box.width())));
  box.moveTop(std::clamp(box.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - box.height())));
  return box;
}

void draw_words(QPainter& painter, QPointF middle, const QString& words, const QColor& colour, const QRectF& bounds,
                bool veil) {
  const QRectF box = words_box(painter.fontMetrics(), middle, words, bounds);
  if (veil) {
    QColor ground = colours().panel;
    ground.setAlpha(215);
    painter.fillRect(box, ground);
  }
  painter.setPen(colour);
  painter.drawText(box, Qt::AlignCenter, words);
}

}  // namespace jitterscope
