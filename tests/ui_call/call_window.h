#pragma once
// The program's window over one end of a real call on loopback, and ways to find, press and read what is in it. What is
// waited for is a condition, in the event loop; the limit only bounds a failure.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/window_session.h"
#include "tests/unit/call/session/two_sessions.h"
#include "ui/files/file_strip.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/widgets/fold.h"

namespace jitterscope {

class CallWindow : public testing::Test {
 protected:
  static constexpr int kLimitMs = 20'000;

  /// Ada's end has the window and records.
  void SetUp() override {
    ASSERT_TRUE(folder_.isValid());
    EndpointOptions ada = session_options("Ada");
    ada.watched = true;
    ada.choose_trace_path = [this] { return path("ada.jscope").toStdString(); };
    ben_ = std::make_unique<Endpoint>(ben_options(), nullptr);
    ada_ = std::make_unique<Endpoint>(std::move(ada), nullptr, conditions());
    devices_ = std::make_unique<DeviceList>();
    port_ = std::make_unique<WindowSession>(*ada_, *devices_);
    window_ = std::make_unique<MainWindow>(*port_);
    window_->resize(1400, 900);
    for (auto* fold : window_->findChildren<Fold*>()) fold->set_folded(false);
    window_->show();
    window_->activateWindow();
    port_->send(PlaceCall{"127.0.0.1", ben_->view().control_port});
    ASSERT_TRUE(until([&] { return in_call(*ada_) && received(*ada_, Medium::kAudio) > 30; })) << ada_->view().sentence;
  }

  virtual EndpointOptions ben_options() { return listener_options("Ben"); }
  /// Of Ada's end; null: no links and loads.
  virtual ConditionsHost* conditions() { return nullptr; }

  template <typename Condition>
  static bool until(Condition condition) {
    return QTest::qWaitFor(condition, kLimitMs);
  }
  /// What the window draws from; null before the call.
  std::shared_ptr<const CallSnapshot> now() { return port_->snapshot(); }
  QString path(const char* name) const { return folder_.filePath(name); }

  template <typename Kind>
  Kind& the() {
    for (auto* found : window_->findChildren<QWidget*>())
      if (auto* wanted = dynamic_cast<Kind*>(found)) return *wanted;
    throw std::runtime_error("not in the window");
  }
  template <typename Widget>
  Widget& named(const QString& name) {
    for (auto* found : window_->findChildren<Widget*>())
      if (found->accessibleName() == name) return *found;
    throw std::runtime_error(name.toStdString() + " is not in the window");
  }
  /// Presses the visible button of that accessible name with the mouse.
  void click(const QString& name) {
    for (auto* found : window_->findChildren<QAbstractButton*>())
      if (found->accessibleName() == name && found->isVisible()) return QTest::mouseClick(found, Qt::LeftButton);
    throw std::runtime_error(name.toStdString() + " is not to be seen");
  }
  QAction& action(const QString& text) {
    for (auto* found : window_->actions())
      if (found->text().remove('&').contains(text)) return *found;
    throw std::runtime_error(text.toStdString() + " is not in the menus");
  }
  void key(Qt::Key code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(window_->centralWidget(), code, modifiers);
  }
  static void drag(QWidget& on, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mousePress(&on, Qt::LeftButton, modifiers, from.toPoint());
    for (const double part : {0.3, 0.7, 1.0}) {
      const QPointF at = from + part * (to - from);
      QMouseEvent move(QEvent::MouseMove, at, on.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
      QApplication::sendEvent(&on, &move);
      QApplication::processEvents();
    }
    QTest::mouseRelease(&on, Qt::LeftButton, modifiers, to.toPoint());
  }

  bool said(const QString& words) { return !window_->findChild<NoticeBoard*>()->standing().filter(words).isEmpty(); }
  QString strip() { return the<FileStrip>().sentence(); }
  /// Lets a file go over the window: the way that File > Open takes after its dialog.
  void drop(const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &event);
  }

 private:
  QTemporaryDir folder_;

 protected:
  std::unique_ptr<Endpoint> ben_, ada_;
  std::unique_ptr<DeviceList> devices_;
  std::unique_ptr<WindowSession> port_;
  std::unique_ptr<MainWindow> window_;
};

}  // namespace jitterscope
