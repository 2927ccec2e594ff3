// The zoom of the interface: every length and font grows with it, and is as before when it is as before.
#include <QDockWidget>
#include <QFontInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTabBar>
#include <map>

#include "core/events/words.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/kept_settings.h"
#include "ui/panels/jitter_panel.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/level_bar.h"
#include "ui/widgets/marker_strip.h"
#include "ui/widgets/video_view.h"

namespace jitterscope::zoom_test {
namespace {

class ZoomTest : public WindowFixture {
 protected:
  void TearDown() override {
    window.reset();
    set_zoom(*qApp, 1);
  }
  void zoom_to(double wanted) {
    set_zoom(*qApp, wanted);
    settle_layout();
  }
  void settle_layout() {
    for (int i = 0; i < 4; ++i) {
      ticks(2);
      QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
  }
  /// What is seen of the window, without scroll bars and corners, which have no words and come with their tables.
  std::vector<QWidget*> widgets() const {
    std::vector<QWidget*> seen;
    for (auto* widget : window->findChildren<QWidget*>())
      if (widget->isVisible() && !qobject_cast<QScrollBar*>(widget) && !widget->objectName().startsWith("qt_") &&
          !widget->inherits("QTableCornerButton"))
        seen.push_back(widget);
    return seen;
  }
  template <typename Kind>
  Kind* seen() const {
    for (auto* widget : widgets())
      if (auto* wanted = dynamic_cast<Kind*>(widget)) return wanted;
    return nullptr;
  }
  static std::string name_of(const QWidget& widget) {
    const auto parent = widget.parentWidget() ? widget.parentWidget()->accessibleName() : QString();
    return (QString(widget.metaObject()->className()) + " “" + widget.accessibleName() + "” " + widget.objectName() +
            " in “" + parent + "”")
        .toStdString();
  }
};

struct Sizes {
  QRect place;
  QSize least, least_asked, most;
  double points = 0;
};

std::map<const QWidget*, Sizes> sizes_of(const std::vector<QWidget*>& widgets) {
  std::map<const QWidget*, Sizes> all;
  for (const auto* widget : widgets)
    all[widget] = {widget->geometry(), widget->minimumSizeHint(), widget->minimumSize(), widget->maximumSize(),
                   widget->font().pointSizeF()};
  return all;
}

TEST_F(ZoomTest, EveryFontGrows) {
  open(QSize(2000, 1300));
  const auto before = sizes_of(widgets());
  zoom_to(1.5);
  for (const auto* widget : widgets()) {
    const auto was = before.find(widget);
    if (was == before.end()) continue;
    EXPECT_DOUBLE_EQ(widget->font().pointSizeF(), 1.5 * was->second.points) << name_of(*widget);
  }
}

TEST_F(ZoomTest, LengthsThatAreSetGrow) {
  open(QSize(2000, 1300));
  auto* plot = seen<TimePlot>();
  const auto* video = seen<VideoView>();
  window->show_panel(panel("Statistics"));
  settle_layout();
  const auto* table = seen<FigureTable>();
  const auto* tabs = named<QTabBar>("Panels behind each other");
  const auto* controls = window->findChild<QScrollArea*>("controls");
  EXPECT_EQ(video->minimumWidth(), 160);
  EXPECT_EQ(plot->axisRect()->margins().left(), 64);
  EXPECT_EQ(table->verticalHeader()->defaultSectionSize(), 18);
  const auto tab = tabs->tabRect(0).width();
  const auto column = controls->minimumSizeHint().width();
  zoom_to(1.5);
  EXPECT_EQ(video->minimumWidth(), 240);
  EXPECT_EQ(plot->axisRect()->margins().left(), 96);
  EXPECT_EQ(plot->xAxis->tickLabelFont().pointSizeF(), 13.5);
  EXPECT_EQ(table->verticalHeader()->defaultSectionSize(), 27);
  EXPECT_EQ(seen<MarkerStrip>()->height(), 54);
  EXPECT_EQ(seen<LevelBar>()->height(), 27);
  EXPECT_NEAR(tabs->tabRect(0).width(), 1.5 * tab, 3);
  EXPECT_NEAR(controls->minimumSizeHint().width(), 1.5 * column, 12);
}

TEST_F(ZoomTest, AZoomWhileAPanelIsLargeLeavesTheSharesOfTheOthers) {
  open(QSize(1280, 900));
  settle_layout();
  const auto heights = [this] {
    std::vector<int> all;
    for (const auto* title : {"Jitter", "Compensation", "Packets"}) all.push_back(panel(title)->height());
    return all;
  };
  const auto before = heights();
  key(Qt::Key_5, Qt::ControlModifier | Qt::ShiftModifier);
  settle_layout();
  ASSERT_FALSE(panel("Packets")->isVisible());
  zoom_to(1.1);
  zoom_to(1);
  key(Qt::Key_5, Qt::ControlModifier | Qt::ShiftModifier);
  settle_layout();
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(heights()[i], before[i], 20) << i;
}

/// Fonts and limits of all; places of all around the centre, whose rows share its height anew and come to stand some
/// pixels elsewhere.
TEST_F(ZoomTest, ThereAndBackIsAsBefore) {
  for (const double there : {1.5, 0.8}) {
    open(QSize(1280, 800));
    settle_layout();
    const auto before = sizes_of(widgets());
    zoom_to(there);
    EXPECT_EQ(window->size(), QSize(1280, 800)) << "the zoom makes no window larger";
    zoom_to(1);
    const auto of_panels = [](const QWidget* widget) {
      for (; widget; widget = widget->parentWidget()) {
        const auto* dock = qobject_cast<const QDockWidget*>(widget);
        if (qobject_cast<const QTabBar*>(widget) || (dock && dock->findChild<Panel*>())) return true;
      }
      return false;
    };
    const auto* status = window->findChild<StatusLine*>();
    for (const auto* widget : widgets()) {
      const auto was = before.find(widget);
      if (was == before.end()) continue;
      const bool moves = of_panels(widget) || widget == status || status->isAncestorOf(widget);  // its words change
      if (!moves) {
        EXPECT_EQ(widget->geometry(), was->second.place) << name_of(*widget) << " after " << there;
        EXPECT_EQ(widget->minimumSizeHint(), was->second.least) << name_of(*widget) << " after " << there;
      }
      EXPECT_EQ(widget->minimumSize(), was->second.least_asked) << name_of(*widget) << " after " << there;
      EXPECT_EQ(widget->maximumSize(), was->second.most) << name_of(*widget) << " after " << there;
      EXPECT_EQ(widget->font().pointSizeF(), was->second.points) << name_of(*widget) << " after " << there;
    }
  }
}

TEST_F(ZoomTest, TheKeptOneHoldsUnlessItIsNone) {
  for (const auto& [kept, used] :
       {std::pair<QString, double>{"1.5", 1.5}, {"1.52", 1.5}, {"large", 1}, {"nan", 1}, {"-3", 1}}) {
    set_zoom(*qApp, 1);
    kept_layout().setValue("zoom", kept);
    open(QSize(1280, 800));
    EXPECT_EQ(zoom(), used) << kept.toStdString();
    window.reset();
  }
  kept_layout().remove("zoom");
}

TEST_F(ZoomTest, KeysActAndStandInTheViewMenu) {
  open(QSize(1280, 800));
  key(Qt::Key_Plus, Qt::ControlModifier);
  EXPECT_EQ(zoom(), 1.1);
  key(Qt::Key_Plus, Qt::ControlModifier);
  EXPECT_EQ(zoom(), 1.25);
  key(Qt::Key_Minus, Qt::ControlModifier);
  EXPECT_EQ(zoom(), 1.1);
  key(Qt::Key_0, Qt::ControlModifier);
  EXPECT_EQ(zoom(), 1);
  for (int i = 0; i < 20; ++i) action("Smaller")->trigger();
  EXPECT_EQ(zoom(), kZoomSteps.front());
  int found = 0;
  for (auto* menu : window->menuBar()->findChildren<QMenu*>()) {
    if (menu->title() != "&Size and theme") continue;
    ++found;
    QStringList keys;
    for (const auto& text : {"Larger", "Smaller", "Usual size"})
      if (menu->actions().contains(action(text))) keys << action(text)->shortcut().toString();
    EXPECT_EQ(keys.join(' ').toStdString(), "Ctrl++ Ctrl+- Ctrl+0");
  }
  EXPECT_EQ(found, 1);
}

TEST_F(ZoomTest, TheNextWindowHasIt) {
  open(false);
  zoom_to(1.25);
  window->close();
  window.reset();
  set_zoom(*qApp, 1);
  open(false);
  EXPECT_EQ(zoom(), 1.25);
  zoom_to(1);
  window->close();  // for the tests after this one
}

TEST(Lengths, AreRoundedAndDoNotVanish) {
  set_zoom(*qApp, 0.8);
  EXPECT_EQ(px(0), 0);
  EXPECT_EQ(px(0.4), 1);
  EXPECT_EQ(px(18), 14);
  EXPECT_EQ(hairline(), 1);
  set_zoom(*qApp, 2.1);  // to the nearest step
  EXPECT_EQ(zoom(), 2);
  EXPECT_EQ(px(3), 6);
  EXPECT_EQ(hairline(), 2);
  set_zoom(*qApp, 1);
}

}  // namespace
}  // namespace jitterscope::zoom_test
