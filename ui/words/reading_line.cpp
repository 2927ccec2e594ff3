#include "ui/words/reading_line.h"

#include <QPainter>

#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kReadingSwatch = 14, kReadingGap = 12;
constexpr int kFewest = 9;  // letters of a part that is cut

/// 0 all, 1 up to the first comma, 2 the brief words or the first one.
QString said_at(int brevity, const ReadingPart& part) {
  if (brevity == 0) return part.text;
  if (brevity == 2 && !part.brief.isEmpty()) return part.brief;
  return part.text.section(brevity == 1 ? ',' : ' ', 0, 0);
}

/// Dashes short enough to be told apart in a swatch.
QPen swatch_pen(const ReadingPart& part) {
  QPen pen(colours()[*part.hue], px(3), part.dashed ? part.dashes : Qt::SolidLine, Qt::FlatCap);
  if (pen.style() == Qt::DashLine) pen.setDashPattern({1.8, 1});
  if (pen.style() == Qt::DashDotLine) pen.setDashPattern({2, 0.7, 0.7, 0.7});
  return pen;
}

}  // namespace

ReadingLine::ReadingLine(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  use_small_font(this);
}

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

int ReadingLine::wide_at(int brevity, const QFontMetrics& metrics) const {
  int wide = -px(kReadingGap);
  for (const auto& part : reading_)
    wide +=
        metrics.horizontalAdvance(said_at(brevity, part)) + (part.hue ? px(kReadingSwatch + 4) : 0) + px(kReadingGap);
  return wide;
}

void ReadingLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto metrics = fontMetrics();
  const int most_brief = reading_.size() > 1 ? 2 : 1;  // a single part is cut where the room ends
  int brevity = 0;
  while (brevity < most_brief && wide_at(brevity, metrics) > width()) ++brevity;
  const int more = metrics.horizontalAdvance(QStringLiteral(" …"));
  int x = 0;
  for (std::size_t i = 0; i < reading_.size(); ++i) {
    const auto& part = reading_[i];
    const int swatch = part.hue ? px(kReadingSwatch + 4) : 0;
    const int room = width() - x - swatch - (i + 1 < reading_.size() ? more : 0);
    const auto said = said_at(brevity, part);
    const bool fits = metrics.horizontalAdvance(said) <= room;
    if (!fits && i > 0) {
      if (width() - x >= more)
        painter.drawText(x, 0, width() - x, height(), Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("…"));
      return;
    }
    if (!fits && metrics.horizontalAdvance(said.left(kFewest)) + more > room) return;  // cut, it would say nothing
    if (part.hue) {
      painter.setPen(swatch_pen(part));
      painter.drawLine(x, height() / 2, x + px(kReadingSwatch), height() / 2);
    }
    const auto words = fits ? said : metrics.elidedText(said, Qt::ElideRight, room);
    painter.setPen(colours().muted);
    painter.drawText(x + swatch, 0, room, height(), Qt::AlignVCenter | Qt::AlignLeft, words);
    x += swatch + metrics.horizontalAdvance(words) + px(kReadingGap);
  }
}

}  // namespace jitterscope
