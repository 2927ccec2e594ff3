#include "ui/controls/video_view.h"

#include <utility>

#include <QPainter>

#include "ui/theme.h"

namespace jitterscope {
namespace {

QRect fitted(const QSize& picture, const QRect& into) {
  QRect place(QPoint(), picture.scaled(into.size(), Qt::KeepAspectRatio));
  place.moveCenter(into.center());
  return place;
}

}  // namespace

VideoView::VideoView(QWidget* parent) : QWidget(parent) {
  setMinimumSize(160, 120);
  auto policy = QSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName("Picture of the far end, your own in the corner");
}

void VideoView::set_remote(const QImage& picture, std::function<void()> shown) {
  remote_ = picture;
  shown_ = std::move(shown);
  update();
}

void VideoView::set_local(const QImage& picture) {
  local_ = picture;
  update();
}

void VideoView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), QColor("#0b0d0f"));
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  if (has_remote()) {
    painter.drawImage(fitted(remote_.size(), rect()), remote_);
    if (const auto shown = std::exchange(shown_, {})) shown();
  } else {
    painter.setPen(QColor("#9ba5b0"));
    painter.drawText(rect().adjusted(16, 8, -16, -height() / 4), Qt::AlignCenter | Qt::TextWordWrap,
                     "The far end’s picture appears here once it sends one.");
  }
  if (local_.isNull()) return;
  const QSize most(width() * 28 / 100, height() * 32 / 100);
  QRect inset(QPoint(), local_.size().scaled(most, Qt::KeepAspectRatio));
  inset.moveBottomRight(rect().bottomRight() - QPoint(8, 8));
  painter.drawImage(inset, local_);
  painter.setPen(QColor(255, 255, 255, 120));
  painter.drawRect(inset.adjusted(-1, -1, 0, 0));
}

}  // namespace jitterscope
