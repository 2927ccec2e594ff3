#include "ui/widgets/two_lines.h"

#include <algorithm>

#include <QEvent>
#include <QPainter>
#include <QTextLayout>

#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kStep = 16;  // px: two lines are made as wide as the words need by so much at a time
constexpr int kMostSteps = 12;

int one_line_width(const QFont& font, const QString& words) {
  return QFontMetrics(font).horizontalAdvance(words) + px(2);
}

}  // namespace

int TwoLines::wanted_width(int one_line) const {
  const int in_one = one_line_width(font(), text());
  if (in_one <= one_line) return in_one;
  int wide = std::max(one_line, one_line_width(small_font(), text()) / 2);
  for (int i = 0; i < kMostSteps && !has_room(wide); ++i) wide += px(kStep);
  return std::min(wide, in_one);
}

bool TwoLines::has_room(int width) const {
  if (one_line_width(font(), text()) <= width) return true;
  return QFontMetrics(small_font()).horizontalAdvance(text().mid(first_line(width)).trimmed()) <= width;
}

qsizetype TwoLines::first_line(int width) const {
  QTextLayout layout(text(), small_font());
  QTextOption wrap(Qt::AlignLeft);
  wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(wrap);
  layout.beginLayout();
  auto line = layout.createLine();
  if (!line.isValid()) return 0;
  line.setLineWidth(width);
  layout.endLayout();
  return line.textLength();
}

bool TwoLines::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) setToolTip(whole() ? QString() : text());
  return QLabel::event(event);
}

void TwoLines::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  if (one_line_width(font(), text()) <= width()) {
    painter.setFont(font());
    return painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text());
  }
  painter.setFont(small_font());
  const QFontMetrics metrics(small_font());
  const auto first = first_line(width());
  const int high = std::min(metrics.height(), height() / 2), top = (height() - 2 * high) / 2;
  const int down = metrics.ascent() - (metrics.height() - high) / 2;
  painter.drawText(0, top + down, text().left(first).trimmed());
  painter.drawText(0, top + high + down, metrics.elidedText(text().mid(first).trimmed(), Qt::ElideRight, width()));
}

}  // namespace jitterscope
