#include "ui/widgets/hands.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QPointer>
#include <QScrollBar>
#include <QTabBar>
#include <QTimer>

namespace jitterscope {
namespace {

constexpr auto kFaulty = "faulty";

/// Whether the wheel would change its value: boxes, spin boxes, sliders, tabs; not scroll bars.
bool turns_by_wheel(const QObject* widget) {
  return qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QTabBar*>(widget) ||
         (qobject_cast<const QAbstractSlider*>(widget) && !qobject_cast<const QScrollBar*>(widget));
}

/// The field that an event of `watched` is for: itself, or the box whose line edit it is.
QWidget* field_of(QObject* watched) {
  for (QObject* object = watched; object && object->isWidgetType(); object = object->parent()) {
    if (turns_by_wheel(object)) return static_cast<QWidget*>(object);
    if (static_cast<QWidget*>(object)->isWindow()) break;  // an open list is its box's child
  }
  return nullptr;
}

/// Else the wheel itself would give it the focus.
void keep_focus_from_wheel(QWidget& widget) {
  if (turns_by_wheel(&widget) && (widget.focusPolicy() & Qt::WheelFocus) == Qt::WheelFocus)
    widget.setFocusPolicy(Qt::StrongFocus);
}

bool is_field(const QObject* watched) {
  return qobject_cast<const QLineEdit*>(watched) || qobject_cast<const QAbstractSpinBox*>(watched);
}

}  // namespace

Hands::Hands(QWidget& window) : QObject(&window), window_(window) {
  for (auto* field : window.findChildren<QWidget*>()) keep_focus_from_wheel(*field);
  qApp->installEventFilter(this);
}

Hands::~Hands() {
  qApp->removeEventFilter(this);
}

void Hands::set_faulty(QWidget& field, bool faulty) {
  field.setProperty(kFaulty, faulty);
}

bool Hands::is_ours(const QObject* watched) const {
  return watched->isWidgetType() && static_cast<const QWidget*>(watched)->window() == &window_;
}

/// Once what the key did is done: it may have found a fault.
void Hands::leave(QWidget& field) {
  QTimer::singleShot(0, this, [this, field = QPointer(&field)] {
    if (!field || !field->hasFocus() || field->property(kFaulty).toBool()) return;
    auto* main = qobject_cast<QMainWindow*>(&window_);
    (main && main->centralWidget() ? main->centralWidget() : &window_)->setFocus();
  });
}

bool Hands::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Polish:
      if (is_ours(watched)) keep_focus_from_wheel(*static_cast<QWidget*>(watched));
      break;
    case QEvent::Wheel:
      if (const auto* field = field_of(watched); field && is_ours(field) && !field->hasFocus()) {
        event->ignore();  // so the column beneath scrolls
        return true;
      }
      break;
    case QEvent::ShortcutOverride: {
      const auto* focus = qApp->focusWidget();
      if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space &&
          (qobject_cast<const QAbstractButton*>(focus) || qobject_cast<const QComboBox*>(focus) ||
           qobject_cast<const QAbstractItemView*>(focus))) {
        event->accept();
        return true;
      }
      break;
    }
    case QEvent::KeyPress: {
      const int key = static_cast<QKeyEvent*>(event)->key();
      if ((key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter) && is_field(watched) &&
          is_ours(watched)) {
        auto* field = static_cast<QWidget*>(watched);
        if (key == Qt::Key_Escape) set_faulty(*field, false);
        leave(*field);
      }
      break;
    }
    default: break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace jitterscope
