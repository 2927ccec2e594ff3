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

Notices::Notices(QWidget& content, QWidget& bar) : QWidget(&content), content_(content), bar_(bar) {
  column_ = new QVBoxLayout(this);
  set_spaces(column_, {}, 4);
  for (auto* moved : {&content_, &bar_}) moved->installEventFilter(this);
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

bool Notices::eventFilter(QObject*, QEvent* event) {
  if (placing_) return false;  // what it does itself
  switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::ShowToParent:  // sent also while this is hidden
    case QEvent::HideToParent: place(); break;
    default: break;
  }
  return false;
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
  const int wide = std::min(px(kWidest), content_.width() - 2 * px(kBeside));
  const int high = column_->hasHeightForWidth() ? column_->totalHeightForWidth(wide) : column_->sizeHint().height();
  QRect room((content_.width() - wide) / 2, bar_.geometry().bottom() + 1 + px(kBelowBar), wide, high);
  if (isHidden()) low_ = room.contains(content_.mapFromGlobal(QCursor::pos()));
  if (low_) room.moveBottom(content_.height() - px(kAboveEdge));
  setGeometry(room);
  show();
  raise();
}

}  // namespace jitterscope
