// Of a snapshot only what is wanted is made.
#include <gtest/gtest.h>

#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"
#include "tests/snapshot_fields/snapshot_fields.h"
#include "tests/unit/measures/tracks/delay_call.h"

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
    analyzer_.add(DemonstrationEntered{DemonstrationPhase::kBefore, {}, {"c"}, End::kLocal, at_ms(2)});
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
    case ViewKind::kConditions: return s.conditions->counters == 2;
    case ViewKind::kLog: return !s.marks.empty();
    case ViewKind::kDemonstration: return s.demonstration.has_value();
    default: return false;
  }
}

TEST(Views, WhatNobodyWantsIsNotMade) {
  CallAnalyzer analyzer = heard();
  const CallSnapshot s = analyzer.snapshot(at_ms(10'000), Interests());
  const StreamSnapshot& video = s.received(Medium::kVideo).figures;
  EXPECT_EQ(video.packets, 400) << "counts, rates and dots are always there";
  EXPECT_GT(video.packets_per_second, 35);
  EXPECT_GT(video.rate_series.size(), 5u);
  EXPECT_FALSE(video.last_packets.empty());
  for (const ViewKind view : kSnapshotViews) EXPECT_FALSE(shows(s, view)) << static_cast<int>(view);
  EXPECT_EQ(analyzer.views_made(), ViewCounts{});
}

TEST(Views, EachIsMadeForWhoWantsItAlone) {
  for (const ViewKind wanted : kSnapshotViews) {
    CallAnalyzer analyzer = heard();
    const CallSnapshot s = analyzer.snapshot(at_ms(10'000), {{wanted}});
    EXPECT_TRUE(s.made.wants(wanted));
    EXPECT_FALSE(s.made.covers(Interests::all()));
    for (const ViewKind other : kSnapshotViews) {
      EXPECT_EQ(shows(s, other), other == wanted) << static_cast<int>(wanted) << ' ' << static_cast<int>(other);
      EXPECT_EQ(analyzer.views_made()[static_cast<std::size_t>(other)] > 0, other == wanted);
    }
  }
}

std::int64_t made(const CallAnalyzer& analyzer, ViewKind view) {
  return analyzer.views_made()[static_cast<std::size_t>(view)];
}

TEST(Views, EachIsMadeAsOftenAsItIsWantedAndStandsUntilThen) {
  CallAnalyzer analyzer(at_ms(0));
  Call call(analyzer);
  const Interests wanted{{ViewKind::kFigures, Duration::ms(100)},
                         {ViewKind::kThreads, Duration::seconds(2)},
                         {ViewKind::kReported, Duration::seconds(4)},
                         {ViewKind::kQuality, Duration::seconds(4)}};
  std::shared_ptr<const CallSnapshot> before;
  for (std::int64_t s = 0; s < 8; ++s) {
    call.second(s);
    const auto now = analyzer.next_snapshot(at_ms(s * 1000 + 995), wanted);
    EXPECT_EQ(now->received(Medium::kVideo).figures.packets, (s + 1) * 40) << "counts are those of now";
    EXPECT_EQ(now->received(Medium::kVideo).figures.interarrival.n, (s + 1) * 40 - 1);
    EXPECT_EQ(now->threads.size(), 1u);
    ASSERT_TRUE(now->reported(Medium::kVideo).figures) << s;
    EXPECT_EQ(now->reported(Medium::kVideo).figures->packets, s < 4 ? 100 : 500) << "that of " << s / 4 * 4 << " s";
    before = now;
  }
  EXPECT_EQ(made(analyzer, ViewKind::kThreads), 4);
  EXPECT_EQ(made(analyzer, ViewKind::kReported), 2 * 4) << "of each medium, figures and quality";
  EXPECT_EQ(made(analyzer, ViewKind::kQuality), 2 * 2);
  EXPECT_EQ(made(analyzer, ViewKind::kFigures), 8 * 5) << "of four streams, and of the codec";
  EXPECT_EQ(made(analyzer, ViewKind::kMeasures), 0);
}

TEST(Views, OneThatIsWantedAgainIsMadeAtOnce) {
  CallAnalyzer analyzer = heard();
  const Interests threads{{ViewKind::kThreads, Duration::seconds(1)}, {ViewKind::kLog, Duration::ms(40)}},
      nobody{{ViewKind::kLog, Duration::ms(40)}};
  EXPECT_EQ(analyzer.next_snapshot(at_ms(10'000), threads)->threads.size(), 1u);
  EXPECT_TRUE(analyzer.next_snapshot(at_ms(10'040), nobody)->threads.empty());
  EXPECT_EQ(analyzer.next_snapshot(at_ms(10'080), threads)->threads.size(), 1u);
}

TEST(Views, APhaseOfADemonstrationIsShownWithTheFirstCountsAfterIt) {
  CallAnalyzer analyzer = heard();
  const Interests wanted{{ViewKind::kFigures, Duration::ms(40)}, {ViewKind::kDemonstration, Duration::ms(200)}};
  const auto enter = [&](DemonstrationPhase phase, std::int64_t ms) {
    analyzer.add(DemonstrationEntered{.phase = phase, .end = End::kLocal, .at = at_ms(ms)});
  };
  enter(DemonstrationPhase::kBefore, 10'000);
  EXPECT_EQ(analyzer.next_snapshot(at_ms(10'010), wanted)->demonstration->state, "before");
  enter(DemonstrationPhase::kSwitching, 10'040);
  EXPECT_EQ(analyzer.next_snapshot(at_ms(10'050), wanted)->demonstration->state, "switching");
  const auto made_then = made(analyzer, ViewKind::kDemonstration);
  analyzer.next_snapshot(at_ms(10'090), wanted);
  EXPECT_EQ(made(analyzer, ViewKind::kDemonstration), made_then) << "then again as often as it is wanted";
}

TEST(Views, OfAMediumOrAParticipantAlone) {
  CallAnalyzer analyzer = heard();
  const CallSnapshot s = analyzer.snapshot(
      at_ms(10'000), {{.view = ViewKind::kSplit, .medium = Medium::kVideo},
                      {.view = ViewKind::kMeasures, .of = ParticipantId{2}},
                      {.view = ViewKind::kCompensation, .of = kFirstRemote, .medium = Medium::kAudio}});
  EXPECT_TRUE(s.received(Medium::kVideo).split);
  EXPECT_FALSE(s.received(Medium::kAudio).split);
  EXPECT_FALSE(s.received(Medium::kVideo).measures || s.received(Medium::kAudio).measures) << "the first remote's";
  EXPECT_FALSE(s.received(Medium::kVideo).compensation);
  EXPECT_TRUE(s.received(Medium::kAudio).compensation);
}

TEST(Views, EachQueryHasItsAnswer) {
  CallAnalyzer analyzer = heard();
  AnalysisQuery all, two;
  all.window = MeasureWindow::kWhole;
  two.window = MeasureWindow::kSelection;
  two.selection_s = {2, 4};
  const Interests wanted{{.view = ViewKind::kMeasures, .query = all},
                         {.view = ViewKind::kMeasures, .query = two},
                         {.view = ViewKind::kMeasures, .query = all}};
  EXPECT_EQ(analyzer.snapshot(at_ms(10'000), wanted).received(Medium::kVideo).measures.of(two), nullptr)
      << "one after the other, as each takes a while";
  const CallSnapshot s = analyzer.snapshot(at_ms(10'200), wanted);
  const Answers<MeasuresView>& measures = s.received(Medium::kVideo).measures;
  ASSERT_TRUE(measures.of(all) && measures.of(two));
  EXPECT_EQ(measures.first(), measures.of(all));
  EXPECT_GT(measures.of(all)->interarrival.n, 2 * measures.of(two)->interarrival.n);
  EXPECT_EQ(measures.of(AnalysisQuery{}), nullptr);
  EXPECT_EQ(analyzer.snapshot(at_ms(10'300), wanted).received(Medium::kVideo).measures.of(two), measures.of(two));
}

TEST(Interests, SayWhatIsWantedAndHowOften) {
  const Interests wanted{{ViewKind::kSplit, Duration::ms(200)},
                         {.view = ViewKind::kSplit, .period = Duration::ms(40), .medium = Medium::kAudio},
                         {ViewKind::kSummary, Duration::ms(10)}};
  EXPECT_EQ(wanted.period(ViewKind::kSplit), Duration::ms(40));
  EXPECT_EQ(wanted.period(ViewKind::kSplit, kFirstRemote, Medium::kVideo), Duration::ms(200));
  EXPECT_EQ(wanted.period(ViewKind::kLog), std::nullopt);
  EXPECT_EQ(wanted.snapshot_period(), Duration::ms(40)) << "a summary is in none";
  EXPECT_EQ(Interests({{ViewKind::kSummary}}).snapshot_period(), std::nullopt);
  EXPECT_TRUE(wanted.covers({{.view = ViewKind::kSplit, .of = kFirstRemote, .medium = Medium::kVideo}}));
  EXPECT_FALSE(Interests({{.view = ViewKind::kSplit, .of = kFirstRemote}}).covers(wanted));
  EXPECT_TRUE(wanted.covers({}));
}

TEST(Views, WhatIsMadeLaterIsAsIfItHadBeenMadeAllAlong) {
  CallAnalyzer always(at_ms(0)), once(at_ms(0));
  Call one(always), other(once);
  for (std::int64_t s = 0; s < 10; ++s) {
    one.second(s);
    other.second(s);
    always.snapshot(at_ms((s + 1) * 1000));
    once.snapshot(at_ms((s + 1) * 1000), Interests());
  }
  const SnapshotFields a(always.snapshot(at_ms(11'500))), b(once.snapshot(at_ms(11'500)));
  EXPECT_GT(a.size(), 1000u);
  for (const std::string& difference : a.differences(b)) ADD_FAILURE() << difference;
}

}  // namespace
}  // namespace jitterscope::views_test
