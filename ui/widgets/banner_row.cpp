#include "ui/widgets/banner_row.h"

#include <algorithm>

#include <QEvent>

#include "ui/sizes.h"
#include "ui/widgets/banner.h"

namespace jitterscope {
namespace {

constexpr int kBetween = 16;  // px

}  // namespace

BannerRow::BannerRow(QWidget* beside, int height, QWidget* parent) : QWidget(parent), beside_(beside), height_(height) {
  beside_->setParent(this);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  when_sized(
      this,
      [this] {
        updateGeometry();
        place();
      },
      Sizing::kByOthers);
}

void BannerRow::take(Banner& banner) {
  const bool seen = !banner.isHidden();
  banner.setParent(this);
  banner.setVisible(seen);
  connect(&banner, &Banner::resized, this, &BannerRow::place, Qt::UniqueConnection);  // of another row it is no child
  place();
}

QSize BannerRow::sizeHint() const {
  return QSize(beside_->sizeHint().width(), height_ > 0 ? px(height_) : beside_->sizeHint().height())
      .grownBy(contentsMargins());
}

bool BannerRow::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) {
    updateGeometry();
    place();
  }
  return QWidget::event(event);
}

/// A question has the whole row.
void BannerRow::place() {
  auto* banner = findChild<Banner*>(QString(), Qt::FindDirectChildrenOnly);
  QRect room = contentsRect();
  if (banner && !banner->isHidden()) {
    const int wide = banner->asks() ? room.width() : std::min(room.width(), banner->sizeHint().width());
    banner->setGeometry(room.right() + 1 - wide, room.top(), wide, room.height());
    room.setWidth(std::max(0, room.width() - wide - px(kBetween)));
  }
  beside_->setGeometry(room);
}

}  // namespace jitterscope
