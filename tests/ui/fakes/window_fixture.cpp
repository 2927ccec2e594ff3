#include "tests/ui/fakes/window_fixture.h"

#include <utility>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_comparison.h"
#include "tests/ui/fakes/fake_conditions.h"

namespace jitterscope {

WindowFixture::WindowFixture() = default;
WindowFixture::~WindowFixture() = default;

void WindowFixture::open(bool in_call, QSize size) {
  if (in_call) session.start_call(120);
  window = std::make_unique<MainWindow>(session);
  window->resize(size);
  window->show();
  window->activateWindow();
  if (cards_open)
    for (auto* fold : window->findChildren<Fold*>()) fold->set_folded(false);
  ticks(6);
}

void WindowFixture::open_with_all_panels() {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  for (const auto& [from, keys] : {std::pair(10, "Ctrl+B"), std::pair(40, "Ctrl+Shift+B")}) {
    window->view().select(from, from + 30);
    for (auto* act : window->actions())
      if (act->shortcut() == QKeySequence(keys)) act->trigger();
  }
  session.finished_comparing.at(0)(make_compare_result());
  window->view().clear_selection();
  ticks(2);
}

void WindowFixture::ticks(int count) {
  for (int i = 0; i < count; ++i) {
    window->refresh();
    QApplication::processEvents();
  }
}

void WindowFixture::settle() {
  for (auto* timer : window->findChildren<QTimer*>())
    if (timer->isActive() && timer->isSingleShot()) timer->start(0);
  QTest::qWait(1);
}

void WindowFixture::key(int code, Qt::KeyboardModifiers modifiers) {
  QTest::keyClick(window->centralWidget(), static_cast<Qt::Key>(code), modifiers);
  ticks(6);
}

void WindowFixture::press_space() {
  auto* focus = QApplication::focusWidget();
  QTest::keyClick(focus ? focus : window->centralWidget(), Qt::Key_Space);
  ticks(6);
}

void WindowFixture::deliver(const CallSnapshot& now, int count) {
  session.latest = std::make_shared<const CallSnapshot>(now);
  ticks(count);
}

QAbstractButton* WindowFixture::button(const QString& name) {
  for (auto* found : window->findChildren<QAbstractButton*>())
    if (found->accessibleName() == name && found->isVisible()) return found;
  return nullptr;
}

QAbstractButton* WindowFixture::worded(const QString& words) {
  for (auto* found : window->findChildren<QAbstractButton*>())
    if (found->text() == words && found->isVisible()) return found;
  return nullptr;
}

QuantityField* WindowFixture::field(const QString& name) {
  return static_cast<QuantityField*>(named<QDoubleSpinBox>(name));
}

QAction* WindowFixture::action(const QString& text) {
  for (auto* found : window->actions())
    if (found->text().remove('&').contains(text)) return found;
  return nullptr;
}

Panel* WindowFixture::panel(const QString& title) {
  for (auto* found : window->findChildren<Panel*>())
    if (found->title() == title) return found;
  return nullptr;
}

void WindowFixture::show(Panel* shown) {
  window->show_panel(shown);
  ticks(3);
}

QStringList WindowFixture::tabs_without_room() {
  QStringList titles;
  if (const auto* more = static_cast<QToolButton*>(button("More panels")))
    for (const auto* entry : more->menu()->actions()) titles << entry->text();
  return titles;
}

bool WindowFixture::said(const QString& words) {
  return !window->findChild<NoticeBoard*>()->standing().filter(words).isEmpty();
}

Banner* WindowFixture::banner() {
  return first_in<Banner>(*window);
}

void WindowFixture::let_pass() {
  for (auto* timer : window->findChild<NoticeBoard*>()->findChildren<QTimer*>())
    if (timer->isActive()) timer->start(0);
  QTest::qWait(1);
}

bool WindowFixture::labelled(const QString& words) {
  return !label_in(*window, words).isEmpty();
}

QString WindowFixture::status() {
  return window->findChild<StatusLine*>()->text();
}

}  // namespace jitterscope
