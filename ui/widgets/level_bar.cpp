#include "ui/widgets/level_bar.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {
constexpr double kSilence = -60;
constexpr int kNameWidth = 84, kNumberWidth = 60, kLeastBar = 40;  // px

int name_width() {
  return std::max(px(kNameWidth), QFontMetrics(small_font()).horizontalAdvance(Tr::tr("Sound sent") + ' ') + px(4));
}
int number_width() {
  return std::max(px(kNumberWidth), QFontMetrics(small_font()).horizontalAdvance(Tr::tr("too loud")) + px(4));
}
}  // namespace

LevelBar::LevelBar(const QString& name, QWidget* parent) : QWidget(parent), name_(name) {
  set_height(this, 18);
  when_sized(this, [this] { setMinimumWidth(name_width() + number_width() + px(kLeastBar)); });
  setToolTip(Tr::tr("%1: level in dB below full scale. The stroke is the peak.\n– no sound goes that way.").arg(name));
  setAccessibleName(Tr::tr("%1 level").arg(name));
}

void LevelBar::set_level(std::optional<double> rms_dbfs, std::optional<double> peak_dbfs) {
  if (rms_dbfs == rms_ && peak_dbfs == peak_) return;
  rms_ = rms_dbfs;
  peak_ = peak_dbfs;
  update();
}

void LevelBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto& c = colours();
  painter.setFont(small_font());
  painter.setPen(c.muted);
  const int left = name_width(), right = number_width();
  painter.drawText(QRect(0, 0, left, height()), Qt::AlignVCenter | Qt::AlignLeft, name_);
  const QRectF bar(left, px(5), width() - left - right, height() - 2 * px(5));
  painter.fillRect(bar, c.raised);
  const auto x_of = [&](double level) { return bar.left() + bar.width() * std::clamp(1 - level / kSilence, 0.0, 1.0); };
  if (rms_) painter.fillRect(QRectF(bar.topLeft(), QPointF(x_of(*rms_), bar.bottom())), c[Hue::kAudio]);
  if (peak_) painter.fillRect(QRectF(x_of(*peak_) - px(1), bar.top() - px(2), px(2), bar.height() + 2 * px(2)), c.text);
  const bool clips = peak_ && *peak_ > -0.5;
  const auto number = !rms_              ? kDash
                      : clips            ? Tr::tr("too loud")
                      : *rms_ < kSilence ? Tr::tr("silent")
                                         : QString("−%1 dB").arg(std::lround(std::abs(*rms_)));
  painter.setPen(clips ? c[Hue::kSystem] : c.muted);
  painter.drawText(QRect(width() - right, 0, right, height()), Qt::AlignVCenter | Qt::AlignRight, number);
}

}  // namespace jitterscope
