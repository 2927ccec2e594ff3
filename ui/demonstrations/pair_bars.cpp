#include "ui/demonstrations/pair_bars.h"

#include <algorithm>

#include <QPainter>

#include "ui/theme.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr int kBarHeight = 18, kBetweenBars = 4, kBetweenPairs = 14, kTick = 4, kBesideBar = 8;  // px
constexpr double kBarShare = 0.72, kLeastBarShare = 0.2;  // of the width; the words stand behind

double largest(const BarPair& pair) {
  double most = 0;
  for (const auto* bar : {&pair.before, &pair.after})
    most = std::max({most, bar->value.value_or(0), bar->high.value_or(0)});
  return most;
}

}  // namespace

double share_of(const BarPair& pair, double value) {
  const double most = largest(pair);
  return most > 0 ? std::clamp(value / most, 0.0, 1.0) : 0;
}

PairBars::PairBars(QWidget* parent) : QWidget(parent) {
  setAccessibleName(Tr::tr("Both halves as bars"));
}

void PairBars::set_pairs(std::vector<BarPair> pairs, const QString& before, const QString& after) {
  pairs_ = std::move(pairs);
  before_ = before;
  after_ = after;
  QStringList words;
  for (const auto& pair : pairs_)
    words << pair.name + ": " + name_of(pair, false) + " " + pair.before.words + ", " + name_of(pair, true) + " " +
                 pair.after.words;
  setAccessibleDescription(words.join("; "));
  updateGeometry();
  update();
}

const QString& PairBars::name_of(const BarPair& pair, bool after) const {
  const auto& own = after ? pair.after_name : pair.before_name;
  return !own.isEmpty() ? own : after ? after_ : before_;
}

QSize PairBars::sizeHint() const {
  const int pair = QFontMetrics(title_font()).height() + 2 * px(kBarHeight) + 2 * px(kBetweenBars);
  const auto count = static_cast<int>(pairs_.size());
  return {px(360), count * pair + std::max(count - 1, 0) * px(kBetweenPairs)};
}

QString PairBars::words_of(const BarPair& pair, bool after) const {
  return name_of(pair, after) + ": " + (after ? pair.after : pair.before).words;
}

void PairBars::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto& c = colours();
  painter.setFont(title_font());
  const QFontMetrics metrics(painter.font());
  int widest = 0;
  for (const auto& pair : pairs_)
    for (const bool after : {false, true}) widest = std::max(widest, metrics.horizontalAdvance(words_of(pair, after)));
  const int room = std::clamp(width() - widest - px(kBesideBar), static_cast<int>(width() * kLeastBarShare),
                              static_cast<int>(width() * kBarShare));
  int y = 0;
  for (const auto& pair : pairs_) {
    painter.setPen(c.text);
    painter.drawText(QRect(0, y, width(), metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, pair.name);
    y += metrics.height() + px(kBetweenBars);
    for (const bool after : {false, true}) {
      const auto* bar = after ? &pair.after : &pair.before;
      const auto& colour = c[after ? pair.hue : Hue::kHeld];
      int end = 0;
      if (bar->value.value_or(0) > 0) {
        end = std::max(static_cast<int>(room * share_of(pair, *bar->value)), px(2));
        painter.fillRect(QRect(0, y, end, px(kBarHeight)), colour);
      }
      if (bar->low && bar->high) {
        const int from = static_cast<int>(room * share_of(pair, *bar->low)),
                  to = static_cast<int>(room * share_of(pair, *bar->high)), middle = y + px(kBarHeight) / 2;
        painter.setPen(QPen(c.text, px(2)));
        painter.drawLine(from, middle, to, middle);
        for (const int at : {from, to}) painter.drawLine(at, middle - px(kTick), at, middle + px(kTick));
        end = std::max(end, to);
      }
      painter.setPen(c.text);
      const QRect behind(end + px(kBesideBar), y, width() - end - px(kBesideBar), px(kBarHeight));
      painter.drawText(behind, Qt::AlignLeft | Qt::AlignVCenter,
                       metrics.elidedText(words_of(pair, after), Qt::ElideRight, behind.width()));
      y += px(kBarHeight) + px(kBetweenBars);
    }
    y += px(kBetweenPairs) - px(kBetweenBars);
  }
}

}  // namespace jitterscope
