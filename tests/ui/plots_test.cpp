// Plots and panels by themselves: what they draw of a snapshot.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QWheelEvent>

#include "core/measures/views/log_rows.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"
#include "tests/ui/fakes/fake_session.h"
#include "tests/ui/fakes/find.h"
#include "ui/panels/jitter_panel.h"
#include "ui/panels/packets_panel.h"
#include "ui/plots/scale_top.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope::plots_test {
namespace {

std::shared_ptr<const CallSnapshot> snapshot_at(double elapsed_s, int mine = 1, int theirs = 0) {
  return std::make_shared<const CallSnapshot>(make_snapshot(elapsed_s, mine, theirs));
}

TEST(Text, NumbersReadWithUnitsAndDashes) {
  EXPECT_EQ(figure(0.8712), "0.87");
  EXPECT_EQ(figure(18.44), "18.4");
  EXPECT_EQ(figure(0.0042), "0.004");
  EXPECT_EQ(figure(1234.6), "1235");
  EXPECT_EQ(figure(std::nullopt, "ms"), "–");
  EXPECT_EQ(axis_time(751.44), "12:31.4");
  EXPECT_EQ(elapsed_text(751), "00:12:31");
  EXPECT_EQ(bytes_text(12'400'000), "12.4 MB");
  EXPECT_EQ(percent(0.012), QString("1.20") + QChar(0x00A0) + "%");
}

TEST(Words, ClassesInTheWindowsWords) {
  EXPECT_EQ(class_words("realtime 20"), "real-time 20");
  EXPECT_EQ(class_words("nice -11"), "nice −11");
  ThreadRow thread;
  thread.effective = "RR 20 by rtkit";
  EXPECT_TRUE(class_granted(thread)) << "nothing was asked for";
  thread.requested = "realtime 20";
  EXPECT_TRUE(class_granted(thread));
  thread.effective = "default";
  EXPECT_FALSE(class_granted(thread));
}

TEST(ViewState, FollowsZoomsAndStaysInTheCall) {
  ViewState view;
  view.set_end(30);
  EXPECT_EQ(view.from(), 0);
  view.set_end(100);
  EXPECT_EQ(view.from(), 40);
  view.zoom(0.5, 70);
  EXPECT_DOUBLE_EQ(view.to(), 100) << "while following the right edge stays at the present";
  EXPECT_DOUBLE_EQ(view.from(), 70);
  view.pan(-500);
  EXPECT_FALSE(view.following());
  EXPECT_EQ(view.from(), 0);
  view.show(10, 20);
  view.zoom(0.5, 15);
  EXPECT_DOUBLE_EQ(view.from(), 12.5);
  EXPECT_DOUBLE_EQ(view.to(), 17.5);
  view.reset();
  EXPECT_TRUE(view.following());
  EXPECT_DOUBLE_EQ(view.to(), 100);
  view.pan(-30);
  view.set_end(0.2);
  EXPECT_TRUE(view.following()) << "a new call begins a new axis";
}

TEST(SlowRange, GrowsAtOnceAndShrinksSlowly) {
  SlowRange range(10);
  EXPECT_DOUBLE_EQ(range.update(100), 110);
  const double next = range.update(1);
  EXPECT_LT(next, 110);
  EXPECT_GT(next, 100);
  EXPECT_DOUBLE_EQ(range.update(1, false), next);
  for (int i = 0; i < 500; ++i) range.update(1);
  EXPECT_NEAR(range.update(1), 10, 4);
}

TEST(JitterPanel, ShowsOnlyTheVisiblePart) {
  ViewState view;
  view.set_end(300);
  JitterPanel panel(view);
  panel.draw(snapshot_at(300));
  const int minute = panel.interarrival().points_shown(0);
  EXPECT_NEAR(minute, 600, 3);  // 60 s, ten slots a second
  view.zoom(0.5, 300);
  panel.draw(snapshot_at(300));
  EXPECT_NEAR(panel.interarrival().points_shown(0), 300, 3);
}

TEST(JitterPanel, NewsAreDrawnOnceInEachPlot) {
  ViewState view;
  JitterPanel panel(view);
  panel.resize(600, 190);
  panel.show();
  for (int i = 0; i < 5; ++i) {  // until the layout has come to rest
    panel.draw(snapshot_at(100));
    QApplication::processEvents();
  }
  for (auto* plot : panel.findChildren<TimePlot*>()) {
    if (!plot->isVisible()) continue;
    const QSignalSpy drawn(plot, &QCustomPlot::afterReplot);
    panel.draw(snapshot_at(100.1));
    QApplication::processEvents();
    EXPECT_EQ(drawn.count(), 1) << plot->accessibleName().toStdString();
  }
}

TEST(JitterPanel, ThereComesFromThePeersSummaries) {
  ViewState view;
  view.set_end(60);
  JitterPanel panel(view);
  view.set_side(Side::kRemote);
  panel.draw(snapshot_at(60));
  EXPECT_TRUE(has(panel.reading(), "0.64"));
  auto alone = make_snapshot(60);
  alone.reported(Medium::kAudio).figures.reset();
  alone.reported(Medium::kVideo).figures.reset();
  panel.draw(std::make_shared<const CallSnapshot>(alone));
  EXPECT_TRUE(panel.empty_sentence().contains("No summary"));
}

TEST(PacketsPanel, RowsAreTheLastFramesAndHoldFreezesThem) {
  ViewState view;
  view.set_end(60);
  view.set_side(Side::kRemote);
  PacketsPanel panel(view);
  panel.draw(snapshot_at(60, 1, 0));
  EXPECT_EQ(panel.departures().rows(), 12);
  EXPECT_GT(panel.departures().largest_offset_ms(), 40) << "A spreads over the frame period";
  view.follow(false);
  panel.draw(snapshot_at(61, 0, 0));
  EXPECT_GT(panel.departures().largest_offset_ms(), 40);
  view.follow(true);
  panel.draw(snapshot_at(61, 0, 0));
  EXPECT_LT(panel.departures().largest_offset_ms(), 10);
}

TEST(PacketsPanel, WhatIsHeldGivesWayToASelectedTime) {
  ViewState view;
  view.set_end(60);
  view.set_side(Side::kRemote);
  PacketsPanel panel(view);
  panel.draw(snapshot_at(60, 1, 0));
  view.follow(false);
  auto now = make_snapshot(61, 0, 0);
  now.selected = SelectedStretch{*Stretch::of(10, 20), SelectedStretch::State::kShown, ""};
  panel.draw(std::make_shared<const CallSnapshot>(now));
  EXPECT_LT(panel.departures().largest_offset_ms(), 10) << "its own frames: " << panel.span().toStdString();
  EXPECT_FALSE(panel.reading().contains("strategy")) << "that is of now: " << panel.reading().toStdString();
}

TEST(PacketsPanel, BothPlotsAreOfOneStreamAndFollowTheSide) {
  ViewState view;
  view.set_end(60);
  PacketsPanel panel(view);
  auto now = make_snapshot(60, 1, 0);  // local A, remote C
  const auto draw = [&] { panel.draw(std::make_shared<const CallSnapshot>(now)); };
  draw();
  EXPECT_EQ(panel.departures().title(), "Departures, remote");
  EXPECT_EQ(panel.arrivals().title(), "Arrivals, local");
  EXPECT_LT(panel.departures().largest_offset_ms(), 10) << "the remote sends C";
  EXPECT_LT(panel.arrivals().largest_offset_ms(), 10);
  EXPECT_TRUE(has(panel.reading(), "strategy C"));
  view.set_side(Side::kRemote);
  draw();
  EXPECT_EQ(panel.departures().title(), "Departures, local");
  EXPECT_EQ(panel.arrivals().title(), "Arrivals, remote");
  EXPECT_GT(panel.departures().largest_offset_ms(), 40) << "local sending is A";
  EXPECT_GT(panel.arrivals().largest_offset_ms(), 40) << "as the remote received it";
  EXPECT_TRUE(panel.reading().contains("strategy A"));
  now.reported(Medium::kVideo).figures->last_packets.clear();
  draw();
  EXPECT_EQ(panel.arrivals().rows(), 0);
  EXPECT_TRUE(panel.arrivals().note().contains("has not told")) << "empty, and why";
  view.set_side(Side::kLocal);
  now.received(Medium::kVideo).figures.last_departures.clear();
  draw();
  EXPECT_TRUE(panel.departures().note().contains("clocks"));
  EXPECT_EQ(panel.arrivals().rows(), 12);
}

TEST(PacketsPanel, DeparturesAreOfTheFramesThatTheRemoteTellsOf) {
  ViewState view;
  PacketsPanel panel(view);
  view.set_side(Side::kRemote);
  auto now = make_snapshot(60);
  auto& sent = now.sent[Medium::kVideo];
  auto& told = now.reported(Medium::kVideo).figures->last_packets;
  sent.last_departures.clear();
  told.clear();
  for (std::int64_t frame = 900; frame < 1000; ++frame) {
    sent.last_departures.push_back({frame, 0, 0, 0});
    if (frame % 9 == 0) told.push_back({frame, 0, 0, 0});
  }
  panel.draw(std::make_shared<const CallSnapshot>(now));
  const QString csv = csv_of(panel);
  const auto rows_of = [&](const QString& title) { return csv.split('\n').filter(title).replaceInStrings(title, ""); };
  EXPECT_EQ(rows_of("Departures local").size(), 12);
  EXPECT_EQ(rows_of("Departures local"), rows_of("Arrivals remote"));
  sent.last_departures.erase(sent.last_departures.begin(), sent.last_departures.end() - 5);  // the way takes seconds
  told.pop_back();
  panel.draw(std::make_shared<const CallSnapshot>(now));
  EXPECT_EQ(panel.empty_sentence(), "");
  EXPECT_EQ(panel.departures().rows(), 0);
  EXPECT_TRUE(has(panel.departures().note(), "no longer kept"));
  EXPECT_GT(panel.arrivals().rows(), 0);
}

void show_empty(TimePlot& plot, QSize size) {
  plot.resize(size);
  plot.show();
  plot.draw({});
  QApplication::processEvents();
}

TEST(TimePlot, MouseMovesTheSharedAxis) {
  ViewState view;
  view.set_end(300);
  TimePlot plot(view, "Rate", "kbit/s", 1);
  show_empty(plot, {500, 150});
  const double from = view.from();
  QTest::mousePress(&plot, Qt::LeftButton, {}, {200, 60});
  QTest::mouseMove(&plot, {300, 60});
  QTest::mouseRelease(&plot, Qt::LeftButton, {}, {300, 60});
  EXPECT_LT(view.from(), from);
  EXPECT_FALSE(view.following());
  plot.draw({});
  QTest::mousePress(&plot, Qt::LeftButton, Qt::ShiftModifier, {200, 60});
  QTest::mouseMove(&plot, {300, 60});
  QTest::mouseRelease(&plot, Qt::LeftButton, Qt::ShiftModifier, {300, 60});
  ASSERT_TRUE(view.has_selection()) << "shift-drag selects";
  const auto [selected_from, selected_to] = view.query().selection_s;
  EXPECT_GE(selected_from, view.from());
  EXPECT_LE(selected_to, view.to());
  EXPECT_NEAR(selected_to - selected_from, 60 * 100.0 / plot.axisRect()->width(), 0.5) << "100 px of it";
  EXPECT_DOUBLE_EQ(view.to() - view.from(), 60) << "the axis stays";
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, {200, 60});
  EXPECT_TRUE(view.following());
  EXPECT_FALSE(view.has_selection());
  EXPECT_DOUBLE_EQ(view.to() - view.from(), 60);
}

TEST(TimePlot, ItsMenuSetsTheCursorsAndMeasuresBetweenThem) {
  ViewState view;
  view.set_end(100);
  TimePlot plot(view, "Delay", "ms", 10);
  show_empty(plot, {600, 200});
  const auto choose = [&plot](double share, int entry) {
    const auto area = plot.axisRect()->rect();
    const QPoint at(area.left() + static_cast<int>(share * area.width()), area.center().y());
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, plot.mapToGlobal(at));
    QApplication::sendEvent(&plot, &event);
    auto* menu = plot.findChildren<QMenu*>().last();
    auto* action = menu->actions()[entry];
    const bool can = action->isEnabled();
    if (can) action->trigger();
    delete menu;
    return can;
  };
  EXPECT_FALSE(choose(0.5, 2)) << "there are no cursors yet";
  choose(0.75, 0);
  choose(0.25, 1);
  ASSERT_TRUE(view.cursor(Cursor::kA) && view.cursor(Cursor::kB));
  EXPECT_GT(*view.cursor(Cursor::kA), *view.cursor(Cursor::kB));
  EXPECT_TRUE(choose(0.5, 2));
  EXPECT_EQ(view.query().selection_s, std::pair(*view.cursor(Cursor::kB), *view.cursor(Cursor::kA)));
}

TEST(TimePlot, WhatIsHeldKeepsItsScale) {
  ViewState view;
  view.set_end(300);
  TimePlot plot(view, "Test", "ms", 1);
  const int series = plot.add_series("high", Hue::kAudio);
  const auto draw = [&](double largest) {
    plot.set_envelope(series, {{250, 0, largest}, {290, 0, largest}});
    plot.draw({});
    return plot.yAxis->range().upper;
  };
  const double high = draw(100);
  EXPECT_LT(draw(10), high) << "followed: it comes down";
  view.follow(false);
  const double held = draw(10);
  for (int i = 0; i < 20; ++i) draw(10);
  EXPECT_DOUBLE_EQ(plot.yAxis->range().upper, held);
  EXPECT_GT(draw(200), held) << "nothing is cut off";
  view.pan(-5);
  EXPECT_LT(draw(10), held / 2) << "another time has its own";
  view.reset();
  draw(100);
  view.pan(-30);
  EXPECT_LT(draw(10), held / 2) << "also at one jump out of the present";
}

TEST(TimePlot, AfterAZoomTheAxisFollowsWhatIsSeen) {
  ViewState view;
  view.set_end(300);
  TimePlot plot(view, "Test", "ms", 1);
  const int series = plot.add_series("high", Hue::kAudio);
  std::vector<EnvelopeSlot> slots_seen;
  for (int at = 240; at <= 300; ++at) slots_seen.push_back({1.0 * at, 0, at < 285 ? 100.0 : 10.0});
  const auto top = [&] {
    plot.set_envelope(series, slots_seen);
    plot.draw({});
    return plot.yAxis->range().upper;
  };
  EXPECT_GT(top(), 100);
  view.zoom(1.0 / 6, 300);
  ASSERT_TRUE(view.following());
  EXPECT_LT(top(), 20) << "while it is followed";
  view.show(286, 299);
  EXPECT_LT(top(), 20) << "and when it is held";
  view.show(280, 299);
  EXPECT_GT(top(), 100);
}

/// A value of 2 each tenth of a second until `end_s`, but for `length_s` from `from_s` on, where it is `high`.
std::vector<SeriesPoint> with_spike(double end_s, double from_s, double length_s, double high) {
  std::vector<SeriesPoint> points;
  for (int i = 0; i * 0.1 < end_s; ++i) {
    const double at_s = i * 0.1;
    points.push_back({at_s, at_s >= from_s - 0.01 && at_s < from_s + length_s - 0.01 ? high : 2});
  }
  return points;
}

TEST(TimePlot, OneSpikeDoesNotFlattenTheRest) {
  ViewState view;
  TimePlot plot(view, "Jitter", "ms", 1);
  plot.resize(600, 120);
  const int series = plot.add_series("audio", Hue::kAudio);
  const auto top_of = [&](double end_s, const std::vector<SeriesPoint>& points) {
    view.set_end(end_s);
    plot.set_points(series, points);
    plot.draw({});
    return plot.yAxis->range().upper;
  };
  const double usual = top_of(60, with_spike(60, 100, 0, 0));
  EXPECT_NEAR(usual, 2.2, 0.5);
  EXPECT_DOUBLE_EQ(top_of(60, with_spike(60, 59.9, 0.1, 7500)), usual) << "as it comes";
  EXPECT_DOUBLE_EQ(top_of(62, with_spike(62, 59.9, 0.1, 7500)), usual);
  EXPECT_DOUBLE_EQ(top_of(64, with_spike(64, 59.9, 2, 7500)), usual) << "a few";
}

TEST(TimePlot, ASpikeIsMarkedWithItsValueAtTheEdge) {
  ViewState view;
  view.set_end(60);
  TimePlot plot(view, "Jitter", "ms", 1);
  plot.resize(600, 120);
  const int series = plot.add_series("audio", Hue::kAudio);
  auto points = with_spike(60, 30, 0.3, 7500);
  points[305].value = 900;  // beside it: no room for its words
  points[590].value = 812;  // at the right edge: its words are on the other side
  plot.show();
  plot.set_points(series, points);
  plot.draw({});
  QApplication::processEvents();
  EXPECT_EQ(plot.spike_words(), (QStringList{"▲ 7500", "812 ▲"}));
  plot.set_points(series, with_spike(60, 100, 0, 0));
  plot.draw({});
  QApplication::processEvents();
  EXPECT_TRUE(plot.spike_words().empty());
}

TEST(ScaleTop, KeepsAllThatIsNotFarAboveTheRest) {
  std::vector<EnvelopeSlot> entries;
  for (int i = 0; i < 100; ++i) entries.push_back({i * 0.1, 1, 10.0 + i % 3});
  EXPECT_EQ(scale_top(entries, 1, false), 12);
  entries[50].max = 20;
  entries[60].max = 400;
  EXPECT_EQ(scale_top(entries, 1, false), 20);
  entries[60].max = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(scale_top(entries, 1, false), 20);
  for (int i = 70; i < 76; ++i) entries[static_cast<std::size_t>(i)].max = 400;
  EXPECT_EQ(scale_top(entries, 1, false), 400) << "more than a twentieth";
  EXPECT_EQ(scale_top({{0, 1, 5}, {1, 1, 500}}, 1, false), 500) << "too few to know what is usual";
  EXPECT_EQ(scale_top({}, 1, false), 0);
}

TEST(ScaleTop, OfWhatIsMostlyNothingShowsAll) {
  std::vector<EnvelopeSlot> drops;
  for (int i = 0; i < 100; ++i) drops.push_back({1.0 * i, 0, i == 40 ? 50.0 : 0});
  EXPECT_EQ(scale_top(drops, 1, false), 50);
}

TEST(TimePlot, WhatLastsIsNoSpike) {
  ViewState view;
  TimePlot plot(view, "Jitter", "ms", 1);
  plot.resize(600, 120);
  const int series = plot.add_series("audio", Hue::kAudio);
  const auto top_of = [&](double end_s, const std::vector<SeriesPoint>& points) {
    view.set_end(end_s);
    plot.set_points(series, points);
    plot.draw({});
    return plot.yAxis->range().upper;
  };
  EXPECT_GT(top_of(60, with_spike(60, 58.5, 1.5, 500)), 500) << "it goes on";
  EXPECT_GT(top_of(60, with_spike(60, 20, 8, 500)), 500);
  EXPECT_GT(top_of(60, with_spike(60, 20, 0.2, 7)), 7) << "not far from the rest";
}

TEST(TimePlot, OnlyAWheelTurnedUpOrDownZooms) {
  ViewState view;
  view.set_end(300);
  TimePlot plot(view, "Rate", "kbit/s", 1);
  const auto turn = [&](QPoint by) {
    QWheelEvent wheel({200, 60}, {200, 60}, {}, by, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot, &wheel);
    return view.to() - view.from();
  };
  EXPECT_DOUBLE_EQ(turn({120, 0}), 60) << "sideways";
  EXPECT_LT(turn({0, 120}), 60);
}

TEST(ShadeItem, OfTwoBesideEachOtherNoColumnIsShadedTwice) {
  QCustomPlot plot;
  plot.xAxis->setRange(0, 7);  // so that edges lie within a pixel
  plot.yAxis->setRange(0, 1);
  plot.xAxis->grid()->setVisible(false);
  plot.yAxis->grid()->setVisible(false);
  for (int i = 1; i < 6; ++i) {
    auto* shade = new ShadeItem(&plot);
    shade->topLeft->setCoords(i, 0.9);
    shade->bottomRight->setCoords(i + 1, 0.1);
    shade->setBrush(QColor(255, 0, 0, 80));
  }
  const QImage image = plot.toPixmap(200, 100).toImage();
  const double row = plot.yAxis->coordToPixel(0.43);
  std::set<QRgb> colours;
  for (double x = plot.xAxis->coordToPixel(1) + 2; x < plot.xAxis->coordToPixel(6) - 2; ++x)
    colours.insert(image.pixel(static_cast<int>(x), static_cast<int>(row)));
  EXPECT_EQ(colours.size(), 1U);
}

}  // namespace
}  // namespace jitterscope::plots_test
