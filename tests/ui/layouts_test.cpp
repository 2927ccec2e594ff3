// Layouts: what each shows, the user's own, and what is kept of them.
#include <QDockWidget>
#include <QInputDialog>
#include <QLineEdit>
#include <QScrollArea>
#include <QTabBar>

#include "tests/ui/fakes/window_fixture.h"
#include "ui/kept_settings.h"

namespace jitterscope::layouts_test {
namespace {

class Layouts : public WindowFixture {
 protected:
  void SetUp() override { kept_layout().remove({}); }
  void TearDown() override { kept_layout().remove({}); }
  void take(Layout layout) {
    window->set_layout(layout);
    ticks(6);
  }
  QStringList seen() {
    QStringList titles;
    for (auto* panel : window->findChildren<Panel*>())
      if (panel->isVisible()) titles << panel->title();
    titles.sort();
    return titles;
  }
  QWidget* picture() { return named<QWidget>("Picture of the remote, your own in the corner"); }
  bool cards_seen() { return window->findChild<QScrollArea*>("controls")->isVisible(); }
  void keep_as(const QString& name) {
    action("Keep this arrangement")->trigger();
    auto* dialog = window->findChild<QInputDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->setTextValue(name);
    dialog->accept();
    ticks(4);
  }
};

TEST_F(Layouts, EachShowsWhatItIsFor) {
  for (const auto size : {QSize(1024, 700), QSize(1920, 1040)}) {
    open(size);
    for (const auto& [layout, panels] :
         {std::pair(Layout::kShaping, QStringList{"Conditions", "Packets"}),
          std::pair(Layout::kPriority, QStringList{"Compensation", "Threads"}),
          std::pair(Layout::kRateControl, QStringList{"Rate control"}), std::pair(Layout::kCall, QStringList())}) {
      take(layout);
      EXPECT_EQ(seen(), panels) << layout_words(layout).toStdString();
      EXPECT_TRUE(picture()->isVisible());
      EXPECT_EQ(cards_seen(), layout != Layout::kCall && size.width() >= 1280) << size.width();
      EXPECT_EQ(window->size(), size) << layout_words(layout).toStdString();
    }
    take(Layout::kAnalyst);
    EXPECT_TRUE(seen().contains("Jitter") && seen().contains("Packets"));
    EXPECT_EQ(window->open_tabs().size(), size.height() < 740 ? 12U : 10U);
    EXPECT_EQ(window->size(), size);
  }
}

TEST_F(Layouts, ANarrowWindowHasControlsWhenTheyAreAskedFor) {
  open(QSize(1024, 728));
  EXPECT_FALSE(cards_seen());
  key(Qt::Key_F4);
  EXPECT_TRUE(cards_seen());
  EXPECT_TRUE(picture()->isVisible());
  button("Show or hide the controls")->click();
  ticks(6);
  EXPECT_FALSE(cards_seen());
  window->resize(1280, 800);
  ticks(6);
  EXPECT_FALSE(cards_seen()) << "as it was asked";
  take(Layout::kShaping);
  EXPECT_TRUE(cards_seen());
  button("Show or hide the controls")->click();
  ticks(6);
  EXPECT_FALSE(cards_seen()) << "panels have their room";
}

TEST_F(Layouts, ControlsTakeThePlaceOfThePictureWhereTheWindowIsVeryNarrow) {
  open(QSize(800, 600));
  EXPECT_TRUE(picture()->isVisible());
  key(Qt::Key_F4);
  EXPECT_TRUE(cards_seen());
  EXPECT_FALSE(picture()->isVisible());
  key(Qt::Key_F4);
  EXPECT_TRUE(picture()->isVisible());
}

TEST_F(Layouts, ALowWindowHasFewerRowsAndKeepsTheTabInFront) {
  open();
  window->show_panel(panel("Delay"));
  ticks(6);
  for (const auto& [height, together] :
       {std::pair(800, QStringList{"Compensation", "Delay", "Jitter", "Region"}),
        std::pair(680, QStringList{"Delay", "Jitter"}), std::pair(460, QStringList{"Delay"}),
        std::pair(680, QStringList{"Delay", "Jitter"}),
        std::pair(800, QStringList{"Compensation", "Delay", "Jitter", "Region"})}) {
    window->resize(1280, height);
    ticks(8);
    EXPECT_EQ(seen(), together) << height;
    EXPECT_EQ(window->size(), QSize(1280, height));
  }
  window->resize(1280, 460);
  ticks(8);
  window->show_panel(panel("Jitter"));
  ticks(6);
  EXPECT_EQ(seen(), QStringList{"Jitter"});
  take(Layout::kShaping);
  EXPECT_EQ(seen(), QStringList{"Packets"});
}

TEST_F(Layouts, OnesOwnStaysInALowWindow) {
  open();
  action("Arrange: move")->trigger();
  action("Arrange: move")->trigger();
  ticks(6);
  const auto before = seen();
  window->resize(1280, 460);
  ticks(8);
  EXPECT_EQ(seen(), before) << "it is scrolled";
  EXPECT_EQ(window->size(), QSize(1280, 460));
}

TEST_F(Layouts, WhatALowWindowKeptIsNoLayoutOfAHighOne) {
  open(QSize(1280, 460));
  window->show_panel(panel("Delay"));
  ticks(6);
  window->close();
  window.reset();
  open(QSize(1280, 800));
  ticks(8);
  EXPECT_EQ(seen().join(", ").toStdString(), "Compensation, Jitter, Packets, Region");
}

TEST_F(Layouts, TheCallsPictureIsLarge) {
  open();
  EXPECT_TRUE(action("Layout: Analyst")->isChecked());
  key(Qt::Key_F2);
  EXPECT_TRUE(action("Layout: Call")->isChecked());
  EXPECT_FALSE(action("Layout: Analyst")->isChecked());
  EXPECT_EQ(seen(), QStringList());
  EXPECT_GT(picture()->width(), 800);
  EXPECT_GT(picture()->height(), 600);
  take(Layout::kAnalyst);
  EXPECT_LT(picture()->width(), 300);
}

TEST_F(Layouts, WhatALayoutDoesNotShowComesWhenItIsAskedFor) {
  open();
  for (const Layout layout : kReadyLayouts) {
    take(layout);
    for (const auto* title : {"Statistics", "Region"}) {
      window->show_panel(panel(title));
      ticks(6);
      EXPECT_TRUE(panel(title)->isVisible()) << title << " in " << layout_words(layout).toStdString();
    }
    EXPECT_EQ(window->size(), QSize(1280, 800)) << layout_words(layout).toStdString();
  }
}

TEST_F(Layouts, EachComesToRest) {
  for (const auto size : {QSize(1024, 700), QSize(1920, 1040)}) {
    open(size);
    int rounds = 0;
    QObject::connect(window->findChild<Docks*>(), &Docks::settled, window.get(), [&] { ++rounds; });
    for (const Layout layout : kReadyLayouts)
      for (const auto* title : {"", "Region"}) {
        take(layout);
        if (*title != 0) window->show_panel(panel(title));
        bool rests = false;
        for (int i = 0; i < 100 && !rests; ++i) {  // a loaded machine is slow
          rounds = 0;
          QTest::qWait(40);
          rests = rounds == 0;
        }
        EXPECT_TRUE(rests) << layout_words(layout).toStdString() << " with " << title << " at " << size.width();
      }
  }
}

TEST_F(Layouts, ATitleIsSaidOnce) {
  open();
  const auto said = [this](const char* title) {
    for (const auto* label : panel(title)->findChildren<QLabel*>())
      if (label->text() == title && label->isVisible()) return true;
    return false;
  };
  EXPECT_FALSE(said("Packets")) << "its tab says it";
  EXPECT_TRUE(said("Jitter"));
  take(Layout::kShaping);
  EXPECT_TRUE(said("Packets"));
  EXPECT_TRUE(said("Conditions"));
  window->show_panel(panel("Delay"));
  ticks(6);
  EXPECT_FALSE(said("Delay"));
  EXPECT_TRUE(said("Packets"));
}

TEST_F(Layouts, AreLockedUntilAskedFor) {
  open();
  const auto* dock = qobject_cast<QDockWidget*>(panel("Jitter")->parentWidget()->parentWidget());
  ASSERT_NE(dock, nullptr);
  EXPECT_EQ(dock->features(), QDockWidget::NoDockWidgetFeatures);
  action("Arrange: move")->trigger();
  ticks(4);
  EXPECT_TRUE(dock->features() & QDockWidget::DockWidgetMovable);
  EXPECT_FALSE(action("Layout: Analyst")->isChecked());
  action("Arrange: move")->trigger();
  ticks(4);
  EXPECT_EQ(dock->features(), QDockWidget::NoDockWidgetFeatures);
}

TEST_F(Layouts, OnesOwnIsKeptTakenAndForgotten) {
  open();
  action("Arrange: move")->trigger();
  auto* dock = static_cast<QDockWidget*>(panel("Region")->parentWidget()->parentWidget());
  dock->close();
  action("Arrange: move")->trigger();
  ticks(6);
  EXPECT_FALSE(seen().contains("Region"));
  keep_as("a/b & c");
  take(Layout::kAnalyst);
  EXPECT_TRUE(seen().contains("Region"));
  ASSERT_NE(action("Layout: ab"), nullptr) << "a name is no path";
  action("Layout: ab")->trigger();
  ticks(6);
  EXPECT_FALSE(seen().contains("Region"));
  EXPECT_TRUE(seen().contains("Jitter"));
  action("Forget the layout")->trigger();
  ticks(4);
  EXPECT_EQ(action("Layout: ab"), nullptr);
}

TEST_F(Layouts, TheNextWindowHasIt) {
  open(false);
  take(Layout::kPriority);
  window->close();
  window.reset();
  open(false);
  EXPECT_TRUE(action("Layout: Lecture: priority")->isChecked());
  EXPECT_TRUE(has(seen().join(' '), "Threads"));
  EXPECT_FALSE(seen().contains("Jitter"));
  take(Layout::kAnalyst);
  window->show_panel(panel("Delay"));
  ticks(6);
  window->close();
  window.reset();
  open(false);
  EXPECT_TRUE(panel("Delay")->isVisible()) << "its tab was in front";
  EXPECT_FALSE(panel("Packets")->isVisible());
}

TEST_F(Layouts, WhatIsKeptMayBeAnything) {
  for (const QVariant& places : {QVariant("nonsense"), QVariant(QByteArray(100, '\xff')), QVariant(7)}) {
    auto kept = kept_layout();
    kept.setValue("layout", "nowhere");
    kept.setValue("arrangement/open", QStringList{"Jitter", "None of that name"});
    kept.setValue("arrangement/places", places);
    kept.setValue("arrangement/widths", QVariantMap{{"Call", "wide"}, {"Controls", -3}});
    kept.setValue("heights", QStringList{"1", "-5", "99999999999"});
    kept.setValue("widths", "x");
    kept.sync();
    open();
    EXPECT_TRUE(seen().contains("Jitter") && seen().contains("Packets")) << seen().join(' ').toStdString();
    EXPECT_EQ(window->size(), QSize(1280, 800));
    window.reset();
  }
}

TEST_F(Layouts, AClickOnATabBringsItsPanelWhateverCameBefore) {
  open(QSize(1920, 1040));
  for (const auto& [before, clicked] :
       {std::pair("Delay", "Threads"), std::pair("Figures", "Rate control"), std::pair("Conditions", "Delay split")}) {
    window->show_panel(panel(before));
    ticks(6);
    auto* bar = named<QTabBar>("Panels behind each other");
    for (int tab = 0; tab < bar->count(); ++tab)
      if (bar->tabText(tab) == clicked) QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
    ticks(6);
    EXPECT_TRUE(panel(clicked)->isVisible()) << clicked;
    EXPECT_FALSE(panel(before)->isVisible()) << before;
    EXPECT_EQ(bar->tabText(bar->currentIndex()), clicked);
  }
}

TEST_F(Layouts, WhatFloatsIsItsOwnPlaceUntilALayoutIsTaken) {
  open(QSize(1920, 1040));
  action("Arrange: move")->trigger();
  auto* dock = static_cast<QDockWidget*>(panel("Delay")->parentWidget()->parentWidget());
  dock->setFloating(true);
  ticks(6);
  window->show_panel(panel("Packets"));
  ticks(6);
  EXPECT_TRUE(panel("Delay")->isVisible());
  window->show_panel(panel("Delay"));
  ticks(6);
  EXPECT_TRUE(panel("Delay")->isVisible() && panel("Packets")->isVisible());
  take(Layout::kAnalyst);
  EXPECT_FALSE(dock->isFloating());
  EXPECT_FALSE(action("Arrange: move")->isChecked());
  EXPECT_EQ(dock->features(), QDockWidget::NoDockWidgetFeatures);
}

TEST_F(Layouts, WhateverWasClosedCanBeBroughtBack) {
  open();
  action("Arrange: move")->trigger();
  for (auto* dock : window->findChildren<QDockWidget*>()) dock->close();
  ticks(6);
  EXPECT_EQ(seen(), QStringList());
  for (auto* dock : window->findChildren<QDockWidget*>()) {
    const auto title = dock->windowTitle();
    if (title == "Demonstration") continue;
    ASSERT_NE(action("Show “" + title + "”"), nullptr) << title.toStdString();
    action("Show “" + title + "”")->trigger();
    ticks(6);
    EXPECT_FALSE(dock->isHidden()) << title.toStdString();
  }
}

}  // namespace
}  // namespace jitterscope::layouts_test
