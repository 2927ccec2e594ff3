// The latency of the quality space: from each unit's own capture to painting or loudspeaker, over the same units as the
// whole of the delay split, live and in a finished stream.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/measures/definitions/delay_splitter.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/report/report_json.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/tracks/endpoint/sender_times_track.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "tests/unit/measures/changed_packets.h"
#include "tests/unit/measures/tracks/delay_call.h"

namespace jitterscope::latency_test {
namespace {

using delay_call::Way;

Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1'000'000'000) + Duration::ms(ms);
}

/// What a call of a medium at 20 units a second is told and notes.
struct Call {
  Medium medium = Medium::kVideo;
  Way way = {};
  bool tells = true, synchronised = true;
  std::optional<Duration> speaker = {};
  std::function<void(int, std::vector<Event>&)> change = [](int, auto&) {};
  double bound_ms = 0.1;

  /// `take` gets the receiver's events, in order, and those that the sender tells a second later.
  template <typename Take>
  void hold(Take take) const {
    SenderTimesTrack sender;
    ClockSynced clock = delay_call::same_clock(bound_ms);
    clock.synchronised = synchronised;
    take(Event(clock));
    for (int i = 0; i < 400; ++i) {
      auto events = medium == Medium::kVideo ? delay_call::video(at_ms(50 * i), i, i, way)
                                             : delay_call::audio(at_ms(50 * i), i, way);
      for (Event& event : events.receiver)
        if (auto* block = get_if<AudioBlockDone>(&event)) {
          block->handed = block->playout + Duration::ms(10);
          block->speaker = speaker;
        }
      change(i, events.receiver);
      for (const Event& event : events.receiver) take(event);
      delay_call::feed(sender, events.sender);
      if (i % 20 != 19 || !tells) continue;
      for (SenderTimes& times : sender.take(64)) {
        times.at = at_ms(50 * i + 60);
        take(Event(times));
      }
    }
  }
  CallSnapshot live() const {
    CallAnalyzer analyzer(at_ms(0));
    hold([&](const Event& event) { analyzer.add(event); });
    return analyzer.snapshot(at_ms(20'000));
  }
  std::vector<DelaySplit> splits() const {
    DelaySplitter splitter(medium);
    hold([&](const Event& event) { delay_call::feed(splitter, {event}); });
    splitter.finish();
    std::vector<DelaySplit> all;
    while (auto split = splitter.next()) all.push_back(*split);
    return all;
  }
};

/// Audio is sent as a stream in these: its blocks follow each other by 21.375 ms of timestamps, so 50 ms apart their
/// length is still told.
Call audio_call(std::optional<Duration> speaker) {
  Call call{Medium::kAudio, delay_call::audio_way()};
  call.speaker = speaker;
  return call;
}

TEST(Latency, OfAPictureIsFromItsCaptureToItsPainting) {
  const CallSnapshot now = Call{}.live();
  ASSERT_TRUE(now.received(Medium::kVideo).quality && now.received(Medium::kVideo).split &&
              now.received(Medium::kVideo).split->whole);
  const QualityPoint& point = now.received(Medium::kVideo).quality->now;
  EXPECT_NEAR(point.latency_ms.value_or(0), Way{}.until(DelayPart::kDisplay).ms(), 1e-6);
  EXPECT_NEAR(point.latency_ms.value_or(0), now.received(Medium::kVideo).split->whole->mean.value_or(-1), 1e-6);
  EXPECT_EQ(point.ends_at, LatencyEnd::kPainting);
  EXPECT_NEAR(point.network_latency_ms.value_or(0), 0.74, 1e-6) << "socket, queue, link and kernel to user";
  EXPECT_GT(point.latency_units, 150);
  ASSERT_FALSE(now.received(Medium::kVideo).quality->trail.empty());
  EXPECT_NEAR(now.received(Medium::kVideo).quality->trail.back().point.latency_ms.value_or(0),
              Way{}.until(DelayPart::kDisplay).ms(), 1e-6);
}

TEST(Latency, GrowsByWhatShapingHoldsBack) {
  Call shaped, at_once;
  at_once.way.us[static_cast<std::size_t>(DelayPart::kShaper)] = 400;
  const auto latency = [](const Call& call) {
    return call.live().received(Medium::kVideo).quality->now.latency_ms.value_or(0);
  };
  EXPECT_NEAR(latency(shaped) - latency(at_once), 39.6, 1e-6);
}

TEST(Latency, OfSoundEndsAtTheLoudspeaker) {
  const CallSnapshot now = audio_call(Duration::ms(31)).live();
  ASSERT_TRUE(now.received(Medium::kAudio).quality && now.received(Medium::kAudio).split &&
              now.received(Medium::kAudio).split->whole);
  const double heard = delay_call::audio_way().until(DelayPart::kPlayout).ms() + 10 + 31;
  EXPECT_NEAR(now.received(Medium::kAudio).quality->now.latency_ms.value_or(0), heard, 1e-6);
  EXPECT_EQ(now.received(Medium::kAudio).quality->now.ends_at, LatencyEnd::kLoudspeaker);
  EXPECT_NEAR(now.received(Medium::kAudio).split->whole->mean.value_or(0), heard, 1e-6);
  EXPECT_EQ(now.received(Medium::kAudio).split->last, DelayPart::kDisplay);
  const auto& display = now.received(Medium::kAudio).split->parts[static_cast<std::size_t>(DelayPart::kDisplay)];
  EXPECT_NEAR(display ? display->mean.value_or(0) : 0, 31, 1e-6);
}

TEST(Latency, TheVoiceIsRatedByItAndByTheBlocksThatWereNotPlayed) {
  Call call = audio_call(Duration::ms(31));
  call.change = [](int i, std::vector<Event>& events) {
    for (Event& event : events)
      if (auto* block = get_if<AudioBlockDone>(&event); block && i % 20 < 2)
        block->outcome = PlayoutOutcome::kLate, block->handed.reset(), block->speaker.reset();
  };
  const CallSnapshot now = call.live();
  ASSERT_TRUE(now.received(Medium::kAudio).quality && now.received(Medium::kAudio).quality->voice &&
              now.received(Medium::kAudio).quality->now.burst_ratio);
  const VoiceQuality& voice = *now.received(Medium::kAudio).quality->voice;
  EXPECT_NEAR(voice.ta_ms, delay_call::audio_way().until(DelayPart::kPlayout).ms() + 10 + 31, 1e-6);
  EXPECT_NEAR(voice.ppl_percent, 10, 0.5) << "two of twenty blocks";
  EXPECT_DOUBLE_EQ(voice.ppl_percent, 100 * now.received(Medium::kAudio).quality->now.loss_ratio.value_or(-1));
  EXPECT_NEAR(voice.burst_r, 1.8, 0.1) << "runs of two, of a share of a tenth; the 10 s may begin within one";
  EXPECT_DOUBLE_EQ(voice.burst_r, *now.received(Medium::kAudio).quality->now.burst_ratio);
  EXPECT_EQ(voice, voice_quality(voice.ta_ms, voice.ppl_percent / 100, voice.burst_r));
}

TEST(Latency, OfSoundWithoutASpeakerEndsWhereItIsHandedOver) {
  const CallSnapshot now = audio_call(std::nullopt).live();
  ASSERT_TRUE(now.received(Medium::kAudio).quality);
  EXPECT_NEAR(now.received(Medium::kAudio).quality->now.latency_ms.value_or(0),
              delay_call::audio_way().until(DelayPart::kPlayout).ms() + 10, 1e-6);
  EXPECT_EQ(now.received(Medium::kAudio).quality->now.ends_at, LatencyEnd::kHandOver);
}

TEST(Latency, IsUnknownWhereAPartIs) {
  Call mute, apart, unplayed;
  mute.tells = false;
  apart.synchronised = false;
  unplayed.change = [](int, std::vector<Event>& events) {
    events.pop_back();
    events.push_back(
        FramePlayed{delay_call::kSsrc, get<FrameDecoded>(events.back()).frame, PlayoutOutcome::kLate, {}, {}});
  };
  const auto point = [](const Call& call) { return call.live().received(Medium::kVideo).quality->now; };
  EXPECT_FALSE(point(mute).latency_ms);
  EXPECT_EQ(point(mute).no_latency, NoLatency::kNoSenderTimes);
  EXPECT_TRUE(point(mute).network_latency_ms);
  EXPECT_FALSE(point(apart).latency_ms);
  EXPECT_EQ(point(apart).no_latency, NoLatency::kClocks);
  EXPECT_FALSE(point(unplayed).latency_ms);
  EXPECT_EQ(point(unplayed).no_latency, NoLatency::kNothingPlayed);
}

/// The window was covered but for a moment: one picture of many was painted, long after it was handed over.
Call covered_window() {
  Call call;
  call.change = [](int i, std::vector<Event>& events) {
    if (i != 300) return events.pop_back();
    get<FrameShown>(events.back()).shown += Duration::ms(1052);
  };
  return call;
}

/// The screen is slower than the pictures: each is replaced before it is painted, but for every fifth.
Call slow_screen() {
  Call call;
  call.change = [](int i, std::vector<Event>& events) {
    if (i % 5 != 0) events.pop_back();
  };
  return call;
}

TEST(DelaySplitUnits, OnAScreenThatPaintsAFifthTheyArePaintedOnes) {
  const auto report = delay_split_report(slow_screen().splits());
  ASSERT_TRUE(report && report->whole);
  EXPECT_EQ(report->ends_at, LatencyEnd::kPainting);
  EXPECT_NEAR(report->whole->mean, delay_call::Way{}.until(DelayPart::kDisplay).ms(), 1e-6);
  const auto now = slow_screen().live();
  EXPECT_EQ(now.received(Medium::kVideo).quality->now.ends_at, LatencyEnd::kPainting);
  for (const QualityMoment& moment : now.received(Medium::kVideo).quality->trail)
    if (moment.point.ends_at) { EXPECT_EQ(moment.point.ends_at, LatencyEnd::kPainting) << moment.at_s; }
  const DelaySplitView& view = *now.received(Medium::kVideo).split;
  EXPECT_EQ(view.last, DelayPart::kDisplay);
  EXPECT_NEAR(*view.whole->mean, delay_call::Way{}.until(DelayPart::kDisplay).ms(), 1e-6);
  for (const auto& moment : view.series)
    EXPECT_TRUE(moment.parts[static_cast<std::size_t>(DelayPart::kDisplay)]) << moment.at_s;
  EXPECT_EQ(view.unknown, "");
}

TEST(DelaySplitUnits, PartsAreOfTheUnitsOfTheWhole) {
  const auto report = delay_split_report(covered_window().splits());
  ASSERT_TRUE(report && report->whole);
  EXPECT_EQ(report->ends_at, LatencyEnd::kHandOver);
  EXPECT_FALSE(report->parts[static_cast<std::size_t>(DelayPart::kDisplay)]) << "display 1060 ms in a whole of 79 ms";
  double sum = 0;
  for (const auto& part : report->parts) {
    if (!part) continue;
    sum += part->mean;
    EXPECT_EQ(part->n, report->whole->n);
  }
  EXPECT_NEAR(sum, report->whole->mean, 1e-6);
}

TEST(DelaySplitUnits, SeveralPicturesWerePainted) {
  Call call;
  call.change = [](int i, std::vector<Event>& events) {
    if (i % 100 > 1) events.pop_back();
  };
  const auto view = call.live().received(Medium::kVideo).split;
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->unknown.starts_with("Only 4 of ")) << view->unknown;
  EXPECT_NE(view->unknown.find(" pictures of the last 10 s were painted"), std::string::npos) << view->unknown;
}

TEST(DelaySplitUnits, LiveToo) {
  const auto view = covered_window().live().received(Medium::kVideo).split;
  ASSERT_TRUE(view && view->whole);
  EXPECT_EQ(view->last, DelayPart::kPlayout);
  EXPECT_FALSE(view->parts[static_cast<std::size_t>(DelayPart::kDisplay)]);
  EXPECT_TRUE(view->unknown.starts_with("Only 1 of ")) << view->unknown;
  EXPECT_NE(view->unknown.find(" pictures of the last 10 s was painted: the whole ends where they are handed over."),
            std::string::npos)
      << view->unknown;
  double sum = 0;
  for (const auto& part : view->parts) sum += part ? part->mean.value_or(0) : 0;
  EXPECT_NEAR(sum, view->whole->mean.value_or(0), 1e-6);
  for (const auto& moment : view->series)
    EXPECT_FALSE(moment.parts[static_cast<std::size_t>(DelayPart::kDisplay)]) << moment.at_s;
}

TEST(DelayView, ShowsTheLastTenSecondsAndASeries) {
  const CallSnapshot s = Call{}.live();
  EXPECT_FALSE(s.received(Medium::kAudio).split);
  ASSERT_TRUE(s.received(Medium::kVideo).split);
  const DelaySplitView& view = *s.received(Medium::kVideo).split;
  for (std::size_t i = 0; i < kDelayParts; ++i) {
    ASSERT_TRUE(view.parts[i]) << kDelayPartWords[i];
    EXPECT_NEAR(*view.parts[i]->p50, static_cast<double>(Way{}.us[i]) / 1e3, 1e-9) << kDelayPartWords[i];
  }
  EXPECT_GT(view.whole->n, 150);
  EXPECT_LE(view.whole->n, 200);
  EXPECT_NEAR(*view.whole->mean, Way{}.until(DelayPart::kDisplay).ms(), 1e-9);
  EXPECT_EQ(view.last, DelayPart::kDisplay);
  EXPECT_EQ(view.clock_bound_ms, 0.1);
  EXPECT_NEAR(*view.os_ms, 0.277, 1e-9);
  EXPECT_NEAR(*view.network_ms, 0.703, 1e-9);
  EXPECT_NEAR(*view.waiting_ms, 0.24, 1e-9);
  EXPECT_NEAR(*view.kernel_ms, 0.025, 1e-9);
  EXPECT_NEAR(*view.os_share + *view.network_share, 1, 1e-12);
  EXPECT_TRUE(view.unknown.empty()) << view.unknown;
  ASSERT_GE(view.series.size(), 18u);
  EXPECT_DOUBLE_EQ(view.series[3].at_s, 3.5);
  EXPECT_NEAR(*view.series[3].parts[5], 0.7, 1e-9);
  EXPECT_NEAR(*view.series[3].waiting, 0.24, 1e-9);
  EXPECT_NEAR(*view.series[3].os_share, 0.277 / 0.98, 1e-9);
}

TEST(DelayView, PastMomentsKeepTheirSharesWhenTheClockIsLost) {
  CallAnalyzer analyzer(at_ms(0));
  Call{}.hold([&](const Event& event) { analyzer.add(event); });
  ClockSynced lost;
  lost.at = at_ms(20'000);
  analyzer.add(lost);
  const auto view = analyzer.snapshot(at_ms(20'000)).received(Medium::kVideo).split;
  ASSERT_TRUE(view && view->series.size() > 2);
  EXPECT_FALSE(view->os_share);
  EXPECT_NEAR(view->series[1].os_share.value_or(0), 0.277 / 0.98, 1e-9);
}

TEST(DelayView, SaysWhyPartsAreUnknown) {
  Call mute, unshown, wide, widest;
  mute.tells = false;
  unshown.change = [](int, std::vector<Event>& events) { events.pop_back(); };
  wide.bound_ms = 2;
  widest.bound_ms = 150;
  for (const auto& [call, words] : {std::pair(&mute, "does not tell of its side"),
                                    {&unshown, "No picture of the last 10 s was painted"},
                                    {&wide, "too wide for shares"},
                                    {&widest, "within ± 150 ms"}}) {
    const auto view = call->live().received(Medium::kVideo).split;
    EXPECT_NE(view->unknown.find(words), std::string::npos) << view->unknown;
    EXPECT_EQ(view->os_share.has_value(), call == &unshown);
  }
}

/// Blocks of 20 ms that took 30, 42, 35 and 65 ms; the one before the last is lost.
StreamInput packet_list() {
  StreamInput stream;
  stream.medium = Medium::kAudio;
  stream.clocks.relation = ClockRelation::kCommon;  // as a list states both times
  for (const auto& [sequence, delay_ms] : {std::pair{0, 30}, {1, 42}, {2, 35}, {4, 65}}) {
    PacketObservation packet;
    packet.sequence = sequence;
    packet.sent = Timestamp() + Duration::ms(20 * sequence);
    packet.received = *packet.sent + Duration::ms(delay_ms);
    stream.packets.push_back(packet);
  }
  return stream;
}

TEST(AnalyzeLatency, IsThatOfTheDelaySplit) {
  StreamInput stream = packet_list();
  stream.delay_splits = Call{}.splits();
  stream.medium = Medium::kVideo;
  change_each_packet(stream, [](auto& packet) { packet.frame = packet.sequence, packet.marker = true; });
  const auto report = analyze_stream(stream);
  ASSERT_TRUE(report.delay_split && report.delay_split->whole);
  EXPECT_EQ(report.quality.latency_ms, report.delay_split->whole->mean);
  EXPECT_EQ(report.quality.latency_units, report.delay_split->whole->n);
  EXPECT_EQ(report.quality.ends_at, LatencyEnd::kPainting);
  EXPECT_EQ(report.quality.network_latency_ms, report.delay->mean);
  const auto json = to_json(report)["quality"];
  EXPECT_EQ(json["from"], "capture");
  EXPECT_EQ(json["ends_at"], "painting");
  EXPECT_EQ(json["latency_unknown"], nullptr);
}

TEST(AnalyzeLatency, OfAPacketListIsUnknownWithoutABuffer) {
  const auto report = analyze_stream(packet_list());
  EXPECT_FALSE(report.quality.latency_ms);
  EXPECT_EQ(report.quality.no_latency, NoLatency::kNoPlayout);
  EXPECT_DOUBLE_EQ(report.quality.network_latency_ms.value_or(0), 43);
  const auto json = to_json(report)["quality"];
  EXPECT_EQ(json["latency_ms"], nullptr);
  EXPECT_EQ(json["from"], nullptr);
  EXPECT_EQ(json["latency_unknown"], reason_of(NoLatency::kNoPlayout));
  EXPECT_EQ(json["acceptable"], false) << "a fifth is lost, whatever the latency";
}

TEST(AnalyzeLatency, WithABufferItIsThatOfTheBlocksInTime) {
  AnalysisOptions options;
  options.playout_ms = 10;
  auto quality = analyze_stream(packet_list(), options).quality;
  EXPECT_DOUBLE_EQ(quality.latency_ms.value_or(0), 40) << "the shortest transit and the buffer";
  EXPECT_DOUBLE_EQ(quality.loss_ratio.value_or(0), 3.0 / 5) << "12 and 35 ms later than the shortest, and the lost one";
  EXPECT_EQ(quality.latency_units, 2);
  EXPECT_TRUE(quality.from_send);
  EXPECT_EQ(quality.ends_at, LatencyEnd::kAssumedPlayout);
  EXPECT_EQ(to_json(analyze_stream(packet_list(), options))["quality"]["from"], "send");
  options.playout_ms = 35;
  quality = analyze_stream(packet_list(), options).quality;
  EXPECT_DOUBLE_EQ(quality.latency_ms.value_or(0), 65);
  EXPECT_DOUBLE_EQ(quality.loss_ratio.value_or(0), 1.0 / 5);
  StreamInput unknown = packet_list();
  change_each_packet(unknown, [](auto& packet) { packet.sent = std::nullopt; });
  EXPECT_FALSE(analyze_stream(unknown, options).quality.latency_ms) << "no send times";
}

}  // namespace
}  // namespace jitterscope::latency_test
