#include "ui/widgets/notices.h"

#include <algorithm>

#include <QCursor>
#include <QEvent>
#include <QVBoxLayout>

#include "ui/sizes.h"

namespace jitterscope {
namespace {

constexpr int kWidestNotice = 760, kBeside = 16, kBelowBar = 4, kAboveEdge = 40;

}  // namespace

Notices::Notices(QWidget& window, const QList<QWidget*>& bars) : QWidget(&window), window_(window), bars_(bars) {
  column_ = make_column(4, this);
  for (auto* moved : QList<QWidget*>{&window_, bars_.first()->parentWidget()} + bars_) moved->installEventFilter(this);
  hide();
}

void Notices::add(QWidget* banner) {
  column_->addWidget(banner);
  banner->installEventFilter(this);
}

bool Notices::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) place();
  return QWidget::event(event);
}

bool Notices::eventFilter(QObject* watched, QEvent* event) {
  if (placing_) return false;  // what it does itself
  switch (event->type()) {
    case QEvent::ShowToParent:  // sent also while this is hidden
      if (!isHidden()) put_last(static_cast<QWidget*>(watched));
      place();
      break;
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::HideToParent: place(); break;
    default: break;
  }
  return false;
}

/// Away from the edge that they hold on to.
void Notices::put_last(QWidget* banner) {
  if (banner->parentWidget() != this) return;
  column_->removeWidget(banner);
  column_->insertWidget(low_ ? 0 : column_->count(), banner);
}

void Notices::place() {
  placing_ = true;
  place_anew();
  placing_ = false;
}

int Notices::below_bars() const {
  int below = 0;
  for (const auto* bar : bars_)
    if (!bar->isHidden()) below = std::max(below, bar->mapTo(&window_, QPoint(0, bar->height())).y());
  return below;
}

void Notices::place_anew() {
  const bool any = std::ranges::any_of(findChildren<QWidget*>(Qt::FindDirectChildrenOnly),
                                       [](const QWidget* banner) { return !banner->isHidden(); });
  if (!any) {
    low_ = false;
    return hide();
  }
  const int wide = std::min(px(kWidestNotice), window_.width() - 2 * px(kBeside));
  const int high = column_->hasHeightForWidth() ? column_->totalHeightForWidth(wide) : column_->sizeHint().height();
  QRect room((window_.width() - wide) / 2, below_bars() + px(kBelowBar), wide, high);
  if (isHidden()) low_ = room.contains(window_.mapFromGlobal(QCursor::pos()));
  if (low_) room.moveBottom(window_.height() - px(kAboveEdge));
  setGeometry(room);
  show();
  raise();
}

}  // namespace jitterscope
