#pragma once
// A window over a made-up session, and ways to find, press and read what is in it.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDoubleSpinBox>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

#include "core/measures/views/snapshot.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/find.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/status_line.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/quantity_field.h"

namespace jitterscope {

class WindowFixture : public testing::Test {
 protected:
  void open(bool in_call, QSize size = {1280, 800}) {
    if (in_call) session.start_call(120);
    window = std::make_unique<MainWindow>(session);
    window->resize(size);
    window->show();
    window->activateWindow();
    if (cards_open)
      for (auto* fold : window->findChildren<Fold*>()) fold->set_folded(false);
    ticks(6);
  }
  void open(QSize size = {1280, 800}) { open(true, size); }
  void ticks(int count) {
    for (int i = 0; i < count; ++i) {
      window->refresh();
      QApplication::processEvents();
    }
  }
  /// Sends now what waits for a person to stop editing.
  void settle() {
    for (auto* timer : window->findChildren<QTimer*>())
      if (timer->isActive() && timer->isSingleShot()) timer->start(0);
    QTest::qWait(1);
  }
  void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(window->centralWidget(), static_cast<Qt::Key>(code), modifiers);
    ticks(6);
  }
  /// Where a person's key goes.
  void press_space() {
    auto* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : window->centralWidget(), Qt::Key_Space);
    ticks(6);
  }
  /// A snapshot a little younger than the present one, as `change` makes it.
  template <typename Change>
  void publish(Change change) {
    auto now = *session.latest;
    now.elapsed_s += 0.1;
    change(now);
    session.latest = std::make_shared<const CallSnapshot>(now);
    ticks(6);
  }

  void deliver(const CallSnapshot& now, int count = 2) {
    session.latest = std::make_shared<const CallSnapshot>(now);
    ticks(count);
  }

  /// The visible button of that accessible name.
  QAbstractButton* button(const QString& name) {
    for (auto* found : window->findChildren<QAbstractButton*>())
      if (found->accessibleName() == name && found->isVisible()) return found;
    return nullptr;
  }
  /// The visible button with these words.
  QAbstractButton* worded(const QString& words) {
    for (auto* found : window->findChildren<QAbstractButton*>())
      if (found->text() == words && found->isVisible()) return found;
    return nullptr;
  }
  template <typename Widget>
  Widget* named(const QString& name) {
    return named_in<Widget>(*window, name);
  }
  QuantityField* field(const QString& name) { return static_cast<QuantityField*>(named<QDoubleSpinBox>(name)); }
  QAction* action(const QString& text) {
    for (auto* found : window->actions())
      if (found->text().remove('&').contains(text)) return found;
    return nullptr;
  }
  Panel* panel(const QString& title) {
    for (auto* found : window->findChildren<Panel*>())
      if (found->title() == title) return found;
    return nullptr;
  }
  template <typename Kind>
  Kind* panel() {
    return first_in<Kind>(*window);
  }
  /// In front, and drawn.
  template <typename Kind>
  Kind* show() {
    auto* shown = panel<Kind>();
    show(shown);
    return shown;
  }
  void show(Panel* shown) {
    window->show_panel(shown);
    ticks(3);
  }
  /// Panels under ».
  QStringList tabs_without_room() {
    QStringList titles;
    if (const auto* more = static_cast<QToolButton*>(button("More panels")))
      for (const auto* entry : more->menu()->actions()) titles << entry->text();
    return titles;
  }
  bool said(const QString& words) {
    for (auto* banner : window->findChildren<Banner*>())
      if (banner->sentence().contains(words)) return true;
    return false;
  }
  /// Some visible label has these words.
  bool labelled(const QString& words) { return !label_in(*window, words).isEmpty(); }
  QString status() { return window->findChild<StatusLine*>()->text(); }

  bool cards_open = true;  // else as they are at first
  FakeSession session;
  std::unique_ptr<MainWindow> window;
};

}  // namespace jitterscope
