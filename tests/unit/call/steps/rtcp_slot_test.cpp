#include "core/call/steps/rtcp_slot.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/call/exchange/event_rings.h"

namespace jitterscope::rtcp_slot_test {
namespace {

constexpr std::uint32_t kOwn = 11, kFar = 22;

Timestamp at_ms(double ms) {
  return Timestamp() + Duration::from_ms(ms);
}

struct Sent {
  Timestamp at;
  Medium medium;
  std::vector<std::uint8_t> bytes;
  bool operator==(const Sent&) const = default;
};

struct Notebook : RtcpSink {
  Timestamp now() const override { return time; }
  bool leads_somewhere(Medium) override { return true; }
  void send(Medium medium, rtp::ConstBytes bytes) override {
    sent.push_back({time, medium, {bytes.begin(), bytes.end()}});
  }
  Timestamp time;
  std::vector<Sent> sent;
};

struct StillClocks : MachineClocks {
  ClockOffset realtime() const override { return {}; }
  ClockOffset raw() const override { return {}; }
};

/// RTCP of one end of a call in virtual time, and what it is told.
class End {
 public:
  void report(int verdict) {
    NumberedReport numbered{++number_, {}};
    numbered.report.end_sequence = static_cast<std::int64_t>(number_) * 8;
    numbered.report.verdict = verdict;
    board.to_tell.store(numbered);
  }
  Timestamp run(Timestamp now) {
    sink.time = now;
    ++runs;
    return slot.run(now);
  }

  RateBoard board;
  RemoteBoard remote;
  Notebook sink;
  int runs = 0;

 private:
  static RtcpConfig config() {
    const RtcpStream stream{kOwn, 0, kFar, 8000, nullptr};
    return {{stream, stream}, kAgreed, "end", {}};
  }
  static constexpr ConferenceClock kAgreed{Duration{}, true, ClockRole::kSameMachine};
  std::uint64_t number_ = 0;
  EventRings rings_;
  CallClock clock_{kAgreed};
  StillClocks machine_;

 public:
  RtcpSlot slot{rings_.of(ThreadRole::kRtcp), clock_, machine_, remote, board, sink, config()};
};

TEST(RtcpSlot, IsNotRunWhenNothingMayGo) {
  End end;
  end.report(0);
  for (Timestamp next; next < at_ms(10'000);) next = end.run(next);
  EXPECT_EQ(end.sink.sent.size(), 1u);
  EXPECT_LE(end.runs, 60) << "at the regular times of feedback, and once a second for the clocks";
}

}  // namespace
}  // namespace jitterscope::rtcp_slot_test
