// What this program itself had no room for is not the network's loss: in a window as in a trace.
#include <gmock/gmock.h>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "core/record/open/opened_call.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::own_drops_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr Timestamp kBegan = Timestamp::ns(9'000'000'000);

Timestamp at_ms(std::int64_t ms) {
  return kBegan + Duration::ms(ms);
}

/// Sound of 20 s, of which nothing is noted from 5.0 to 5.6 s.
std::vector<Event> sound_with_a_hole(std::optional<RingDropped> dropped) {
  std::vector<Event> events;
  for (std::int64_t number = 0; number < 1000; ++number) {
    if (number == 281 && dropped) events.push_back(*dropped);
    if (number >= 250 && number < 280) continue;
    PacketArrived packet = trace_test::arrived(Medium::kAudio, 7, number, at_ms(20 * number), 172);
    packet.rtp_timestamp = number * 160;
    events.push_back(packet);
    AudioBlockDone block;
    block.ssrc = 7;
    block.sequence = number;
    block.outcome = PlayoutOutcome::kPlayed;
    block.playout = at_ms(20 * number + 60);
    events.push_back(block);
  }
  return events;
}

RingDropped dropped_by(const char* ring) {
  return {ShortText<24>(ring), 60, at_ms(5620)};
}

StreamReport report_of(const std::vector<Event>& events, const AnalysisOptions& options = {}) {
  const trace_test::TemporaryFolder folder;
  const AnalysisReport report = analyze(trace_test::analysed(folder, events), options);
  return report.streams.empty() ? StreamReport{} : report.streams.front();
}

TEST(OwnDrops, OfATraceAreNoLossAndLeaveNoVerdict) {
  const StreamReport lost = report_of(sound_with_a_hole({}));
  EXPECT_EQ(lost.lost, 30);
  EXPECT_THAT(lost.notes, Not(Contains(HasSubstr("this program"))));
  const StreamReport dropped = report_of(sound_with_a_hole(dropped_by("audio-receive events")));
  EXPECT_EQ(dropped.packets, 970);
  EXPECT_FALSE(dropped.lost || dropped.loss_ratio || dropped.gaps_per_second || dropped.loss_bursts);
  EXPECT_FALSE(dropped.quality.jitter_ms) << "it would be that of what was noted";
  EXPECT_FALSE(dropped.quality.loss_ratio || dropped.quality.units_due || dropped.quality.burst_ratio);
  ASSERT_TRUE(dropped.audio);
  EXPECT_FALSE(dropped.audio->error);
  EXPECT_TRUE(dropped.interarrival.n > 0);
  EXPECT_THAT(dropped.notes, Contains(HasSubstr("60 of its own notes")));
}

TEST(OwnDrops, OfAnotherThreadAreNone) {
  EXPECT_EQ(report_of(sound_with_a_hole(dropped_by("video-receive events"))).lost, 30);
  EXPECT_EQ(report_of(sound_with_a_hole(dropped_by("encoded frames"))).lost, 30);
}

TEST(OwnDrops, ConcernTheirOwnSpanAlone) {
  const auto events = sound_with_a_hole(dropped_by("audio-receive events"));
  const auto lost = [&](double from_s, double to_s) {
    AnalysisOptions options;
    options.from_s = from_s, options.to_s = to_s;
    return report_of(events, options).lost;
  };
  EXPECT_EQ(lost(8, 15), 0);
  EXPECT_EQ(lost(0, 4), 0);
  EXPECT_FALSE(lost(4, 8));
}

TEST(OwnDrops, LeaveAWindowWithoutLossAndVerdictForAsLongAsItShowsThem) {
  CallAnalyzer analyzer(kBegan);
  for (const Event& event : sound_with_a_hole(dropped_by("audio-receive events"))) {
    analyzer.add(event);
    if (const auto* packet = get_if<PacketArrived>(&event); packet && packet->sequence == 600) {
      const auto seen = analyzer.snapshot(packet->received).received(Medium::kAudio);
      EXPECT_FALSE(seen.quality->now.loss_ratio || seen.quality->now.jitter_ms);
      EXPECT_FALSE(seen.figures.recent_loss_ratio);
    }
  }
  const auto seen = analyzer.snapshot(at_ms(20'000)).received(Medium::kAudio);
  EXPECT_TRUE(seen.quality->now.loss_ratio) << "its last ten seconds";
  EXPECT_FALSE(seen.figures.loss_ratio) << "of the whole call";
}

TEST(OwnDrops, OfAStretchAreThoseOfItsTime) {
  const trace_test::TemporaryFolder folder;
  trace_test::record(folder / "call.jscope", sound_with_a_hole(dropped_by("audio-receive events")));
  const auto loss_in = [&](double from_s, double to_s) {
    std::string error;
    auto call = open_stretch(folder / "call.jscope", *Stretch::of(from_s, to_s), {}, error);
    EXPECT_TRUE(call) << error;
    const CallSnapshot seen = call->snapshot({});
    const ReceivedView& sound = seen.received(Medium::kAudio);
    EXPECT_EQ(sound.figures.loss_ratio.has_value(), sound.quality->now.loss_ratio.has_value());
    return sound.figures.loss_ratio;
  };
  EXPECT_FALSE(loss_in(4, 8));
  EXPECT_FALSE(loss_in(4, 5.5)) << "they were told just after it";
  EXPECT_EQ(loss_in(8, 15), 0) << "they came before it";
  EXPECT_EQ(loss_in(0, 4), 0);
}

/// A recording that begins later says how many there were until then.
TEST(OwnDrops, OfBeforeARecordingAreNotItsOwn) {
  RingDropped before = dropped_by("audio-receive events");
  before.at = at_ms(200);
  std::vector<Event> events = sound_with_a_hole({});
  events.insert(events.begin(), before);
  EXPECT_EQ(report_of(events).lost, 30);
}

/// Another participant, say, of whom nothing had come when they were told.
TEST(OwnDrops, ThatAreToldOnceMoreConcernNoNewStream) {
  CallAnalyzer analyzer(kBegan);
  analyzer.add(dropped_by("audio-receive events"));
  for (const Event& event : sound_with_a_hole({})) analyzer.add(event);
  RingDropped again = dropped_by("audio-receive events");
  again.at = at_ms(19'000);
  analyzer.add(again);
  EXPECT_TRUE(analyzer.snapshot(at_ms(20'000)).received(Medium::kAudio).quality->now.loss_ratio);
}

}  // namespace
}  // namespace jitterscope::own_drops_test
