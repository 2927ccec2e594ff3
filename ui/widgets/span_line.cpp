#include "ui/widgets/span_line.h"

#include <QPainter>

#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {
constexpr int kSide = 4;  // px, left and right
}

SpanLine::SpanLine(QWidget* parent) : QWidget(parent) {
  use_small_font(this);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void SpanLine::set_words(const QString& words, const QString& tip) {
  if (words == words_ && tip == tip_) return;
  words_ = words;
  tip_ = tip;
  setToolTip(tip.isEmpty() ? words : words + "\n" + tip);
  setAccessibleName(Tr::tr("Time of the figures: %1").arg(words));
  updateGeometry();
  update();
}

int SpanLine::wide(const QString& words) const {
  return words.isEmpty() ? 0 : fontMetrics().horizontalAdvance(words) + 2 * px(kSide) + px(1);
}

void SpanLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(colours().muted);
  const QRect room = rect().adjusted(px(kSide), 0, -px(kSide), 0);
  const auto fits = [&](const QString& words) { return fontMetrics().horizontalAdvance(words) < room.width(); };
  QString said = words_;
  if (!fits(said)) said = said.section(',', 0, 0);
  if (const auto last = Tr::tr("last "); !fits(said) && said.startsWith(last)) said.remove(0, last.size());  // "60 s"
  painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(said, Qt::ElideRight, room.width()));
}

}  // namespace jitterscope
