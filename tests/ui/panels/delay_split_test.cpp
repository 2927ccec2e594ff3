// The delay split in the window: what the bars are made of, what is said of what is not known, and the stack over time.
#include "tests/ui/fakes/fake_threads.h"
#include "tests/ui/fakes/window_fixture.h"
#include "ui/panels/delay_split_panel.h"
#include "ui/plots/split_bars.h"
#include "ui/words/text.h"

namespace jitterscope::delay_split_test {
namespace {

const QChar kSpace(0x00A0);

double sum_of(const std::vector<SplitSegment>& segments) {
  double sum = 0;
  for (const auto& segment : segments) sum += segment.ms.value_or(0);
  return sum;
}

class DelaySplitTest : public WindowFixture {
 protected:
  static const TimePlot* plot_of(const Panel& panel) {
    for (const auto* plot : panel.findChildren<TimePlot*>())
      if (plot->isVisible()) return plot;
    return nullptr;
  }
};

TEST(DelayWords, SmallTimesAreInMicroseconds) {
  EXPECT_EQ(duration_text(0.0241), QString("24.1") + kSpace + "µs");
  EXPECT_EQ(duration_text(0.9999), QString("1.00") + kSpace + "ms");
  EXPECT_EQ(duration_text(18.44), QString("18.4") + kSpace + "ms");
  EXPECT_EQ(duration_text(0), QString("0") + kSpace + "ms");
  EXPECT_EQ(duration_text(std::nullopt), kDash);
}

TEST(DelayWords, TheWayHasEveryPartAndSumsToTheWhole) {
  const auto video = make_split(Medium::kVideo, 60);
  const auto way = way_segments(Medium::kVideo, video);
  EXPECT_EQ(way.size(), kDelayParts);
  EXPECT_NEAR(sum_of(way), *video.whole->mean, 1e-9);
  EXPECT_EQ(way[6].name, "kernel to user");
  EXPECT_TRUE(way[6].tip.contains("operating system") && way[6].tip.contains("p95")) << way[6].tip.toStdString();
  EXPECT_EQ(way_segments(Medium::kAudio, make_split(Medium::kAudio, 60)).size(), 8) << "sound has no shaper or decoder";
}

TEST(DelayWords, SharesAreTheirPartsWithTheWaitsOfThreads) {
  const auto video = make_split(Medium::kVideo, 60);
  const auto shares = share_segments(video);
  ASSERT_EQ(shares.size(), 5);
  EXPECT_EQ(shares[0].name, "waiting");
  EXPECT_NEAR(*shares[0].ms, 0.21, 1e-9);
  EXPECT_NEAR(sum_of(shares), *video.os_ms + *video.network_ms, 1e-9);
}

TEST(DelayWords, SharesArePiecesOfTheFramesThatTheRemoteToldOf) {
  auto video = make_split(Medium::kVideo, 60);
  video.parts[static_cast<std::size_t>(DelayPart::kKernel)]->mean = 5;  // of all frames; those told of took less
  const auto shares = share_segments(video);
  EXPECT_NEAR(*shares[0].ms, 0.21, 1e-9);
  EXPECT_NEAR(sum_of(shares), *video.os_ms + *video.network_ms, 1e-9);
  EXPECT_EQ(*way_segments(Medium::kVideo, video)[6].ms, 5);
}

TEST(SplitBars, ANegativeLinkHasNoWidthAndTakesNoneFromItsNeighbours) {
  auto video = make_split(Medium::kVideo, 60);
  const auto tips_with_link_of = [&video](double ms) {
    video.parts[static_cast<std::size_t>(DelayPart::kLink)]->mean = ms;
    SplitBars bars;
    bars.resize(900, bars.sizeHint().height());
    bars.set_split(Medium::kVideo, &video);
    QStringList tips;
    for (int x = 0; x < bars.width(); ++x)
      for (const int y : {9, 30}) tips << bars.tip_at({x, y}).section('\n', 0, 0);
    return tips;
  };
  EXPECT_EQ(tips_with_link_of(-0.2), tips_with_link_of(0));
}

TEST(DelayWords, UnknownNeighboursAreOnePieceAndNotZero) {
  const auto view = make_unstamped_split(Medium::kVideo, 60);
  const auto way = way_segments(Medium::kVideo, view);
  ASSERT_EQ(way.size(), kDelayParts - 3);
  EXPECT_EQ(way[3].name, "socket, queue, link, kernel to user");
  EXPECT_FALSE(way[3].ms);
  EXPECT_EQ(share_segments(view).size(), 1);
  EXPECT_FALSE(whole_ms(Medium::kVideo, view));
  EXPECT_EQ(share_words(view.os_ms, view.os_share), "unknown");
}

TEST(DelayWords, TheReadingNamesTheWholeItsBoundAndBothOwners) {
  const auto words = split_reading(Medium::kVideo, make_split(Medium::kVideo, 60)).text;
  for (const auto* part : {"Video 74.2", "± 0.011", "operating system 263", "network 53"})
    EXPECT_TRUE(words.contains(part)) << part << " in " << words.toStdString();
}

TEST(DelayWords, NoDigitIsFinerThanTheClocksBound) {
  auto view = make_split(Medium::kVideo, 60);
  view.clock_bound_ms = 0.021;
  view.network_ms = 0.00162;
  view.parts[static_cast<std::size_t>(DelayPart::kLink)]->mean = 0.00123;
  EXPECT_TRUE(split_reading(Medium::kVideo, view).text.endsWith(QString("network 2") + kSpace + "µs"))
      << split_reading(Medium::kVideo, view).text.toStdString();
  SplitBars bars;
  bars.set_split(Medium::kVideo, &view);
  EXPECT_TRUE(has(bars.text(), QString("± 21") + kSpace + "µs clock"));
  EXPECT_TRUE(has(bars.text(), QString("network 2") + kSpace + "µs,"));
  EXPECT_TRUE(way_segments(Medium::kVideo, view)[5].tip.contains(QString("mean 1") + kSpace + "µs"));
  view.clock_bound_ms = 4.2;
  EXPECT_TRUE(split_reading(Medium::kVideo, view).text.startsWith(QString("Video 74.2") + kSpace + "ms ± 4.2"));
}

TEST_F(DelaySplitTest, BarsAndTheStackOverTimeSayTheSharesAndEveryPieceExplainsItself) {
  open();
  auto* split = show<DelaySplitPanel>();
  const auto words = split->bars().text();
  for (const auto* part : {"operating system 263", "83", "network 53", "17", "11"})
    EXPECT_TRUE(words.contains(part)) << part << " in " << words.toStdString();
  QStringList tips;
  for (int x = 0; x < split->bars().width(); ++x)
    for (const int y : {9, 30})
      if (const auto tip = split->bars().tip_at({x, y}).section('\n', 0, 0); !tip.isEmpty()) tips << tip;
  tips.removeDuplicates();
  for (const auto* part : {"capture (work)", "shaper (deliberate waiting)", "socket (operating system)",
                           "link (network)", "display (work)", "threads waiting for a processor (operating system)"})
    EXPECT_TRUE(tips.contains(part)) << part;
  EXPECT_EQ(split->unknown(), "");
  ASSERT_NE(plot_of(*split), nullptr);
  EXPECT_TRUE(plot_of(*split)->yAxis->label().contains("ms"));
  EXPECT_GT(plot_of(*split)->yAxis->range().upper, 70);
  button("Parts over time: OS and network")->click();
  ticks(2);
  EXPECT_TRUE(plot_of(*split)->yAxis->label().contains("µs"));
  EXPECT_GT(plot_of(*split)->yAxis->range().upper, 250);
  const QString csv = csv_of(*split);
  EXPECT_TRUE(csv.contains("video,kernel_to_user,operating system,0.041,"));
  EXPECT_TRUE(csv.contains("parts,video,all of it,network,0.0529,,,0.16"));
  EXPECT_TRUE(csv.contains(",waiting,")) << "what is visible over time";
}

TEST_F(DelaySplitTest, WhatIsNotKnownIsSaidWithItsReason) {
  open();
  auto* split = show<DelaySplitPanel>();
  publish([](CallSnapshot& now) {
    now.received(Medium::kVideo).split = make_unstamped_split(Medium::kVideo, now.elapsed_s);
    now.received(Medium::kAudio).split = make_unstamped_split(Medium::kAudio, now.elapsed_s);
  });
  EXPECT_TRUE(split->bars().text().contains("operating system unknown"));
  EXPECT_EQ(split->unknown().count("no stamps"), 1) << "a reason of both media is said once";
  publish([](CallSnapshot& now) {
    now.received(Medium::kAudio).split.reset(), now.received(Medium::kVideo).split.reset();
  });
  EXPECT_TRUE(split->empty_sentence().contains("Nothing has been received"));
}

TEST(TimePlot, ALayersValueIsItsThickness) {
  ViewState view;
  view.set_end(60);
  TimePlot plot(view, "Delay", "ms", 5);
  plot.add_layer("lower", [] { return QColor(Qt::red); });
  plot.add_layer("upper", [] { return QColor(Qt::green); });
  plot.set_envelope(0, {{10, 0, 3}});
  plot.set_envelope(1, {{10, 3, 7}});
  const QString csv = csv_of(plot);
  EXPECT_TRUE(has(csv, "10,Delay,lower,3,3"));
  EXPECT_TRUE(has(csv, "10,Delay,upper,4,4"));
}

}  // namespace
}  // namespace jitterscope::delay_split_test
