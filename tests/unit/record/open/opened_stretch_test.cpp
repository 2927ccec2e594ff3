// What the window shows of a stretch of a call is what `analyze --from --to` says of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/words.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/quality_view.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::opened_stretch_test {
namespace {

using trace_test::TemporaryFolder;

void expect_relative(std::optional<double> shown, std::optional<double> exact, const char* what) {
  ASSERT_EQ(shown.has_value(), exact.has_value()) << what;
  if (shown) { EXPECT_NEAR(*shown, *exact, 1e-9 * std::max(1e-3, std::abs(*exact))) << what; }
}

void expect_within_bin(std::optional<double> shown, std::optional<double> exact, const char* what) {
  ASSERT_EQ(shown.has_value(), exact.has_value()) << what;
  if (shown) { EXPECT_NEAR(*shown, *exact, 0.01) << what; }
}

void expect_same_spacing(const SampleFigures& shown, const InterarrivalReport& exact) {
  EXPECT_EQ(shown.n, exact.n);
  expect_relative(shown.mean, exact.mean, "mean spacing");
  expect_relative(shown.stddev, exact.stddev, "stddev of spacing");
  expect_within_bin(shown.p50, exact.p50, "p50 of spacing");
  expect_within_bin(shown.p95, exact.p95, "p95 of spacing");
  expect_within_bin(shown.p99, exact.p99, "p99 of spacing");
}

void expect_same_delay(const SampleFigures& shown, const std::optional<DelayReport>& exact) {
  ASSERT_EQ(shown.n > 0, exact.has_value());
  if (!exact) return;
  expect_relative(shown.mean, exact->mean, "mean delay");
  expect_relative(shown.stddev, exact->stddev, "stddev of delay");
  expect_within_bin(shown.p50, exact->p50, "p50 of delay");
  expect_within_bin(shown.p95, exact->p95, "p95 of delay");
  expect_within_bin(shown.p99, exact->p99, "p99 of delay");
}

void expect_same(const StreamSnapshot& shown, const StreamReport& exact) {
  const bool sent = exact.direction == Direction::kSent;
  EXPECT_EQ(shown.packets, exact.packets);
  EXPECT_EQ(shown.expected, exact.expected);
  EXPECT_EQ(shown.lost, exact.lost.value_or(0));
  EXPECT_EQ(shown.refused, exact.refused);
  EXPECT_EQ(shown.bytes, exact.bytes.value_or(0));
  if (!sent) {
    EXPECT_EQ(shown.duplicates, exact.duplicates);
    EXPECT_EQ(shown.reordered, exact.reordered);
    EXPECT_EQ(shown.loss_ratio, exact.loss_ratio);
    EXPECT_EQ(shown.recent_loss_ratio, exact.loss_ratio);
  }
  if (exact.frames && sent) {
    EXPECT_EQ(shown.frames_complete, exact.frames->sent);
  } else if (exact.frames) {
    EXPECT_EQ(shown.frames_complete, exact.frames->complete);
    EXPECT_EQ(shown.frames_lost, exact.frames->lost);
    EXPECT_EQ(shown.frames_late, exact.frames->late);
  } else if (exact.audio && !sent) {
    EXPECT_EQ(shown.frames_complete, exact.audio->blocks - exact.audio->error.value_or(0));
    EXPECT_EQ(shown.frames_lost, exact.audio->error);
    EXPECT_EQ(shown.frames_late, exact.audio->late);
  }
  expect_same_spacing(shown.interarrival, exact.interarrival);
  expect_same_spacing(shown.recent_interarrival, exact.interarrival);
  if (sent) return;
  expect_same_delay(shown.delay, exact.delay);
  EXPECT_EQ(shown.recent_delay_mean_ms.has_value(), exact.delay.has_value());
}

void expect_same(const QualityPoint& shown, const QualityPoint& exact) {
  expect_relative(shown.latency_ms, exact.latency_ms, "latency");
  EXPECT_EQ(shown.latency_units, exact.latency_units);
  EXPECT_EQ(shown.ends_at, exact.ends_at);
  expect_relative(shown.network_latency_ms, exact.network_latency_ms, "network latency");
  ASSERT_EQ(shown.jitter_ms.has_value(), exact.jitter_ms.has_value());
  if (shown.jitter_ms) { EXPECT_NEAR(*shown.jitter_ms, *exact.jitter_ms, 1e-6) << "jitter"; }
}

/// At the edges the share that was due of what did not come is of packets here and of frames there, and where the
/// recording ends what waited for its turn.
void expect_like_loss(const QualityPoint& shown, const QualityPoint& exact, std::int64_t units) {
  ASSERT_EQ(shown.loss_ratio.has_value(), exact.loss_ratio.has_value());
  if (!shown.loss_ratio) return;
  EXPECT_NEAR(*shown.loss_ratio, *exact.loss_ratio, 3 / static_cast<double>(units)) << "loss";
}

void expect_same_split(const Boxed<DelaySplitView>& shown, const std::optional<DelaySplitReport>& exact) {
  if (!exact) return;
  ASSERT_TRUE(shown);
  for (std::size_t part = 0; part < kDelayParts; ++part) {
    ASSERT_EQ(shown->parts[part].has_value(), exact->parts[part].has_value()) << part;
    if (!exact->parts[part]) continue;
    EXPECT_EQ(shown->parts[part]->n, exact->parts[part]->n) << part;
    expect_relative(shown->parts[part]->mean, exact->parts[part]->mean, "part");
  }
}

/// Seconds of the call; of the trace's own what lies in them.
using Times = std::vector<std::pair<double, double>>;

class OpenedStretch : public testing::Test {
 protected:
  /// Each stretch of the file as the window shows it, against its analysis. Gives how many packets that was.
  static std::int64_t expect_agreement(const std::string& path, const Times& times) {
    std::string error, note;
    const auto input = read_stream_file(path, {}, error, note);
    EXPECT_TRUE(input) << error;
    std::int64_t packets = 0;
    for (const auto& [from, to] : times) {
      SCOPED_TRACE(testing::Message() << path << ' ' << from << " to " << to);
      AnalysisOptions options;
      options.from_s = from;
      options.to_s = to;
      const AnalysisReport exact = analyze(*input, options);
      auto call = open_stretch(path, *Stretch::of(from, to), {}, error);
      EXPECT_TRUE(call) << error;
      if (!call || !input) continue;
      const CallSnapshot shown = call->snapshot({});
      EXPECT_TRUE(shown.selected && shown.selected->stretch == *Stretch::of(from, to));
      for (const StreamReport& stream : exact.streams) packets += expect_agreement(shown, stream);
    }
    return packets;
  }
  static std::int64_t expect_agreement(const CallSnapshot& shown, const StreamReport& exact) {
    SCOPED_TRACE(testing::Message() << to_string(exact.medium) << ' ' << to_string(exact.direction));
    const bool sent = exact.direction == Direction::kSent;
    const ReceivedView& received = shown.received(exact.medium);
    const StreamSnapshot& figures = sent ? shown.sent[exact.medium] : received.figures;
    if (exact.expected == 0 && figures.ssrc != exact.ssrc) return 0;  // nothing of it was due
    EXPECT_EQ(figures.ssrc, exact.ssrc.value_or(0));
    expect_same(figures, exact);
    if (sent) return exact.packets;
    if (received.quality && exact.packets > 0) {
      expect_same(received.quality->now, exact.quality);
      const std::int64_t units = exact.frames ? exact.frames->sent : exact.audio ? exact.audio->blocks : 1;
      expect_like_loss(received.quality->now, exact.quality, units);
    }
    expect_same_split(received.split, exact.delay_split);
    if (received.measures) {
      EXPECT_EQ(received.measures->interarrival.n, exact.interarrival.n);
      expect_relative(received.measures->interarrival.stddev, exact.interarrival.stddev, "stddev of measures");
    }
    EXPECT_EQ(received.compensation ? received.compensation->report.frames : 0,
              exact.compensation ? exact.compensation->frames : 0);
    return exact.packets;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_ / "call.jscope";
};

const Times kOfAShortCall{{2, 5},   {0, 4},   {7.3, 7.9}, {4, 4},     {3.3333, 11},
                          {-5, -1}, {6, 500}, {0, 500},   {200, 300}, {1.01, 1.02}};

/// Where the window counts a frame more or less at an edge than analysis does, or frames of which TCP took only a part.
const std::map<std::string, Times> kNotAlike{
    {"schema9-b", {{0, 4}, {3.3333, 11}}},
    {"schema9-c", {{7.3, 7.9}}},
    {"schema9-tcp", {{7.3, 7.9}, {3.3333, 11}, {6, 500}, {0, 500}}},
};

TEST_F(OpenedStretch, IsThatOfAnalysisInEachRecording) {
  for (const char* name : {"schema8-b", "schema9-a", "schema9-b", "schema9-c", "schema9-quiet", "schema9-tcp"}) {
    Times times = kOfAShortCall;
    if (const auto apart = kNotAlike.find(name); apart != kNotAlike.end())
      std::erase_if(times, [&](const auto& span) { return std::ranges::count(apart->second, span) > 0; });
    EXPECT_GT(expect_agreement(test_data(fmt::format("traces/{}.jscope.gz", name)), times), 300) << name;
  }
}

ClockSynced same_clock() {
  ClockSynced clock;
  clock.synchronised = true;
  clock.source = ShortText<24>("same clock");
  clock.bound_ms = 0.02;
  clock.at = trace_test::kBegan;
  return clock;
}

std::optional<FrameSent> frame_that_ends_with(const Event& event) {
  const auto* sent = get_if<PacketSent>(&event);
  if (!sent || sent->medium != Medium::kVideo || !sent->marker) return std::nullopt;
  FrameSent frame;
  frame.ssrc = sent->ssrc;
  frame.frame = sent->frame;
  frame.begin = frame.end = sent->sent + Duration::us(10);
  return frame;
}

/// A call in which packets are lost, overtake each other and come twice, and nothing comes between 60 and 80 s.
std::vector<Event> troubled_call() {
  std::mt19937 random(7);
  const auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; };
  std::exponential_distribution<> jitter(1 / 12.0);
  std::vector<std::pair<Timestamp, Event>> log;
  log.emplace_back(trace_test::kBegan, same_clock());
  struct Frame {
    int packets = 0;
    Timestamp last;
    FrameDone done;
  };
  std::map<std::int64_t, Frame> frames;
  const auto is_in_pause = [](Timestamp at) { return at >= trace_test::at(60) && at < trace_test::at(80); };
  for (const Event& event : trace_test::call(120)) {
    if (const auto frame = frame_that_ends_with(event)) log.emplace_back(frame->end, *frame);
    const auto* arrived = get_if<PacketArrived>(&event);
    if (!arrived) {
      log.emplace_back(trace::local_time(event), event);
      continue;
    }
    if (is_in_pause(arrived->received)) continue;
    std::optional<Timestamp> came;
    for (int copies = chance(0.04) ? 0 : chance(0.03) ? 2 : 1; copies > 0; --copies) {
      PacketArrived packet = *arrived;
      const Duration late = Duration::from_ms(jitter(random));
      packet.received += late;
      packet.received_conference = *packet.received_conference + late;
      log.emplace_back(packet.received, packet);
      came = std::min(came.value_or(packet.received), packet.received);
    }
    if (!arrived->frame || !came) continue;
    Frame& frame = frames[*arrived->frame];
    ++frame.packets;
    frame.last = std::max(frame.last, *came);
    frame.done.ssrc = arrived->ssrc;
    frame.done.frame = *arrived->frame;
    frame.done.rtp_timestamp = arrived->rtp_timestamp;
  }
  std::optional<std::int64_t> next;
  for (auto& [number, frame] : frames) {
    for (std::int64_t missing = next.value_or(number); missing < number; ++missing) {
      FrameDone lost;
      lost.ssrc = frame.done.ssrc;
      lost.frame = missing;
      lost.outcome = FrameOutcome::kMissing;
      lost.completed = frame.last;
      log.emplace_back(lost.completed, lost);
    }
    next = number + 1;
    frame.done.outcome = frame.packets == 12 ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
    frame.done.completed = frame.last;
    log.emplace_back(frame.done.completed, frame.done);
  }
  std::ranges::stable_sort(log, {}, &std::pair<Timestamp, Event>::first);
  std::vector<Event> events;
  std::set<std::pair<std::uint32_t, std::int64_t>> come;
  for (auto& [at, event] : log) {
    if (auto* packet = get_if<PacketArrived>(&event))
      packet->duplicate = !come.insert({packet->ssrc, packet->sequence}).second;
    events.push_back(std::move(event));
  }
  return events;
}

TEST_F(OpenedStretch, IsThatOfAnalysisAtEdgesAmongLossDisorderAndSilence) {
  const TraceMeta meta = trace_test::meta_of_call();
  Times times{{30, 90}, {65, 75}, {59.9, 80.1}, {62, 119}, {10, 12}, {0, 200}, {119, 200}, {5.0001, 5.0002}};
  const std::vector<Event> events = troubled_call();
  trace_test::record(path_, events, meta, trace::kOldestSchema);
  EXPECT_GT(expect_agreement(path_, {times.begin(), times.begin() + 3}), 10'000)
      << "where no seconds tell what to read";
  std::mt19937 random(3);
  for (int i = 0; i < 4; ++i) {
    const double from = std::uniform_real_distribution<>(0, 110)(random);
    times.emplace_back(from, from + std::uniform_real_distribution<>(0.01, 9)(random));
  }
  trace_test::record(path_, events, meta);
  EXPECT_GT(expect_agreement(path_, times), 10'000);
}

/// The network holds up what should come from 20 s on until 24.05 s.
std::vector<Event> stalled_call() {
  std::vector<Event> log{same_clock()};
  for (Event event : trace_test::call(40)) {
    if (const auto frame = frame_that_ends_with(event)) log.emplace_back(*frame);
    auto* packet = get_if<PacketArrived>(&event);
    if (packet && packet->received >= trace_test::at(20) && packet->received < trace_test::at(24.05)) {
      const Duration held_up = trace_test::at(24.05) - packet->received;
      packet->received += held_up;
      packet->received_conference = *packet->received_conference + held_up;
    }
    const bool ends = packet && packet->frame && packet->marker;
    FrameDone done;
    if (ends) {
      done.ssrc = packet->ssrc;
      done.frame = *packet->frame;
      done.rtp_timestamp = packet->rtp_timestamp;
      done.outcome = FrameOutcome::kComplete;
      done.sent_conference = packet->sent_conference;
      done.first_arrival = done.completed = packet->received;
    }
    log.push_back(std::move(event));
    if (ends) log.emplace_back(done);
  }
  std::ranges::stable_sort(log, {}, trace::local_time);
  return log;
}

TEST_F(OpenedStretch, IsThatOfAnalysisWhereTheNetworkHeldPacketsUp) {
  trace_test::record(path_, stalled_call(), trace_test::meta_of_call());
  EXPECT_GT(expect_agreement(path_, {{0, 20}, {20, 24}, {24, 25}, {25, 60}, {19, 22}, {21, 23}, {22.5, 30}}), 10'000);
  std::string error;
  const auto in = [&](double from_s, double to_s) {
    auto call = open_stretch(path_, *Stretch::of(from_s, to_s), {}, error);
    EXPECT_TRUE(call) << error;
    return call->snapshot({});
  };
  const CallSnapshot stalled = in(20, 24), after = in(24, 25);
  EXPECT_EQ(stalled.received(Medium::kAudio).figures.packets, 0);
  EXPECT_EQ(stalled.received(Medium::kAudio).figures.frames_complete, 200) << "blocks came, if late";
  EXPECT_EQ(stalled.received(Medium::kVideo).figures.frames_complete, 60);
  EXPECT_EQ(after.received(Medium::kAudio).figures.packets, 250);
  EXPECT_EQ(after.received(Medium::kAudio).figures.frames_complete, 50);
  EXPECT_EQ(after.received(Medium::kVideo).figures.frames_complete, 15);
}

/// Nobody tells its period: the window takes that of the whole list, analysis that of the span. What is near DVT may be
/// late for one of them alone; here nothing is.
TEST_F(OpenedStretch, OfAPacketListIsThatOfAnalysis) {
  const std::string path = folder_ / "list.csv";
  std::mt19937 random(11);
  std::ofstream list(path);
  list << "seq,send_us,recv_us,size\n";
  for (std::int64_t i = 0; i < 3000; ++i) {
    if (random() % 20 == 0) continue;
    list << i << ',' << i * 20'000 << ',' << i * 20'000 + 5000 + static_cast<std::int64_t>(random() % 3) * 25'000
         << ",172\n";
  }
  list.close();
  EXPECT_GT(expect_agreement(path, {{0, 10}, {10.5, 30}, {25, 100}, {-5, -1}, {30, 31}}), 1000);
}

/// What should come from 10 s on comes at 13.02 s.
TEST_F(OpenedStretch, OfAListThatTheNetworkHeldUpIsThatOfAnalysis) {
  const std::string path = folder_ / "list.csv";
  std::ofstream list(path);
  list << "seq,send_us,recv_us,size\n";
  for (std::int64_t i = 0; i < 1000; ++i) {
    const std::int64_t sent = i * 20'000;
    const bool held_up = sent >= 10'000'000 && sent < 13'020'000;
    list << i << ',' << sent << ',' << (held_up ? 13'025'000 : sent + 5000) << ",172\n";
  }
  list.close();
  EXPECT_GT(expect_agreement(path, {{0, 10}, {10, 13}, {13, 14}, {14, 100}, {9, 11.5}, {12, 12.5}}), 1000);
}

TEST_F(OpenedStretch, IsNoneThatEndsBeforeItBegins) {
  EXPECT_FALSE(Stretch::of(2, 1));
  EXPECT_FALSE(Stretch::of(std::nan(""), 1));
  EXPECT_FALSE(Stretch::of(1, std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(Stretch::of(1, 1));
}

PacketArrived packet_at(std::int64_t second, std::int64_t sequence) {
  return trace_test::arrived(Medium::kAudio, 7, sequence, Timestamp::ns(1'000'000'000) + Duration::seconds(second));
}

TEST_F(OpenedStretch, OfARecordingThatGrowsIsUnfinishedUntilWhatBelongsToItMustHaveCome) {
  const TemporaryFolder folder;
  TraceMeta meta;
  meta.call_began = Timestamp::ns(1'000'000'000);
  TraceRecorder recorder;
  const std::string path = folder / "a.jscope";
  ASSERT_TRUE(recorder.begin(path, meta)) << recorder.error();
  const auto write = [&](std::int64_t second, std::int64_t sequence) {
    const Event event = packet_at(second, sequence);
    ASSERT_TRUE(recorder.write({&event, 1}, packet_at(second, sequence).received) && recorder.flush());
  };
  const auto opened = [&](double from_s, double to_s) {
    std::string error;
    auto call = open_stretch(path, *Stretch::of(from_s, to_s), {}, error);
    EXPECT_TRUE(call) << error;
    return call;
  };
  write(1, 1);
  write(2, 2);
  EXPECT_TRUE(opened(0.5, 1.5)->unfinished);
  EXPECT_TRUE(opened(0.5, 1.5)->snapshot({}).selected->unfinished);
  EXPECT_TRUE(opened(30, 31)->unfinished) << "it has not come to that time";
  write(5, 3);
  EXPECT_FALSE(opened(0.5, 1.5)->unfinished);
  EXPECT_TRUE(opened(0.5, 3)->unfinished);
  meta.call_ended = Timestamp::ns(1'000'000'000) + Duration::seconds(6);
  ASSERT_TRUE(recorder.set_meta(meta) && recorder.close());
  EXPECT_FALSE(opened(0.5, 3)->unfinished) << "nothing more will come";
}

}  // namespace
}  // namespace jitterscope::opened_stretch_test
