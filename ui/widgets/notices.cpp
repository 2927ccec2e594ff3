#include "ui/widgets/notices.h"

#include <algorithm>

#include <QCursor>
#include <QEvent>
#include <QVBoxLayout>

#include "ui/sizes.h"

namespace jitterscope {
namespace {

constexpr int kWidest = 760, kBeside = 16, kBelowBar = 4, kAboveEdge = 40;

}  // namespace

Notices::Notices(QWidget& window, QWidget& bar) : QWidget(&window), window_(window), bar_(bar) {
  column_ = new QVBoxLayout(this);
  set_spaces(column_, {}, 4);
  for (auto* moved : {&window_, bar_.parentWidget(), &bar_}) moved->installEventFilter(this);
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

void Notices::place_anew() {
  const bool any = std::ranges::any_of(findChildren<QWidget*>(Qt::FindDirectChildrenOnly),
                                       [](const QWidget* banner) { return !banner->isHidden(); });
  if (!any) {
    low_ = false;
    return hide();
  }
  const int wide = std::min(px(kWidest), window_.width() - 2 * px(kBeside));
  const int high = column_->hasHeightForWidth() ? column_->totalHeightForWidth(wide) : column_->sizeHint().height();
  const int below_bar = std::max(bar_.mapTo(&window_, QPoint(0, bar_.height())).y(), 0) + px(kBelowBar);
  QRect room((window_.width() - wide) / 2, below_bar, wide, high);
  if (isHidden()) low_ = room.contains(window_.mapFromGlobal(QCursor::pos()));
  if (low_) room.moveBottom(window_.height() - px(kAboveEdge));
  setGeometry(room);
  show();
  raise();
}

}  // namespace jitterscope
