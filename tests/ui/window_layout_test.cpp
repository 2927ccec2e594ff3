// Nothing in the window is cut off, at any of its sizes, in either theme; everything has a name.
#include <QLineEdit>
#include <QMessageBox>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/quality_verdict.h"
#include "ui/controls/readouts.h"
#include "ui/controls/reference_window.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/plots/time_plot.h"

namespace jitterscope::window_layout_test {
namespace {

using WindowTest = WindowFixture;

TEST_F(WindowTest, AllTabsStandBesideEachOtherAndATableOfADemonstrationIsWhole) {
  for (const auto size : {QSize(1280, 800), QSize(1024, 700)}) {
    open(size);
    publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
    if (size.width() >= 1280) { EXPECT_EQ(tabs_without_room(), QStringList()); }
    const auto& table = panel<DemonstrationPanel>()->table();
    EXPECT_EQ(table.whole_rows_shown(), table.rowCount());
  }
}

TEST_F(WindowTest, ReadoutsHaveTheHeightTheyNeedAlsoUnderANotice) {
  open(true, {1280, 800});
  session.call = {};
  session.call.stage = CallStage::kEnded;
  session.call.sentence = "The remote has been silent for 5 s, so the call was ended.";
  ticks(6);
  for (const auto* label : window->findChild<Readouts*>()->findChildren<QLabel*>()) {
    const int needed = label->wordWrap() ? label->heightForWidth(label->width()) : QFontMetrics(label->font()).height();
    EXPECT_GE(label->height(), needed) << label->text().toStdString();
  }
}

TEST_F(WindowTest, AVerdictIsReadWholeBesideItsTime) {
  for (const bool over : {false, true}) {
    open(true);
    if (over) session.call.stage = CallStage::kEnded;
    ticks(4);
    const auto* line = first_in<QualityVerdictLine>(*window);
    const QFontMetrics metrics(line->font());
    const auto words = line->text().split('\n');
    ASSERT_EQ(words.size(), 3);
    const int beside = over ? 0 : metrics.horizontalAdvance(words[2]) + 4;
    EXPECT_LE(16 + metrics.horizontalAdvance(words[0]) + beside, line->width()) << words[0].toStdString();
    for (const auto& below : {words[1], over ? words[2] : QString()})
      EXPECT_LE(16 + metrics.horizontalAdvance(below), line->width()) << below.toStdString();
    EXPECT_GE(line->height(), (over ? 3 : 2) * metrics.height());
  }
}

TEST_F(WindowTest, TablesTakeTheHeightTheyNeedAndGiveItBack) {
  open(true);
  const auto plots = panel("Jitter")->height();
  for (const auto& [title, rows] : {std::pair("Figures", 10), std::pair("Threads", 7)}) {
    show(panel(title));
    EXPECT_GE(panel(title)->findChild<FigureTable*>()->whole_rows_shown(), rows) << title;
  }
  show(panel("Packets"));
  EXPECT_NEAR(panel("Jitter")->height(), plots, 2);
}

TEST_F(WindowTest, APanelTakesTheWholeCentreAndGivesItBack) {
  open(true);
  auto* region = panel("Region");
  const auto before = region->size();
  action("“Region” large")->trigger();
  ticks(3);
  EXPECT_FALSE(panel("Jitter")->isVisible() || panel("Compensation")->isVisible() || panel("Packets")->isVisible());
  EXPECT_GT(region->width(), 600);
  EXPECT_GT(region->height(), 550);
  action("“Region” large")->trigger();
  ticks(3);
  EXPECT_EQ(region->size(), before);
  EXPECT_TRUE(panel("Jitter")->isVisible() && panel("Compensation")->isVisible() && panel("Packets")->isVisible());
}

TEST_F(WindowTest, WhereThereIsRoomForOneOfThemCompensationAndRegionTakeTurns) {
  open(true, {1024, 780});
  key(Qt::Key_F4);  // controls
  ASSERT_TRUE(panel("Compensation")->isVisible());
  EXPECT_FALSE(panel("Region")->isVisible());
  button("Show Region")->click();
  ticks(2);
  EXPECT_FALSE(panel("Compensation")->isVisible());
  ASSERT_TRUE(panel("Region")->isVisible());
  window->resize(1280, 800);
  ticks(6);
  EXPECT_TRUE(panel("Compensation")->isVisible() && panel("Region")->isVisible());
  EXPECT_EQ(button("Show Region"), nullptr);
}

TEST_F(WindowTest, AxesSayWhatIsDrawnAlsoWhereRoomIsShort) {
  open(true, {1024, 700});
  window->view().set_side(Side::kRemote);
  session.call.consent_asked = true;
  session.call.asked_here = {"shaping", "c"};
  show(panel("Figures"));
  const auto plots = panel("Jitter")->findChildren<TimePlot*>();
  ASSERT_EQ(plots.size(), 2);
  for (auto* plot : plots) {
    EXPECT_TRUE(plot->yAxis->label().contains("(ms)"));
    const auto size = QFontMetrics(small_font()).size(0, plot->yAxis->label());
    EXPECT_LE(size.width(), plot->height()) << plot->yAxis->label().toStdString();
  }
  EXPECT_TRUE(plots[0]->yAxis->label().startsWith("σ of inter")) << plots[0]->yAxis->label().toStdString();
  EXPECT_TRUE(plots[1]->yAxis->label().startsWith("RFC 3550"));
}

TEST_F(WindowTest, WhatTakesTheKeyboardHasAName) {
  open(true);
  for (const auto* widget : window->findChildren<QWidget*>()) {
    if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->objectName().startsWith("qt_"))
      continue;
    const auto* as_button = qobject_cast<const QAbstractButton*>(widget);
    EXPECT_TRUE(!widget->accessibleName().isEmpty() || (as_button && !as_button->text().isEmpty()))
        << widget->metaObject()->className();
  }
}

TEST_F(WindowTest, ThemeSwitchRecoloursPlots) {
  open(true);
  const auto dark = window->grab().toImage().pixelColor(5, 400);
  apply_theme(*qApp, Theme::kLight);
  ticks(2);
  const auto light = window->grab().toImage().pixelColor(5, 400);
  auto* plot = window->findChild<TimePlot*>();
  EXPECT_EQ(plot->xAxis->tickLabelColor(), colours_of(Theme::kLight).muted);
  apply_theme(*qApp, Theme::kDark);
  EXPECT_LT(dark.lightness(), 60);
  EXPECT_GT(light.lightness(), 200);
}

/// Of each panel in sight.
std::vector<QImage> pictures_of_panels(MainWindow& window) {
  std::vector<QImage> pictures;
  for (auto* panel : window.findChildren<Panel*>())
    if (panel->isVisible()) pictures.push_back(panel->grab().toImage());
  return pictures;
}

TEST_F(WindowTest, AThemeSwitchWithoutNewsShowsWhatAWindowOpenedInItShows) {
  open(true);
  const auto show_split = [&] {
    window->show_panel(panel("Delay split"));  // the colours of its parts are kept with them
    ticks(4);
  };
  show_split();
  apply_theme(*qApp, Theme::kLight);
  ticks(4);
  const auto switched = pictures_of_panels(*window);
  window.reset();
  open(false);
  show_split();
  const auto opened = pictures_of_panels(*window);
  apply_theme(*qApp, Theme::kDark);
  ASSERT_EQ(switched.size(), opened.size());
  ASSERT_GE(opened.size(), 2U);
  for (std::size_t i = 0; i < opened.size(); ++i) EXPECT_EQ(switched[i], opened[i]) << i;
}

TEST_F(WindowTest, TabsThatDoNotFitAreUnderAButton) {
  open(true, {1024, 700});
  key(Qt::Key_F4);  // controls
  const auto hidden = tabs_without_room();
  ASSERT_FALSE(hidden.isEmpty());
  const auto* bar = button("More panels")->parentWidget();
  EXPECT_TRUE(bar->rect().contains(button("More panels")->geometry()));
  for (const auto& title : hidden) {
    EXPECT_FALSE(panel(title)->isVisible());
    for (auto* entry : static_cast<QToolButton*>(button("More panels"))->menu()->actions())
      if (entry->text() == title) {
        entry->trigger();
        break;
      }
    ticks(6);
    EXPECT_TRUE(panel(title)->isVisible()) << title.toStdString();
    EXPECT_FALSE(tabs_without_room().contains(title));
    EXPECT_FALSE(tabs_without_room().isEmpty()) << "another gave it its room";
  }
  window->resize(1600, 900);
  ticks(6);
  EXPECT_EQ(tabs_without_room(), QStringList());
  EXPECT_EQ(button("More panels"), nullptr);
}

/// A button's face is of one colour by the style sheet alone.
QColor face_of(QWidget& button) {
  return button.grab().toImage().pixelColor(button.width() / 2, 3);
}

TEST_F(WindowTest, DialogsWearTheThemeAlsoAfterASwitch) {
  open(true);
  QMessageBox question(QMessageBox::NoIcon, "Close", "Close?", QMessageBox::Ok, window.get());
  question.setDefaultButton(QMessageBox::NoButton);
  ReferenceWindow reference(window.get());
  reference.setAttribute(Qt::WA_DeleteOnClose, false);
  auto* search = reference.findChild<QLineEdit*>();
  auto* ok = question.button(QMessageBox::Ok);
  for (auto* dialog : std::initializer_list<QDialog*>{&reference, &question}) dialog->show();
  for (const auto theme : {Theme::kDark, Theme::kLight, Theme::kDark}) {
    apply_theme(*qApp, theme);
    ticks(6);
    EXPECT_EQ(face_of(*ok).name(), colours_of(theme).raised.name());
    EXPECT_EQ(face_of(*search).name(), colours_of(theme).window.name());
  }
}

}  // namespace
}  // namespace jitterscope::window_layout_test
