// A stretch in which the network held packets up, as the window shows it, is what `analyze --from --to` says of it.
#include "core/events/kinds/frame_done.h"
#include "tests/unit/record/open/opened_stretch.h"

namespace jitterscope::opened_stretch_test {
namespace {

using StalledStretch = OpenedStretch;

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

TEST_F(StalledStretch, IsThatOfAnalysis) {
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

/// What should come from 10 s on comes at 13.02 s.
TEST_F(StalledStretch, OfAPacketListIsThatOfAnalysis) {
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

}  // namespace
}  // namespace jitterscope::opened_stretch_test
