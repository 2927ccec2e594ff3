// Of a snapshot only what is wanted is made.
#include <gtest/gtest.h>

#include "core/measures/tracks/call_analyzer.h"
#include "tests/unit/measures/tracks/delay_call.h"
#include "tests/unit/measures/tracks/snapshot_fields.h"

namespace jitterscope::views_test {
namespace {

using delay_call::at_ms;

/// Something for every view: a call of ten seconds, as its analyzer hears it second by second.
class Call {
 public:
  explicit Call(CallAnalyzer& analyzer) : analyzer_(analyzer) {}

  void second(std::int64_t s) {
    if (s == 0) begin();
    for (std::int64_t i = s * 10; i < (s + 1) * 10; ++i) {
      frame(delay_call::video(at_ms(i * 100), i, i));
      frame(delay_call::audio(at_ms(i * 100 + 50), i));
    }
    const Timestamp now = at_ms(s * 1000 + 990);
    for (const Medium medium : kMedia) {
      PeerSummary summary;
      summary.medium = medium;
      summary.packets = summary.expected = 100 * (s + 1);
      summary.at = now;
      analyzer_.add(summary);
    }
    ThreadStatus status;
    status.role = ThreadRole::kAudioSend;
    status.tid = 7;
    status.at = now;
    analyzer_.add(status);
    RateDecided rate;
    rate.controller = ShortText<24>("two-stream");
    rate.target_kbps = 500;
    rate.at = now;
    analyzer_.add(rate);
    LoadReport load;
    load.counters = 2;
    load.at = now;
    analyzer_.add(load);
  }

 private:
  void begin() {
    analyzer_.add(delay_call::same_clock());
    SettingChanged change;
    change.name = ShortText<32>(kDemonstrationSetting);
    change.value = ShortText<160>("before c");
    change.at = at_ms(2);
    analyzer_.add(change);
    analyzer_.add(Marker{ShortText<64>("a"), at_ms(3)});
  }
  void frame(const delay_call::Events& events) {
    for (const Event& event : events.receiver) analyzer_.add(event);
    for (const Event& event : events.sender) analyzer_.add(event);
  }
  CallAnalyzer& analyzer_;
};

CallAnalyzer heard() {
  CallAnalyzer analyzer(at_ms(0));
  Call call(analyzer);
  for (std::int64_t s = 0; s < 10; ++s) call.second(s);
  return analyzer;
}

/// What tells that a view is there.
bool shows(const CallSnapshot& s, ViewKind view) {
  const ReceivedView& video = s.received(Medium::kVideo);
  switch (view) {
    case ViewKind::kFigures: return video.figures.interarrival.n > 0;
    case ViewKind::kSplit: return video.split.has_value();
    case ViewKind::kMeasures: return video.measures != nullptr;
    case ViewKind::kCompensation: return video.compensation != nullptr;
    case ViewKind::kPlayout: return s.received(Medium::kAudio).playout.has_value();
    case ViewKind::kQuality: return video.quality.has_value();
    case ViewKind::kReported: return s.reported(Medium::kVideo).figures.has_value();
    case ViewKind::kThreads: return !s.threads.empty();
    case ViewKind::kRate: return s.rate_sent != nullptr;
    case ViewKind::kConditions: return s.conditions.counters == 2;
    case ViewKind::kLog: return !s.marks.empty();
    case ViewKind::kDemonstration: return s.demonstration.has_value();
  }
  return false;
}

TEST(Views, WhatNobodyWantsIsNotMade) {
  CallAnalyzer analyzer = heard();
  const CallSnapshot s = analyzer.snapshot(at_ms(10'000), {});
  const StreamSnapshot& video = s.received(Medium::kVideo).figures;
  EXPECT_EQ(video.packets, 400) << "counts, rates and dots are always there";
  EXPECT_GT(video.packets_per_second, 35);
  EXPECT_GT(video.rate_series.size(), 5u);
  EXPECT_FALSE(video.last_packets.empty());
  for (std::size_t i = 0; i < kViews; ++i) EXPECT_FALSE(shows(s, static_cast<ViewKind>(i))) << i;
  EXPECT_EQ(analyzer.views_made(), ViewCounts{});
}

TEST(Views, EachIsMadeForWhoWantsItAlone) {
  for (std::size_t i = 0; i < kViews; ++i) {
    CallAnalyzer analyzer = heard();
    const auto wanted = static_cast<ViewKind>(i);
    const CallSnapshot s = analyzer.snapshot(at_ms(10'000), {wanted});
    EXPECT_TRUE(s.made.contains(wanted));
    EXPECT_FALSE(s.made.contains(ViewSet::all()));
    for (std::size_t other = 0; other < kViews; ++other) {
      EXPECT_EQ(shows(s, static_cast<ViewKind>(other)), other == i) << i << ' ' << other;
      EXPECT_EQ(analyzer.views_made()[other] > 0, other == i) << i << ' ' << other;
    }
  }
}

TEST(Views, WhatIsMadeLaterIsAsIfItHadBeenMadeAllAlong) {
  CallAnalyzer always(at_ms(0)), once(at_ms(0));
  Call one(always), other(once);
  for (std::int64_t s = 0; s < 10; ++s) {
    one.second(s);
    other.second(s);
    always.snapshot(at_ms((s + 1) * 1000));
    once.snapshot(at_ms((s + 1) * 1000), {});
  }
  const SnapshotFields a(always.snapshot(at_ms(11'500))), b(once.snapshot(at_ms(11'500)));
  EXPECT_GT(a.size(), 1000u);
  for (const std::string& difference : a.differences(b)) ADD_FAILURE() << difference;
}

}  // namespace
}  // namespace jitterscope::views_test
