// A name, a notice or a path from outside may hold HTML: it is shown as it came, in every label and every tooltip.
#include <QAbstractItemView>
#include <QHelpEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QTextDocument>
#include <QToolTip>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/thread_row.h"
#include "tests/ui/fakes/window_fixture.h"

namespace jitterscope::text_from_outside_test {
namespace {

const std::string kHostile = "<img src='no-such-picture.png'><b>x</b>";

bool is_hostile(const QString& text) {
  return text.contains("<img") || text.contains("<b>x");
}

class TextFromOutside : public WindowFixture {
 protected:
  static QLabel* tip() {
    for (auto* shown : QApplication::topLevelWidgets())
      if (shown->inherits("QTipLabel") && shown->isVisible()) return qobject_cast<QLabel*>(shown);
    return nullptr;
  }
  static bool is_plain(const QLabel& label) {
    return label.textFormat() == Qt::PlainText ||
           (label.textFormat() == Qt::AutoText && !Qt::mightBeRichText(label.text()));
  }
  /// Rests the pointer on `on`, at `at`; hostile tips are counted.
  void rest(QWidget& on, QPoint at) {
    QToolTip::hideText();
    QHelpEvent help(QEvent::ToolTip, at, on.mapToGlobal(at));
    QApplication::sendEvent(&on, &help);
    const auto* shown = tip();
    if (!shown || !is_hostile(shown->text())) return;
    ++tips_;
    EXPECT_TRUE(is_plain(*shown)) << on.metaObject()->className() << " " << on.accessibleName().toStdString();
  }
  void look() {
    ticks(12);
    for (auto* top : QApplication::topLevelWidgets())
      for (const auto* label : top->findChildren<QLabel*>()) {
        if (!is_hostile(label->text())) continue;
        ++labels_;
        EXPECT_TRUE(is_plain(*label)) << label->text().toStdString();
      }
    QList<QPointer<QWidget>> widgets;  // a tip is one too, and gone with the next
    for (auto* widget : window->findChildren<QWidget*>()) widgets << widget;
    for (const auto& here : widgets) {
      QWidget* widget = here;
      if (!widget || !widget->isVisible()) continue;
      if (widget->toolTip().isEmpty() || is_hostile(widget->toolTip())) rest(*widget, widget->rect().center());
      if (auto* view = qobject_cast<QAbstractItemView*>(widget))
        for (int row = 0; view->model() && row < view->model()->rowCount(); ++row)
          rest(*view->viewport(), view->visualRect(view->model()->index(row, 0)).center());
      for (int x = 2; x < widget->width() && widget->height() < 40; x += 4)  // strips with marks
        if (widget->toolTip().isEmpty()) rest(*widget, {x, widget->height() / 2});
    }
  }
  /// What a menu says is plain to Qt; what it says of an entry at which the pointer rests need not be.
  void look_at_menus() {
    for (auto* menu : window->findChildren<QMenu*>()) {
      menu->popup({});
      for (auto* action : menu->actions()) {
        entries_ += is_hostile(action->text());
        rest(*menu, menu->actionGeometry(action).center());
      }
      menu->close();
    }
  }
  int labels_ = 0, tips_ = 0, entries_ = 0;
};

TEST_F(TextFromOutside, NameOfACaller) {
  session.call.stage = CallStage::kRinging;
  session.call.peer = kHostile;
  open(false);
  look();
  EXPECT_GE(labels_, 1);
  session.call.stage = CallStage::kCalling;
  look();
  EXPECT_GE(tips_, 1) << "the bar says it in full";
}

TEST_F(TextFromOutside, WhatThePeerAndTheCallSaid) {
  open();
  session.call.peer = kHostile;
  session.recording = {true, "/tmp/" + kHostile + ".jscope", 1000};
  session.set.video.id = session.set.audio.id = kHostile;
  session.lists.version = 7;
  session.lists.cameras = session.lists.microphones = session.lists.speakers = {{"1", kHostile}};
  publish([](CallSnapshot& now) {
    now.notices.push_back({now.elapsed_s, 2, kHostile, 1});
    now.marks.push_back({now.elapsed_s - 1, kHostile, true});
    now.shaping_remote = kHostile;
    for (auto& thread : now.threads) thread.effective = kHostile;
  });
  look();
  EXPECT_GE(labels_, 1);
  EXPECT_GE(tips_, 2) << "the bar's, the strip's";
}

TEST_F(TextFromOutside, WhyTheCallEnded) {
  session.call.stage = CallStage::kEnded;
  session.call.sentence = "The remote hung up: " + kHostile;
  open(false);
  look();
  EXPECT_GE(labels_, 1);
}

TEST_F(TextFromOutside, FileAndItsStreams) {
  open(false);
  session.latest = std::make_shared<const CallSnapshot>(make_snapshot(30));
  session.streams = {{kHostile, true, true}, {kHostile + "2", false, true}};
  window->open_file(QString::fromStdString("/tmp/" + kHostile));
  look();
  EXPECT_GE(labels_ + tips_, 2);
}

TEST_F(TextFromOutside, InEveryTab) {
  open();
  session.call.peer = kHostile;
  session.call.asked_there = {{"shaping", kHostile}};
  const auto rate = [](std::shared_ptr<const RateView>& shown) {
    auto view = shown ? *shown : RateView{};
    view.controller = view.stage = view.reason = kHostile;
    shown = std::make_shared<const RateView>(view);
  };
  publish([&](CallSnapshot& now) {
    now.notices.push_back({now.elapsed_s, 2, kHostile, 1});
    now.marks.push_back({now.elapsed_s - 1, kHostile, true});
    now.shaping_remote = now.rate_control_remote = now.conditions->remote_link = kHostile;
    if (now.conditions->clock) now.conditions->clock->source = kHostile;
    for (auto& thread : now.threads) thread.requested = thread.effective = kHostile;
    rate(now.rate_sent);
    rate(now.rate_received);
  });
  ASSERT_GE(window->open_tabs().size(), 10U);
  int told = 0;  // in tabs
  for (auto* tab : window->open_tabs()) {
    window->show_panel(tab);
    const int before = labels_ + tips_;
    look();
    told += labels_ + tips_ > before;
  }
  EXPECT_GE(told, static_cast<int>(window->open_tabs().size())) << "the bar's and the strip's are beside each";
}

TEST_F(TextFromOutside, InMenus) {
  open(false);
  session.latest = std::make_shared<const CallSnapshot>(make_snapshot(30));
  session.streams = {{kHostile, true, true}, {kHostile + "2", false, true}};
  window->open_file("/tmp/<img src='no-such-picture.png'>");  // a name has no slash
  ticks(12);
  look_at_menus();
  EXPECT_GE(entries_, 3) << "a file opened before, two streams";
  EXPECT_GE(tips_, 1) << "where that file is";
}

TEST_F(TextFromOutside, InQuestions) {
  open(false);
  session.start_call(2);
  session.recording = {true, "/tmp/" + kHostile + ".jscope", 4096, true};
  session.call.peer = kHostile;
  session.call.consent_asked = true;
  session.call.asked_here = {"shaping", kHostile};
  ticks(6);
  EXPECT_FALSE(worded("Don’t record")) << "consent is asked first";
  action("Don’t record this call")->trigger();
  window->close();
  ASSERT_EQ(window->findChildren<QMessageBox*>().size(), 2) << "whether to delete, whether to leave";
  look();
  EXPECT_GE(labels_, 1);
  for (auto* question : window->findChildren<QMessageBox*>())
    EXPECT_FALSE(is_hostile(question->text()) || is_hostile(question->informativeText()))
        << question->text().toStdString();
  for (auto* question : window->findChildren<QMessageBox*>()) question->reject();
}

class LongWords : public WindowFixture {
 protected:
  const std::string word_ = std::string(2000, 'W');
  void expect_that_it_fits() {
    ticks(12);
    EXPECT_LE(window->minimumSizeHint().width(), 1280);
    EXPECT_LE(window->width(), 1280);
    for (const auto* found : window->findChildren<QAbstractButton*>()) {
      if (!found->isVisible()) continue;
      EXPECT_LE(found->mapTo(window.get(), QPoint(found->width(), 0)).x(), window->width())
          << found->text().toStdString();
    }
  }
};

TEST_F(LongWords, OfACallerOrARefusalLeaveItsButtonsInTheWindow) {
  session.call.stage = CallStage::kRinging;
  session.call.peer = word_;
  open(false, QSize(1280, 800));
  expect_that_it_fits();
  EXPECT_TRUE(worded("Accept"));
  session.call.stage = CallStage::kEnded;
  session.call.sentence = "The remote refused the call: “" + word_ + "”";
  expect_that_it_fits();
}

TEST_F(LongWords, OfANoticeInACallLeaveItsButtonsInTheWindow) {
  open(true, QSize(1280, 800));
  session.call.peer = word_;
  publish([&](CallSnapshot& now) {
    now.notices.push_back({now.elapsed_s, 2, word_, 1});
    now.shaping_remote = word_;
  });
  expect_that_it_fits();
}

TEST_F(LongWords, OfAFileLeaveItsButtonsInTheWindow) {
  open(false, QSize(1280, 800));
  session.latest = std::make_shared<const CallSnapshot>(make_snapshot(30));
  session.streams = {{word_, true, true}};
  window->open_file(QString::fromStdString("/tmp/" + word_));
  expect_that_it_fits();
}

/// The guess is Qt's for what says nothing: what the program writes itself asks for it.
TEST_F(TextFromOutside, OwnMarkupIsShownAsMeant) {
  open();
  int marked = 0;
  for (auto* tab : window->open_tabs()) {
    show(tab);
    for (const auto* label : window->findChildren<QLabel*>())
      if (label->text().contains("<span style")) {
        ++marked;
        EXPECT_EQ(label->textFormat(), Qt::RichText) << label->text().toStdString();
      }
  }
  EXPECT_GE(marked, 5);
}

}  // namespace
}  // namespace jitterscope::text_from_outside_test
