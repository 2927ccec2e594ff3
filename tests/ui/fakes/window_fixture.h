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
#include "ui/main_window/notice_board.h"
#include "ui/main_window/status_line.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/quantity_field.h"

namespace jitterscope {

class WindowFixture : public testing::Test {
 protected:
  static constexpr QSize kSize{1280, 800};

  WindowFixture();
  ~WindowFixture() override;
  void open(bool in_call, QSize size = kSize);
  void open(QSize size = kSize) { open(true, size); }
  /// In a call with a demonstration that is done and two stretches that are compared: every panel of a call has
  /// something to show.
  void open_with_all_panels();
  void ticks(int count);
  /// Sends now what waits for a person to stop editing.
  void settle();
  void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
  /// Where a person's key goes.
  void press_space();
  /// A snapshot a little younger than the present one, as `change` makes it.
  template <typename Change>
  void publish(Change change) {
    auto now = *session.latest;
    now.elapsed_s += 0.1;
    change(now);
    session.latest = std::make_shared<const CallSnapshot>(now);
    ticks(6);
  }

  void deliver(const CallSnapshot& now, int count = 2);

  /// The visible button of that accessible name.
  QAbstractButton* button(const QString& name);
  /// The visible button with these words.
  QAbstractButton* worded(const QString& words);
  template <typename Widget>
  Widget* named(const QString& name) {
    return named_in<Widget>(*window, name);
  }
  QuantityField* field(const QString& name);
  QAction* action(const QString& text);
  Panel* panel(const QString& title);
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
  void show(Panel* shown);
  /// Panels under ».
  QStringList tabs_without_room();
  /// It stands among the notices, in sight or behind another one.
  bool said(const QString& words);
  Banner* banner();
  /// What is in sight for a while has been so for its time.
  void let_pass();
  /// Some visible label has these words.
  bool labelled(const QString& words);
  QString status();

  bool cards_open = true;  // else as they are at first
  FakeSession session;
  std::unique_ptr<MainWindow> window;
};

}  // namespace jitterscope
