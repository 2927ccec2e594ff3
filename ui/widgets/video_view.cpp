#include "ui/widgets/video_view.h"

#include <algorithm>
#include <utility>

#include <QPainter>
#include <QResizeEvent>

#include "ui/low_bands.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kMarkShare = 24;  // of a synthetic picture's height its mark takes, at the lower edge: programs read it
constexpr int kLostStripHeight = 14;  // px

QRect fitted(const QSize& picture, const QRect& into) {
  QRect place(QPoint(), picture.scaled(into.size(), Qt::KeepAspectRatio));
  place.moveCenter(into.center());
  return place;
}

void draw_scaled(QPainter& painter, const QRect& place, const QImage& picture, const QRect& wanted) {
  for (const QRectF& band : low_bands(place, pixel_ratio(painter))) {
    if (!band.intersects(wanted)) continue;
    painter.setClipRect(band);
    painter.drawImage(place, picture);
  }
  painter.setClipping(false);
}

}  // namespace

QString still_words(const StreamSnapshot& received, bool has_picture) {
  // Of a slow sender's picture: when the next one is late.
  const double still_s = std::max(2.0, received.dvt_ms.value_or(0) / 1e3);
  if (received.ended) return has_picture ? Tr::tr("the picture has been stopped") : QString();
  if (!received.since_picture_s || *received.since_picture_s < still_s) return {};
  const auto seconds = static_cast<std::int64_t>(*received.since_picture_s);
  const auto lasts = seconds < 120 ? QString("%1 s").arg(seconds) : QString("%1 min").arg(seconds / 60);
  if (has_picture) return Tr::tr("no new picture for %1").arg(lasts);
  if (received.frames_complete > 0 || received.frames_lost.value_or(0) == 0)
    return Tr::tr("no picture for %1").arg(lasts);
  return Tr::tr("no picture for %1: none of %2 frames came whole").arg(lasts, count_text(*received.frames_lost));
}

VideoView::VideoView(QWidget* parent) : QWidget(parent) {
  set_least_size(this, 160, 120);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(Tr::tr("Picture of the remote, your own in the corner"));
  setToolTip(Tr::tr(
      "The remote’s picture, your own in the corner. A synthetic one has its number and the time of its capture at the "
      "top, and at the bottom as black and white blocks, which a program reads from any screen or recording.\nTicks: "
      "its frames that were lost in the last 10 s, now at the right."));
}

void VideoView::set_remote(const QImage& picture, std::function<void()> shown) {
  remote_ = picture;
  shown_ = std::move(shown);
  update();
}

void VideoView::set_still(const QString& words) {
  if (words == still_) return;
  still_ = words;
  setAccessibleDescription(words);
  update();
}

QString VideoView::empty_words() const {
  return over_ ? Tr::tr("The call has ended.") : Tr::tr("The remote’s picture appears here once it sends one.");
}

void VideoView::set_over(bool over) {
  if (over == over_) return;
  over_ = over;
  update();
}

void VideoView::set_lost_frames(const std::vector<double>& ago_s) {
  if (ago_s == lost_ago_s_) return;
  lost_ago_s_ = ago_s;
  update();
}

void VideoView::set_local(const QImage& picture) {
  const QRect before = own_place();
  local_ = picture;
  if (before != own_place())
    update();
  else if (!before.isEmpty())
    update(before.adjusted(-1, -1, 1, 1));  // with its frame
}

void VideoView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (wide_ == width()) return;
  wide_ = width();
  updateGeometry();
}

/// At the top, where the own picture does not cover it.
void VideoView::paint_still(QPainter& painter) const {
  const int margin = px(6);
  const QRect room(0, 0, width(), height() / 2);
  QRect words = painter.fontMetrics().boundingRect(room.adjusted(2 * margin, 0, -2 * margin, 0),
                                                   Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, "▲ " + still_);
  words.moveTop(2 * margin);
  painter.fillRect(words.adjusted(-margin, -margin / 2, margin, margin / 2), QColor(0, 0, 0, 190));
  painter.setPen(Qt::white);
  painter.drawText(words, Qt::AlignHCenter | Qt::TextWordWrap, "▲ " + still_);
}

void VideoView::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.fillRect(rect(), QColor("#0b0d0f"));
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  if (has_remote()) {
    draw_scaled(painter, fitted(remote_.size(), rect()), remote_, event->rect());
    if (const auto shown = std::exchange(shown_, {})) shown();
  } else {
    painter.setPen(QColor("#9ba5b0"));
    painter.drawText(rect().adjusted(px(16), px(8), -px(16), -height() / 4), Qt::AlignCenter | Qt::TextWordWrap,
                     still_.isEmpty() ? empty_words() : QString());
  }
  if (!still_.isEmpty()) paint_still(painter);
  const QRect strip = lost_strip();
  if (!lost_ago_s_.empty()) paint_lost(painter, strip);
  if (!local_.isNull()) paint_own(painter, event->rect());
}

/// In the corner, above the strip. Empty: there is none.
QRect VideoView::own_place() const {
  if (local_.isNull()) return {};
  const QSize most(width() * 28 / 100, height() * 32 / 100);
  QRect place(QPoint(), local_.size().scaled(most, Qt::KeepAspectRatio));
  place.moveBottomRight({rect().right() - px(8), lost_strip().top() - px(4)});
  return place;
}

/// Above the mark of the picture.
QRect VideoView::lost_strip() const {
  const QRect picture = has_remote() ? fitted(remote_.size(), rect()) : rect();
  const int high = px(kLostStripHeight);
  return {picture.left(), picture.bottom() + 1 - picture.height() / kMarkShare - high, picture.width(), high};
}

void VideoView::paint_lost(QPainter& painter, const QRect& strip) const {
  painter.fillRect(strip, QColor(0, 0, 0, 170));
  painter.setFont(small_font());
  const auto words = lost_ago_s_.size() == 1 ? Tr::tr("1 frame lost in 10 s")
                                             : Tr::tr("%1 frames lost in 10 s").arg(lost_ago_s_.size());
  painter.setPen(Qt::white);
  const int said = painter.fontMetrics().horizontalAdvance(words) + 2 * px(6);
  const QRect room = strip.width() > 2 * said ? strip.adjusted(said, 0, -px(2), 0) : strip;
  if (room != strip) painter.drawText(strip.adjusted(px(6), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, words);
  for (const double ago : lost_ago_s_) {
    const double x = room.right() - ago / kLostFramesKept.seconds() * room.width();
    painter.fillRect(QRectF(x - px(1), room.top() + px(2), px(2), room.height() - 2 * px(2)), colours()[Hue::kVideo]);
  }
}

void VideoView::paint_own(QPainter& painter, const QRect& wanted) const {
  const QRect inset = own_place();
  for (const QRectF& band : low_bands(inset.adjusted(-1, -1, 1, 1), pixel_ratio(painter)))  // its frame
    painter.fillRect(band, QColor(255, 255, 255, 120));
  draw_scaled(painter, inset, local_, wanted);
}

}  // namespace jitterscope
