// What the window shows of a stretch of a call is what `analyze --from --to` says of it.
#include "tests/unit/record/open/opened_stretch.h"

#include <fmt/format.h>

#include <random>

#include "core/events/kinds/frame_done.h"
#include "tests/source_tree/source_tree.h"

namespace jitterscope::opened_stretch_test {
namespace {

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
