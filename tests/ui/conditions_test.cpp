// Link, loads, clock and demonstration in the window: what the controls send, what the panels say, and that it fits.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTemporaryDir>

#include "tests/ui/fake_conditions.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/link_words.h"
#include "ui/panels/clock_words.h"
#include "ui/panels/condition_columns.h"
#include "ui/panels/conditions_panel.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/plots/packet_plot.h"
#include "ui/plots/time_plot.h"

namespace jitterscope {
namespace {

class ConditionsTest : public WindowFixture {
 protected:
  void SetUp() override { forget_link("Classroom"); }
  std::string sent_link() {
    const auto* link = session.last<SetLink>();
    return link ? link->link.to_string() : "nothing";
  }
};

TEST_F(ConditionsTest, QuantitiesSetTheLinkOnceAfterEditing) {
  open();
  EXPECT_EQ(field("Rate")->value(), 2000);
  EXPECT_EQ(field("Queue limit")->value(), 20);
  field("Rate")->setValue(1000);
  field("Queue limit")->setValue(10);
  field("Delay")->setValue(5);
  field("Loss")->setValue(1);
  EXPECT_EQ(session.count<SetLink>(), 0) << "waits for a moment";
  settle();
  EXPECT_EQ(session.count<SetLink>(), 1);
  EXPECT_EQ(sent_link(), "rate=1mbit,limit=10,delay=5ms,loss=1%");
  EXPECT_EQ(named<QLineEdit>("Link in words")->text(), "rate=1mbit,limit=10,delay=5ms,loss=1%");
  ticks(12);
  EXPECT_EQ(field("Rate")->value(), 1000) << "does not jump back before the session answers";
}

TEST_F(ConditionsTest, ADirectionIsSetForItself) {
  open();
  named<QAbstractButton>("Direction of the link: up")->click();
  field("Delay")->setValue(50);
  settle();
  ASSERT_NE(session.last<SetLink>(), nullptr);
  EXPECT_EQ(session.last<SetLink>()->link.up.delay, Duration::ms(50));
  EXPECT_EQ(session.last<SetLink>()->link.down.delay, Duration::ms(20));
  named<QAbstractButton>("Direction of the link: down")->click();
  EXPECT_EQ(field("Delay")->value(), 20);
  named<QAbstractButton>("Direction of the link: both")->click();
  EXPECT_TRUE(named<QLineEdit>("Link in words")->text().startsWith("up:"));
}

TEST_F(ConditionsTest, NoLimitsAreSaidAndSet) {
  open();
  field("Rate")->setValue(0);
  field("Queue limit")->setValue(field("Queue limit")->minimum());
  EXPECT_EQ(field("Rate")->text(), "unlimited");
  EXPECT_EQ(field("Queue limit")->text(), "unlimited");
  settle();
  EXPECT_EQ(sent_link(), "delay=20ms,loss=0.1%");
}

TEST_F(ConditionsTest, WordsAreReadOrTheirFaultSaid) {
  open();
  auto* words = named<QLineEdit>("Link in words");
  words->setFocus();
  words->selectAll();
  QTest::keyClicks(words, "rate=5mbit,limt=3");
  QTest::keyClick(words, Qt::Key_Return);
  settle();
  EXPECT_EQ(session.count<SetLink>(), 0);
  const auto fault = [&] {
    for (const auto* label : window->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains("limt=3")) return label->text();
    return QString();
  };
  EXPECT_TRUE(fault().contains("unknown word")) << fault().toStdString();
  EXPECT_EQ(words->text(), "rate=5mbit,limt=3") << "what was typed stays to be mended";
  words->selectAll();
  QTest::keyClicks(words, "rate=5mbit,gemodel=1%/10%/70%/0");
  QTest::keyClick(words, Qt::Key_Return);
  settle();
  EXPECT_TRUE(fault().isEmpty());
  ASSERT_NE(session.last<SetLink>(), nullptr);
  EXPECT_TRUE(session.last<SetLink>()->link.down.gilbert_elliott.has_value());
}

TEST_F(ConditionsTest, PresetsFromListAndMenu) {
  open();
  auto* preset = named<QComboBox>("Link");
  EXPECT_EQ(preset->currentIndex(), -1) << "an edited link is no preset";
  EXPECT_EQ(preset->placeholderText(), "Own …");
  emit preset->activated(1);
  settle();
  EXPECT_EQ(preset->currentIndex(), 1);
  std::string never;
  EXPECT_EQ(session.last<SetLink>()->link, *LinkSettings::parse("dial-up", never));
  action("Link: Geostationary satellite")->trigger();
  settle();
  EXPECT_EQ(session.last<SetLink>()->link, *LinkSettings::parse("satellite", never));
  action("Link: none")->trigger();
  settle();
  EXPECT_TRUE(session.last<SetLink>()->link.off());
  EXPECT_EQ(preset->currentIndex(), 0);
}

TEST_F(ConditionsTest, APersonsLinkIsKeptByNameAndForgotten) {
  open();
  named<QAbstractButton>("Save this link by a name")->click();
  auto* name = named<QLineEdit>("Name of the link to save");
  ASSERT_TRUE(name->isVisible());
  QTest::keyClicks(name, "Classroom");
  QTest::keyClick(name, Qt::Key_Return);
  EXPECT_FALSE(name->isVisible());
  EXPECT_EQ(named<QComboBox>("Link")->currentText(), "Classroom");
  EXPECT_EQ(saved_links().value("Classroom").toStdString(), session.set.link.to_string());
  EXPECT_EQ(link_words(session.set.link), "Classroom");
  ASSERT_NE(action("Link: Classroom"), nullptr);
  named<QAbstractButton>("Forget “Classroom”")->click();
  EXPECT_FALSE(saved_links().contains("Classroom"));
  EXPECT_EQ(action("Link: Classroom"), nullptr);
  EXPECT_EQ(named<QComboBox>("Link")->currentIndex(), -1);
}

TEST_F(ConditionsTest, LoadsSendTheirCommands) {
  open();
  field("Background")->setValue(500);
  field("Burst")->setValue(8);
  named<QAbstractButton>("Background spacing: constant")->click();
  field("Counter processes")->setValue(4);
  field("Video applications")->setValue(1);
  settle();
  ASSERT_EQ(session.count<SetBackground>(), 1);
  EXPECT_EQ(session.last<SetBackground>()->background.to_string(), "500,burst=8,constant");
  ASSERT_EQ(session.count<SetCpuLoad>(), 1);
  EXPECT_EQ(session.last<SetCpuLoad>()->counters, 4);
  ASSERT_EQ(session.count<SetVideoLoad>(), 1);
  EXPECT_EQ(session.last<SetVideoLoad>()->applications, 1);
}

TEST_F(ConditionsTest, KeysForCountersAndForEverythingOff) {
  open();
  QTest::keyClick(window->centralWidget(), Qt::Key_BracketRight);
  settle();
  ASSERT_NE(session.last<SetCpuLoad>(), nullptr);
  EXPECT_EQ(session.last<SetCpuLoad>()->counters, 3);
  QTest::keyClick(window->centralWidget(), Qt::Key_0, Qt::ControlModifier);
  settle();
  EXPECT_EQ(session.last<SetCpuLoad>()->counters, 0);
  EXPECT_EQ(session.last<SetBackground>()->background.kilobytes_per_second, 0);
  EXPECT_TRUE(session.last<SetLink>()->link.off());
}

TEST_F(ConditionsTest, PollingShowsWhatOthersSetAndSendsNothing) {
  open();
  std::string never;
  session.set.link = *LinkSettings::parse("3g", never);
  session.set.background = *BackgroundSetting::parse("200,burst=3,constant", never);
  session.set.cpu_load = 6;
  session.set.video_load = 2;
  ticks(12);
  settle();
  EXPECT_EQ(field("Rate")->value(), 1000);
  EXPECT_EQ(named<QComboBox>("Link")->currentText(), "3G mobile, 1 Mb/s");
  EXPECT_EQ(field("Background")->value(), 200);
  EXPECT_EQ(field("Burst")->text(), "3 packets");
  EXPECT_EQ(field("Counter processes")->value(), 6);
  EXPECT_EQ(field("Video applications")->value(), 2);
  EXPECT_TRUE(session.sent.empty());
  EXPECT_TRUE(status().contains("link 3G mobile")) << status().toStdString();
}

TEST_F(ConditionsTest, PanelReadsQueueDropsLoadAndClock) {
  open();
  auto* conditions = panel<ConditionsPanel>();
  window->findChild<QTabWidget*>()->setCurrentWidget(conditions);
  ticks(2);
  EXPECT_TRUE(conditions->reading().contains("of 20 packets")) << conditions->reading().toStdString();
  EXPECT_TRUE(conditions->reading().contains("dropped (queue full)"));
  const auto figures = conditions->figures();
  for (const auto* words : {"12 of 20 waiting", "queue full 1", "random loss", "relay adds 38.4", "2 counters",
                            "no video applications", "59.4", "±0.42", "skew 12.4", "offset 3700.", "exchanges"})
    EXPECT_TRUE(figures.contains(words)) << words << " in " << figures.toStdString();
}

TEST_F(ConditionsTest, PanelSaysSoWithoutALinkAndWhenTheRelayIsOverloaded) {
  open();
  auto* conditions = panel<ConditionsPanel>();
  window->findChild<QTabWidget*>()->setCurrentWidget(conditions);
  const auto says = [&](const QString& words) {
    for (const auto* label : conditions->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  };
  ticks(2);
  EXPECT_FALSE(says("cannot keep up"));
  publish([](CallSnapshot& now) { now.conditions.up->overloaded = true; });
  EXPECT_TRUE(says("cannot keep up"));
  EXPECT_TRUE(status().contains("▲ relay overloaded"));
  publish([](CallSnapshot& now) {
    now.conditions.up.reset();
    now.conditions.down.reset();
  });
  EXPECT_TRUE(says("No link is emulated"));
  EXPECT_FALSE(says("cannot keep up"));
}

TEST_F(ConditionsTest, LimitIsDrawnUnlessItIsOutOfReach) {
  ViewState view;
  view.set_end(60);
  TimePlot plot(view, "Queue", "packets", 5);
  plot.resize(400, 150);
  plot.add_series("up", Hue::kNetwork);
  const auto limit_seen = [&] {
    QApplication::processEvents();
    int seen = 0;
    for (int i = 0; i < plot.itemCount(); ++i)
      if (const auto* label = qobject_cast<QCPItemText*>(plot.item(i))) seen += label->visible();
    return seen == 1;
  };
  plot.show();
  plot.set_envelope(0, {{10, 0, 6}, {20, 2, 8}});
  plot.set_limits({{20, "limit 20"}});
  plot.draw();
  EXPECT_TRUE(limit_seen());
  EXPECT_GT(plot.yAxis->range().upper, 20);
  plot.set_limits({{1000, "limit 1000"}});
  for (int i = 0; i < 200; ++i) plot.draw();
  EXPECT_FALSE(limit_seen());
  EXPECT_LT(plot.yAxis->range().upper, 30) << "the data are not flattened";
}

TEST_F(ConditionsTest, OffsetAxisFollowsTheBand) {
  open();
  auto* conditions = panel<ConditionsPanel>();
  window->findChild<QTabWidget*>()->setCurrentWidget(conditions);
  named<QAbstractButton>("Conditions shown: load and clock")->click();
  ticks(3);
  TimePlot* offset = nullptr;
  for (auto* plot : conditions->findChildren<TimePlot*>())
    if (plot->accessibleName().startsWith("Offset")) offset = plot;
  ASSERT_NE(offset, nullptr);
  EXPECT_EQ(offset->accessibleName(), "Offset −3700");
  EXPECT_LT(offset->yAxis->range().upper, 3) << "3.7 s are no reason for an axis of 3.7 s";
  EXPECT_LT(offset->yAxis->range().lower, -0.2) << "the band is seen whole";
}

TEST(ClockWords, BoundIsSaidWhereItMatters) {
  ConditionsView conditions;
  SampleFigures delay;
  delay.p50 = 3.1;
  delay.p95 = 4.1;
  EXPECT_EQ(clock_words(conditions), "–");
  EXPECT_EQ(clock_phrase(conditions), "clock –");
  EXPECT_FALSE(delay_bound_ms(conditions));
  conditions.clock = ClockView{};
  EXPECT_EQ(clock_words(conditions), "not synchronised yet");
  conditions.clock->synchronised = true;
  conditions.clock->source = "exchanges";
  conditions.clock->bound_ms = 0.5;
  EXPECT_EQ(bound_warning(conditions, {&delay}), "");
  conditions.clock->bound_ms = 1.2;
  EXPECT_EQ(bound_warning(conditions, {&delay}),
            QString("clock ±1.20") + QChar(0x00A0) + "ms is larger than the differences shown");
  delay.p95.reset();
  EXPECT_EQ(bound_warning(conditions, {&delay}), "");
  conditions.clock->source = "same clock";
  EXPECT_FALSE(delay_bound_ms(conditions));
  EXPECT_EQ(clock_phrase(conditions), "same clock");
}

TEST(ClockWords, BandTakesTheBoundOfItsTime) {
  ClockView clock;
  clock.bound_series = {{1, 2}, {5, 0.5}};
  const auto wide = widened({{0.5, 3, 4}, {2, 3, 4}, {6, 3, 4}}, clock);
  EXPECT_EQ(wide[0].min, 1);
  EXPECT_EQ(wide[1].max, 6);
  EXPECT_EQ(wide[2].min, 2.5);
  EXPECT_EQ(wide[2].max, 4.5);
}

TEST_F(ConditionsTest, DelaysSayWhenTheClockIsTooRough) {
  open();
  const auto reading = [&](const QString& title) {
    for (auto* found : window->findChildren<Panel*>())
      if (found->title() == title) {
        window->findChild<QTabWidget*>()->setCurrentWidget(found);
        ticks(2);
        return found->reading();
      }
    return QString();
  };
  for (const auto* title : {"Delay", "Figures"}) EXPECT_FALSE(reading(title).contains("larger than")) << title;
  publish([](CallSnapshot& now) { now.conditions.clock->bound_ms = 2; });
  for (const auto* title : {"Delay", "Figures"}) EXPECT_TRUE(reading(title).contains("larger than")) << title;
  publish([](CallSnapshot& now) { now.conditions.clock->source = "same clock"; });
  for (const auto* title : {"Delay", "Figures"}) EXPECT_FALSE(reading(title).contains("larger than")) << title;
}

TEST(LinkColumnWords, PercentileOfTheQueueAndReasonsOfDrops) {
  LinkView link;
  EXPECT_FALSE(queue_p95(link));
  EXPECT_EQ(drop_words(link, true), "nothing dropped");
  for (int i = 0; i < 100; ++i) link.queue_series.push_back({90 + i * 0.1, 0, static_cast<double>(i)});
  link.queue_series.insert(link.queue_series.begin(), {10, 0, 5000});
  EXPECT_EQ(queue_p95(link), 94) << "what is older than 10 s does not count";
  link.offered = 1000;
  link.dropped_queue = 29;
  link.dropped_random = 2;
  const QChar space(0x00A0);
  EXPECT_EQ(drop_words(link, false), QString("3.10") + space + "% dropped (queue full)");
  EXPECT_EQ(drop_words(link, true), QString("3.10") + space + "% dropped: queue full 29, random loss 2");
}

TEST_F(ConditionsTest, DemonstrationIsStartedWatchedAndStopped) {
  open();
  auto* strip = window->findChild<DemonstrationStrip*>();
  auto* tabs = window->findChild<QTabWidget*>();
  const int last = tabs->count() - 1;
  EXPECT_EQ(strip->words(), "");
  EXPECT_FALSE(tabs->isTabVisible(last));
  EXPECT_FALSE(action("Stop the demonstration")->isEnabled());
  QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
  ASSERT_NE(session.last<Demonstrate>(), nullptr);
  EXPECT_TRUE(session.last<Demonstrate>()->run);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("before"); });
  EXPECT_TRUE(strip->words().contains("Strategy C is measured")) << strip->words().toStdString();
  EXPECT_TRUE(strip->words().contains("19 s left"));
  EXPECT_FALSE(action("Shaping: strategy C")->isEnabled());
  named<QAbstractButton>("Stop the demonstration")->click();
  EXPECT_FALSE(session.last<Demonstrate>()->run);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("stopped"); });
  EXPECT_EQ(strip->words(), "");
  EXPECT_EQ(tabs->currentIndex(), 0) << "a stopped one does not push itself forward";
}

TEST_F(ConditionsTest, DemonstrationOpensByItselfAndComparesInWords) {
  open();
  auto* tabs = window->findChild<QTabWidget*>();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  auto* shown = panel<DemonstrationPanel>();
  EXPECT_EQ(tabs->currentWidget(), shown);
  EXPECT_TRUE(shown->sentence().startsWith("With strategy A"));
  EXPECT_TRUE(shown->table().cell(0, 1).startsWith("7.11"));
  EXPECT_EQ(shown->table().cell(0, 3), "16.2 × lower");
  EXPECT_EQ(shown->table().cell(5, 3), QString("22.5") + QChar(0x00A0) + "ms longer");
  int rows = 0;
  for (const auto* plot : shown->findChildren<PacketPlot*>()) rows += plot->rows();
  EXPECT_EQ(rows, 4 * 12);
  tabs->setCurrentIndex(0);
  publish([](CallSnapshot&) {});
  EXPECT_EQ(tabs->currentIndex(), 0) << "it opens once";
  QTemporaryDir folder;
  EXPECT_TRUE(shown->export_to(folder.filePath("shaping.png")));
  EXPECT_TRUE(shown->export_to(folder.filePath("shaping.csv")));
}

TEST(DemonstrationWords, OnlyWhatIsKnownAndToldApart) {
  EXPECT_EQ(ratio_words(std::nullopt, 1), "");
  EXPECT_EQ(ratio_words(0, 0), "none in either");
  EXPECT_EQ(ratio_words(0.1, 0), "none left");
  EXPECT_EQ(ratio_words(0, 0.1), "higher");
  EXPECT_EQ(ratio_words(1, 2), "2.00 × higher");
  EXPECT_EQ(ratio_words(1, 1.01), "about the same");
  EXPECT_EQ(longer_words(50, 50.4), "about the same");
  EXPECT_EQ(longer_words(50, 20), QString("30.0") + QChar(0x00A0) + "ms shorter");
  auto view = make_demonstration("done");
  view.after->packet_loss_high = 0.06;
  auto now = make_snapshot(60);
  now.demonstration = view;
  ViewState state;
  DemonstrationPanel shown(state);
  shown.draw(std::make_shared<const CallSnapshot>(now));
  EXPECT_EQ(shown.table().cell(0, 3), "not told apart");
}

TEST_F(ConditionsTest, EveryTabFitsTheWindowInBothThemes) {
  for (const auto theme : {Theme::kDark, Theme::kLight})
    for (const auto size : {QSize(1280, 800), QSize(1024, 700)}) {
      apply_theme(*qApp, theme);
      open(size);
      publish([](CallSnapshot& now) {
        now.demonstration = make_demonstration("done");
        now.conditions.up->overloaded = true;
      });
      auto* tabs = window->findChild<QTabWidget*>();
      for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        ticks(3);
        EXPECT_EQ(window->size(), size) << tabs->tabText(tab).toStdString();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // of texts set by the last tick
        for (const auto* label : window->findChildren<QLabel*>())
          if (label->isVisible() && !label->wordWrap()) {
            EXPECT_LE(label->sizeHint().width(), label->width())
                << label->text().toStdString() << " at " << size.width() << " in " << tabs->tabText(tab).toStdString();
          }
        for (const auto* plot : window->findChildren<TimePlot*>())
          if (plot->isVisible()) {
            EXPECT_LE(QFontMetrics(small_font()).size(0, plot->yAxis->label()).width(), plot->height())
                << plot->yAxis->label().toStdString();
          }
      }
      EXPECT_LE(tabs->tabBar()->tabRect(tabs->count() - 1).right(), tabs->width()) << size.width();
      const auto& table = panel<DemonstrationPanel>()->table();
      EXPECT_EQ(table.whole_rows_shown(), table.rowCount());
    }
  apply_theme(*qApp, Theme::kDark);
}

}  // namespace
}  // namespace jitterscope
