// Where what is said and asked stands: over nothing that is clicked, on whatever screen.
#include <qcustomplot.h>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenuBar>
#include <QTabBar>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/time_line.h"
#include "ui/start_page/start_page.h"

namespace jitterscope::notice_place_test {
namespace {

class NoticePlace : public WindowFixture {
 protected:
  ~NoticePlace() override {
    window.reset();  // else it would be laid out anew to go
    set_zoom(*qApp, 1, false);
  }
  static bool is_clicked(const QWidget* widget) {
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
           qobject_cast<const QComboBox*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QAbstractItemView*>(widget) ||
           qobject_cast<const QTabBar*>(widget) || qobject_cast<const QMenuBar*>(widget) ||
           qobject_cast<const QCustomPlot*>(widget) || qobject_cast<const TimeLine*>(widget);
  }
  QRect place(const QWidget* widget) { return {widget->mapTo(window.get(), QPoint()), widget->size()}; }

  /// The banners that are there cover nothing that is clicked, and are in the window.
  void expect_that_nothing_is_covered(const std::string& where) {
    ticks(6);
    int there = 0, clicked = 0;
    for (const auto* banner : all_in<Banner>(*window)) {
      if (!banner->isVisible()) continue;
      ++there;
      EXPECT_TRUE(window->rect().contains(place(banner))) << where;
      for (const auto* widget : window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || !is_clicked(widget) || banner->isAncestorOf(widget)) continue;
        // Its place, cut off by what it is scrolled in.
        QRect shown = place(widget);
        for (const auto* in = widget->parentWidget(); in && in != window.get(); in = in->parentWidget())
          shown &= place(in);
        if (shown.isEmpty()) continue;
        ++clicked;
        EXPECT_FALSE(shown.intersects(place(banner))) << where << ": " << widget->metaObject()->className() << " “"
                                                      << widget->accessibleName().toStdString() << "”";
      }
    }
    EXPECT_GE(there, 1) << where;
    EXPECT_GE(clicked, 5) << where;
  }
  /// Everything that a call may say and ask at a time.
  void say_everything(const std::string& where) {
    session.recording = {true, "/home/user/recordings/call-7.jscope", 4096, true};
    expect_that_nothing_is_covered(where + ", recording");
    window->tell("The camera does not answer: it was pulled out, or another program has it. Choose another one.");
    expect_that_nothing_is_covered(where + ", message");
    session.call.unheard_s = 5;
    expect_that_nothing_is_covered(where + ", trouble");
    session.call.consent_asked = true;
    session.call.asked_here = {"priority.audio-send", "realtime"};
    expect_that_nothing_is_covered(where + ", consent");
  }
};

TEST_F(NoticePlace, NothingThatIsClickedIsCoveredAtTheUsualSize) {
  open(true, {1280, 800});
  say_everything("1280×800");
}

TEST_F(NoticePlace, NothingThatIsClickedIsCoveredOnOtherScreens) {
  for (const QSize size : {QSize(900, 500), QSize(1024, 768), QSize(1920, 1080)}) {
    open(true, size);
    say_everything(std::to_string(size.width()) + "×" + std::to_string(size.height()));
    window.reset();
    session.call = {};
    session.recording = {};
  }
}

TEST_F(NoticePlace, NothingThatIsClickedIsCoveredInALargeInterfaceOrFullScreen) {
  open(true, {1280, 800});
  set_zoom(*qApp, 1.5);
  ticks(3);
  say_everything("zoom 1.5");
  window->setWindowState(Qt::WindowFullScreen);
  expect_that_nothing_is_covered("full screen");
}

TEST_F(NoticePlace, NothingThatIsClickedIsCoveredOnTheStartPage) {
  for (const QSize size : {QSize(900, 500), QSize(1280, 800)}) {
    session.call.stage = CallStage::kIdle;
    open(false, size);
    window->show_start_page(true);
    ASSERT_TRUE(first_in<StartPage>(*window)->isVisible());
    window->tell("The camera does not answer: it was pulled out, or another program has it.");
    expect_that_nothing_is_covered("start page, message");
    session.call.stage = CallStage::kRinging;
    session.call.peer = "Room 204 (192.0.2.9)";
    expect_that_nothing_is_covered("start page, ringing");
    window.reset();
  }
}

}  // namespace
}  // namespace jitterscope::notice_place_test
