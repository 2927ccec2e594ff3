#include "ui/panels/reading_line.h"

#include <QPainter>

namespace jitterscope {
namespace {
constexpr int kSwatch = 14, kGap = 14;
}

ReadingLine::ReadingLine(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

QString ReadingLine::text() const {
  QStringList parts;
  for (const auto& part : reading_) parts << part.text;
  return parts.join("  ·  ");
}

void ReadingLine::set_reading(Reading reading) {
  if (reading == reading_) return;
  reading_ = std::move(reading);
  setToolTip(text());
  setAccessibleName(text());
  update();
}

void ReadingLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto metrics = fontMetrics();
  int x = 0;
  for (std::size_t i = 0; i < reading_.size(); ++i) {
    const auto& part = reading_[i];
    const int wide = metrics.horizontalAdvance(part.text) + (part.hue ? kSwatch + 4 : 0);
    const int rest = i + 1 < reading_.size() ? metrics.horizontalAdvance(QStringLiteral(" …")) : 0;
    if (x + wide + rest > width()) {
      painter.setPen(colours().muted);
      painter.drawText(x, 0, width() - x, height(), Qt::AlignVCenter | Qt::AlignLeft, i == 0 ? metrics.elidedText(part.text, Qt::ElideRight, width()) : QStringLiteral("…"));
      return;
    }
    if (part.hue) {
      painter.setPen(QPen(colours()[*part.hue], 3, part.dashed ? Qt::DotLine : Qt::SolidLine, Qt::FlatCap));
      painter.drawLine(x, height() / 2, x + kSwatch, height() / 2);
    }
    painter.setPen(colours().muted);
    painter.drawText(x + (part.hue ? kSwatch + 4 : 0), 0, wide, height(), Qt::AlignVCenter | Qt::AlignLeft, part.text);
    x += wide + kGap;
  }
}

}  // namespace jitterscope
