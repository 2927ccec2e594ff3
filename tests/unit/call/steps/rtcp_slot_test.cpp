#include "core/call/exchange/rate_board.h"
#include "core/call/steps/rtcp_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

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
  PathBoard remote;
  Notebook sink;
  int runs = 0;

 private:
  static RtcpConfig config() {
    const RtcpStream stream{kOwn, 0, {{kFar}}, 8000, nullptr};
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

/// What happens to both of two ends, in the order of time.
struct Happening {
  double ms = 0;
  std::function<void(End&)> to;
  bool comes_by_network = false;
};

std::vector<Happening> eventful_call() {
  std::mt19937 random(3);
  std::vector<Happening> all;
  const auto some_ms = [&](int most) { return std::uniform_int_distribution(0, most)(random) * 0.37; };
  for (double ms = 400; ms < 20'000; ms += some_ms(2000)) {
    const int verdict = static_cast<int>(random() % 3) - 1;
    all.push_back({ms, [=](End& end) { end.report(verdict); }});
  }
  for (double ms = 1000; ms < 20'000; ms += 1000 + some_ms(4000))
    all.push_back({ms, [=](End& end) { end.board.judge_from = static_cast<std::int64_t>(ms); }});
  for (double ms = 1500; ms < 20'000; ms += 2000) all.push_back({ms, [](End& end) { end.remote.reports.publish(); }});
  for (double ms = 700; ms < 20'000; ms += some_ms(3000)) {
    const auto heard = [=](End& end) {
      const std::array<std::uint8_t, 4> nonsense{};
      const Timestamp now = at_ms(ms);
      end.slot.take(Medium::kAudio, {nonsense, now, now, false});
    };
    all.push_back({ms, heard, true});
  }
  std::ranges::stable_sort(all, {}, &Happening::ms);
  return all;
}

/// `woken`: by news, else it looks in every round.
std::vector<Sent> sent_by(End& end, bool woken) {
  Timestamp next, ran;
  bool told = false;
  const auto run = [&](Timestamp now) {
    next = end.run(now);
    ran = now;
    told = end.board.to_tell.load().number > 0;
  };
  const auto run_until = [&](Timestamp until) {
    while (true) {
      const Timestamp due = woken ? next : std::min(next, ran + Duration::ms(told ? 20 : 100));
      if (due > until) return;
      run(due);
    }
  };
  run({});
  for (const Happening& one : eventful_call()) {
    const Timestamp now = at_ms(one.ms);
    run_until(now);
    one.to(end);
    if (one.comes_by_network)
      run(now);
    else if (woken)
      next = std::min(next, end.slot.news_due(now));
  }
  run_until(at_ms(21'000));
  return end.sink.sent;
}

TEST(RtcpSlot, WokenByNewsItSendsTheSameAtTheSameTimeAsIfItLookedInEveryRound) {
  End polled, woken;
  const auto expected = sent_by(polled, false), sent = sent_by(woken, true);
  EXPECT_GT(expected.size(), 60u);
  ASSERT_EQ(sent.size(), expected.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(sent[i].at, expected[i].at) << i;
    EXPECT_EQ(sent[i].bytes, expected[i].bytes) << i;
  }
  EXPECT_LT(woken.runs * 4, polled.runs);
}

}  // namespace
}  // namespace jitterscope::rtcp_slot_test
