// Of a snapshot only what is wanted is made.
#include <gtest/gtest.h>

#include "core/measures/tracks/call_analyzer.h"

namespace jitterscope::views_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000'000);

CallAnalyzer heard() {
  CallAnalyzer analyzer(kBegan);
  for (int i = 0; i < 500; ++i) {
    PacketArrived e;
    e.medium = Medium::kAudio;
    e.ssrc = 1;
    e.sequence = i;
    e.rtp_timestamp = i * 160;
    e.frame = i;
    e.size = 172;
    e.received = kBegan + Duration::ms(20) * i;
    analyzer.add(e);
  }
  analyzer.add(Marker{ShortText<64>("a"), kBegan + Duration::seconds(5)});
  return analyzer;
}

TEST(Views, WhatNobodyWantsIsNotMade) {
  CallAnalyzer analyzer = heard();
  const CallSnapshot s = analyzer.snapshot(kBegan + Duration::seconds(10), {});
  const ReceivedView& audio = s.received(Medium::kAudio);
  EXPECT_EQ(audio.figures.packets, 500) << "counts are always there";
  EXPECT_GT(audio.figures.packets_per_second, 40);
  EXPECT_FALSE(audio.figures.last_packets.empty());
  EXPECT_EQ(audio.figures.interarrival.n, 0);
  EXPECT_TRUE(audio.figures.interarrival_series.empty());
  EXPECT_FALSE(audio.measures || audio.compensation || audio.playout || audio.quality || audio.split);
  EXPECT_TRUE(s.marks.empty());
  EXPECT_EQ(analyzer.views_made(), ViewCounts{});
}

TEST(Views, EachIsMadeForWhoWantsItAlone) {
  for (std::size_t i = 0; i < kViews; ++i) {
    CallAnalyzer analyzer = heard();
    const auto view = static_cast<ViewKind>(i);
    const CallSnapshot s = analyzer.snapshot(kBegan + Duration::seconds(10), {view});
    EXPECT_TRUE(s.made.contains(view));
    EXPECT_FALSE(s.made.contains(ViewSet::all()));
    const ReceivedView& audio = s.received(Medium::kAudio);
    EXPECT_EQ(audio.figures.interarrival.n > 0, view == ViewKind::kFigures) << i;
    EXPECT_EQ(audio.measures != nullptr, view == ViewKind::kMeasures) << i;
    EXPECT_EQ(audio.compensation != nullptr, view == ViewKind::kCompensation) << i;
    EXPECT_EQ(audio.quality.has_value(), view == ViewKind::kQuality) << i;
    EXPECT_EQ(!s.marks.empty(), view == ViewKind::kLog) << i;
    for (std::size_t other = 0; other < kViews; ++other) EXPECT_EQ(analyzer.views_made()[other], other == i) << i;
  }
}

TEST(Views, WhatIsMadeLaterIsAsIfItHadBeenMadeAllAlong) {
  CallAnalyzer always = heard(), once = heard();
  for (int s = 1; s < 10; ++s) {
    always.snapshot(kBegan + Duration::seconds(s));
    once.snapshot(kBegan + Duration::seconds(s), {});
  }
  const auto a = always.snapshot(kBegan + Duration::seconds(11)), b = once.snapshot(kBegan + Duration::seconds(11));
  EXPECT_EQ(a.received(Medium::kAudio).figures.interarrival.p95, b.received(Medium::kAudio).figures.interarrival.p95);
  EXPECT_EQ(a.received(Medium::kAudio).measures->interarrival.n, b.received(Medium::kAudio).measures->interarrival.n);
  EXPECT_EQ(a.received(Medium::kAudio).figures.rate_series.size(),
            b.received(Medium::kAudio).figures.rate_series.size());
}

}  // namespace
}  // namespace jitterscope::views_test
