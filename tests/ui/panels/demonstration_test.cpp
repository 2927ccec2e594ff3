// The demonstration of shaping in the window: begun, watched, stopped, compared.
#include <algorithm>

#include <QFileDialog>
#include <QRegularExpression>

#include "core/measures/views/demonstration_view.h"
#include "tests/ui/fakes/fake_conditions.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/controls/demonstration_strip.h"
#include "ui/demonstrations/pair_bars.h"
#include "ui/panels/demonstration_panel.h"
#include "ui/plots/packet_plot.h"
#include "ui/words/text.h"

namespace jitterscope::demonstration_test {
namespace {

class DemonstrationTest : public WindowFixture {
 protected:
  bool has_tab() {
    const auto tabs = window->open_tabs();
    return std::ranges::find(tabs, panel<DemonstrationPanel>()) != tabs.end();
  }
};
const QRegularExpression kNoNumber("[^0-9.]+");

TEST_F(DemonstrationTest, IsStartedWatchedAndStopped) {
  open();
  auto* strip = window->findChild<DemonstrationStrip*>();
  auto* front = window->front_tab();
  EXPECT_EQ(strip->words(), "");
  EXPECT_NE(window->open_tabs().back(), panel<DemonstrationPanel>());
  EXPECT_FALSE(action("Stop the demonstration")->isEnabled());
  QTest::keyClick(window->centralWidget(), Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(session.last<Demonstrate>(), nullptr) << "it asks first";
  EXPECT_TRUE(has(strip->words(), "Who loses more?"));
  press_space();
  ASSERT_NE(session.last<Demonstrate>(), nullptr);
  EXPECT_TRUE(session.last<Demonstrate>()->run);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("before"); });
  EXPECT_TRUE(has(strip->words(), "Strategy C is measured"));
  EXPECT_TRUE(strip->words().contains("19 s left"));
  EXPECT_FALSE(action("Shaping: strategy C")->isEnabled());
  named<QAbstractButton>("Stop the demonstration")->click();
  EXPECT_FALSE(session.last<Demonstrate>()->run);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("stopped"); });
  EXPECT_EQ(strip->words(), "");
  EXPECT_EQ(window->front_tab(), front) << "a stopped one does not push itself forward";
  EXPECT_TRUE(said("what it had set is no longer in force"));
}

TEST_F(DemonstrationTest, ALongAnswerIsReadWholeInASmallWindow) {
  open();
  auto* panel = this->panel<DemonstrationPanel>();
  window->resize(1280, 760);
  const QString all =
      "With C 5.19 % of the packets and 41.9 % of the frames were lost, with A 0.66 % and 3.94 %. A lost fewer packets "
      "and frames: the 95 % intervals lie apart. The bursts of whole frames overrun the short queue; spread packets "
      "find room in it. A frame takes 57.8 ms with A, 29.0 ms with C: the price of spreading it.";
  publish([&](CallSnapshot& now) {
    now.demonstration = make_demonstration("done");
    now.demonstration->sentence = all.toStdString();
  });
  window->show_panel(panel);
  ticks(12);
  EXPECT_EQ(panel->sentence(), all);
  QStringList parts;
  for (const auto* label : panel->findChildren<QLabel*>()) {
    if (label->text().isEmpty() || !label->isVisible() || !all.contains(label->text())) continue;
    parts << label->text();
    EXPECT_GE(label->height(), label->heightForWidth(label->width())) << label->text().toStdString();
  }
  EXPECT_EQ(parts.size(), 2) << "what answers the question is larger than the rest";
  EXPECT_EQ(parts.join(' '), all);
  auto* hand_out = button("Write a report to hand out");
  ASSERT_TRUE(hand_out);
  session.recording = {};
  ticks(12);
  EXPECT_FALSE(hand_out->isEnabled()) << "nothing is recorded";
  session.recording = {true, "/traces/call-1.jscope", 1000, true};
  ticks(12);
  hand_out->click();
  auto* dialog = window->findChild<QFileDialog*>();
  ASSERT_TRUE(dialog);
  dialog->close();
  panel->choose(DemonstrationPanel::Page::kFigures);
  ticks(2);
  EXPECT_EQ(panel->sentence(), all);
  EXPECT_FALSE(button("Write a report to hand out"));
}

TEST_F(DemonstrationTest, PausedItWaitsForSpaceOrTheNextStep) {
  open();
  auto* strip = window->findChild<DemonstrationStrip*>();
  EXPECT_EQ(button("Pause the demonstration"), nullptr);
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("before"); });
  EXPECT_EQ(button("Next step of the demonstration"), nullptr);
  EXPECT_EQ(button("Go on with the demonstration"), nullptr);
  button("Pause the demonstration")->click();
  ASSERT_TRUE(session.last<PaceDemonstration>());
  EXPECT_EQ(session.last<PaceDemonstration>()->pace, DemonstrationPace::kPause);
  EXPECT_EQ(button("Pause the demonstration"), nullptr);
  publish([](CallSnapshot& now) { now.demonstration->seconds_left = 25; });
  EXPECT_TRUE(has(strip->words(), "25 s left; waits at the end of this step"));
  publish([](CallSnapshot& now) { now.demonstration->seconds_left = 20; });  // the switch and the other half
  EXPECT_TRUE(has(strip->words(), "Waits for Next step or Go on"));
  EXPECT_EQ(QApplication::focusWidget(), button("Go on with the demonstration")) << "and not Stop";
  button("Next step of the demonstration")->click();
  EXPECT_EQ(session.last<PaceDemonstration>()->pace, DemonstrationPace::kStep);
  EXPECT_TRUE(strip->paused());
  EXPECT_EQ(button("Next step of the demonstration"), nullptr) << "this one is being left";
  publish([](CallSnapshot& now) { now.demonstration->state = "switching"; });
  EXPECT_EQ(button("Next step of the demonstration"), nullptr) << "nothing waits here";
  EXPECT_FALSE(strip->words().contains("aits")) << strip->words().toStdString();
  publish([](CallSnapshot& now) { now.demonstration->state = "after"; });
  EXPECT_NE(button("Next step of the demonstration"), nullptr);
  press_space();
  EXPECT_EQ(session.last<PaceDemonstration>()->pace, DemonstrationPace::kGoOn);
  EXPECT_NE(button("Pause the demonstration"), nullptr);
  EXPECT_EQ(session.count<PaceDemonstration>(), 3);
  button("Pause the demonstration")->click();
  publish([](CallSnapshot& now) { now.demonstration->state = "stopped"; });
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("before"); });
  EXPECT_NE(button("Pause the demonstration"), nullptr) << "the next one is not paused";
}

TEST_F(DemonstrationTest, StoppedInItsFirstHalfItsPanelGoesToo) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("switching"); });
  EXPECT_TRUE(has_tab());
  publish([](CallSnapshot& now) { now.demonstration->state = "stopped"; });
  EXPECT_FALSE(has_tab()) << "there is nothing to compare";
  EXPECT_TRUE(said("no longer in force.")) << "and nothing was measured";
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  publish([](CallSnapshot& now) { now.demonstration->state = "stopped"; });
  EXPECT_TRUE(has_tab()) << "what was measured can be compared";
  EXPECT_TRUE(said("stands in Demonstration"));
}

TEST_F(DemonstrationTest, StoppedInItsFirstHalfForAReasonItShowsThat) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("before"); });
  constexpr auto kWhy = "The remote’s reports do not come back: nothing can be compared.";
  publish([&](CallSnapshot& now) {
    now.demonstration = make_demonstration("stopped");
    now.demonstration->kind = DemonstrationKind::kRateControl;
    now.demonstration->sentence = kWhy;
    now.demonstration->after.reset();
  });
  auto* panel = this->panel<DemonstrationPanel>();
  EXPECT_TRUE(panel->isVisible());
  EXPECT_EQ(button("Write a report to hand out"), nullptr) << "it would say that there is nothing to compare";
  EXPECT_EQ(panel->sentence(), kWhy);
  EXPECT_TRUE(said("no longer in force"));
  window->set_layout(Layout::kAnalyst);
  ticks(12);
  EXPECT_TRUE(has_tab()) << "nor does it go with the layout";
}

TEST_F(DemonstrationTest, BothHalvesAreHeardAgain) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  EXPECT_EQ(button("Hear before"), nullptr) << "nothing was heard";
  session.heard = {{true, true}, "No loudspeaker is open"};
  ticks(6);
  ASSERT_NE(button("Hear before"), nullptr);
  EXPECT_FALSE(button("Hear before")->isEnabled());
  EXPECT_EQ(button("Hear after")->toolTip(), "No loudspeaker is open");
  session.heard.why_not.clear();
  ticks(6);
  button("Hear after")->click();
  button("Hear before")->click();
  EXPECT_EQ(session.halves_heard, (std::vector<std::size_t>{1, 0}));
  session.heard.kept[1] = false;
  ticks(6);
  EXPECT_TRUE(button("Hear before")->isEnabled());
  EXPECT_FALSE(button("Hear after")->isEnabled());
  publish([](CallSnapshot& now) { now.demonstration->kind = DemonstrationKind::kRateControl; });
  EXPECT_EQ(button("Hear before"), nullptr) << "the remote alone heard the difference";
  EXPECT_TRUE(labelled("only the remote hears it"));
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  EXPECT_FALSE(labelled("only the remote hears it"));
}

TEST_F(DemonstrationTest, OpensByItselfAndComparesInWords) {
  open();
  publish([](CallSnapshot& now) { now.demonstration = make_demonstration("done"); });
  auto* shown = panel<DemonstrationPanel>();
  EXPECT_EQ(window->front_tab(), shown);
  EXPECT_TRUE(shown->sentence().startsWith("With strategy A"));
  EXPECT_TRUE(shown->table().cell(0, 1).startsWith("7.11"));
  EXPECT_EQ(shown->table().cell(0, 3), "16.2 × lower");
  EXPECT_EQ(shown->table().cell(6, 0), "Frame delay, mean");
  EXPECT_EQ(shown->table().cell(6, 1).replace(QChar::Nbsp, ' '), "66.4 ms (63.3–69.8 ms)");
  EXPECT_EQ(shown->table().cell(6, 3), QString("22.5") + QChar(0x00A0) + "ms longer");
  for (int row = 0; row < shown->table().rowCount(); ++row)
    for (int column : {1, 2})
      EXPECT_EQ(shown->table().cell(row, column).section('(', 0, 0).split(kNoNumber, Qt::SkipEmptyParts).size(), 1)
          << shown->table().cell(row, 0).toStdString() << ": one number under one name";
  int rows = 0;
  for (const auto* plot : shown->findChildren<PacketPlot*>()) rows += plot->rows();
  EXPECT_EQ(rows, 4 * 12);
  const auto plots = shown->findChildren<PacketPlot*>();
  const auto arrivals =
      std::ranges::find_if(plots, [](const auto* plot) { return plot->title() == "Arrivals, strategy C"; });
  ASSERT_NE(arrivals, plots.end());
  EXPECT_EQ((*arrivals)->lost(), 12) << "the queue of 10 packets overran";
  EXPECT_EQ((*arrivals)->came(), 12 * 13 - 12);
  EXPECT_EQ((*arrivals)->beside().remove(QChar(0x202F)), "146 of 2052 lost");
  window->show_panel(panel("Packets"));
  publish([](CallSnapshot&) {});
  EXPECT_EQ(window->front_tab(), panel("Packets")) << "it opens once";
  ASSERT_EQ(shown->bars().pairs().size(), 4u);
  const BarPair& packets = shown->bars().pairs()[0];
  EXPECT_EQ(packets.name, "Packets lost");
  EXPECT_EQ(packets.before.words, "7.11 %");
  EXPECT_DOUBLE_EQ(share_of(packets, *packets.before.high), 1) << "the largest end fills the room";
  EXPECT_LT(share_of(packets, *packets.after.value), 0.2);
  const BarPair& taken = shown->bars().pairs()[2];
  EXPECT_DOUBLE_EQ(*taken.before.low, 66.4 - 3.1);
  EXPECT_FALSE(shown->bars().pairs()[3].before.low) << "the spacing of the sound is not known so well";
}

TEST(DemonstrationWords, AnIntervalIsInTheUnitOfItsValue) {
  const auto words = [](const QString& value, const std::optional<Interval95>& ms) {
    return with_interval(value, ms).replace(QChar::Nbsp, ' ').toStdString();
  };
  EXPECT_EQ(words(duration_text(2.71), Interval95{0.95, 3.4}), "2.71 ms (0.95–3.40 ms)");
  EXPECT_EQ(words(duration_text(0.18), Interval95{-0.01, 1.1}), "180 µs (0–1100 µs)");
  EXPECT_EQ(words(duration_text(0.18), {}), "180 µs");
  EXPECT_EQ(words(figure(-0.5, "ms"), Interval95{-0.8, -0.2}), "-0.50 ms (-0.80–-0.20 ms)") << "clocks may be off";
  EXPECT_EQ(words(kDash, Interval95{1, 2}), "–");
  EXPECT_EQ(unless_chance("2.00 × lower", Interval95{1, 2}, Interval95{1.9, 3}),
            "may be chance: the intervals overlap");
  EXPECT_EQ(unless_chance("2.00 × lower", Interval95{1, 2}, Interval95{2.1, 3}), "2.00 × lower");
  EXPECT_EQ(unless_chance("2.00 × lower", Interval95{1, 2}, {}), "2.00 × lower");
  EXPECT_EQ(unless_chance(ratio_words(2, 2), Interval95{1, 2}, Interval95{1.9, 3}), "about the same");
  EXPECT_EQ(unless_chance(ratio_words(0, 0), Interval95{0, 0}, Interval95{0, 0}), "0 in both");
  EXPECT_EQ(unless_chance("", Interval95{1, 2}, Interval95{1.9, 3}), "");
}

TEST(DemonstrationWords, OnlyWhatIsKnownAndToldApart) {
  EXPECT_EQ(ratio_words(std::nullopt, 1), "");
  EXPECT_EQ(ratio_words(0, 0), "0 in both");
  EXPECT_EQ(ratio_words(0.1, 0), "down to 0");
  EXPECT_EQ(ratio_words(0, 0.1), "up from 0");
  EXPECT_EQ(ratio_words(1, 2), "2.00 × higher");
  EXPECT_EQ(ratio_words(1, 1.01), "about the same");
  EXPECT_EQ(longer_words(50, 50.4), "about the same");
  EXPECT_EQ(longer_words(50, 20), QString("30.0") + QChar(0x00A0) + "ms shorter");
  auto view = make_demonstration("done");
  view.after->packet_loss.high = 0.06;
  auto now = make_snapshot(60);
  now.demonstration = view;
  ViewState state;
  DemonstrationPanel shown(state);
  shown.draw(std::make_shared<const CallSnapshot>(now));
  EXPECT_EQ(shown.table().cell(0, 3), "may be chance: the intervals overlap");
}

}  // namespace
}  // namespace jitterscope::demonstration_test
