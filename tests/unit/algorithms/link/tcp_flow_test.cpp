#include "core/algorithms/link/tcp_flow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/algorithms/link/network.h"

namespace jitterscope::link::tcp_flow_test {
namespace {

TEST(TcpReceiver, AnswersWithWhatHasCome) {
  TcpReceiver receiver;
  EXPECT_EQ(receiver.arrived({0, 100}).next, 100);
  const auto hole = receiver.arrived({200, 100});
  EXPECT_EQ(hole.next, 100);
  ASSERT_TRUE(hole.beyond[0]);
  EXPECT_EQ(hole.beyond[0]->first, 200);
  EXPECT_EQ(hole.beyond[0]->end, 300);
  const auto two = receiver.arrived({400, 50});
  EXPECT_EQ(two.beyond[0]->first, 400) << "the latest first";
  EXPECT_EQ(two.beyond[1]->first, 200);
  EXPECT_EQ(receiver.arrived({300, 100}).beyond[0]->end, 450) << "ranges that touch are one";
  EXPECT_EQ(receiver.arrived({200, 100}).next, 100) << "a copy changes nothing";
  EXPECT_EQ(receiver.arrived({100, 100}).next, 450);
  EXPECT_EQ(receiver.in_order(), 450);
  EXPECT_FALSE(receiver.arrived({0, 450}).beyond[0]);
}

TEST(TcpSender, TakesWhatHasRoomAndSendsWhatTheWindowAllows) {
  TcpSender sender({.send_buffer = 20'000, .initial_window = 4});
  EXPECT_EQ(sender.write(200), 200);
  const auto small = sender.next_segment(Timestamp());
  ASSERT_TRUE(small) << "a small write leaves at once";
  EXPECT_EQ(small->bytes, 200);
  EXPECT_EQ(small->on_link(), 266);
  EXPECT_EQ(sender.write(30'000), 19'800);
  int segments = 0;
  while (const auto segment = sender.next_segment(Timestamp())) {
    EXPECT_EQ(segment->bytes, kTcpSegmentBytes);
    ++segments;
  }
  EXPECT_EQ(segments, 3);
  EXPECT_EQ(sender.room(), 0);
  EXPECT_EQ(sender.unsent_bytes(), 20'000 - 200 - 3 * kTcpSegmentBytes);
}

/// A connection over a link to which a program writes; everything lost on the way is lost here too.
class Connection {
 public:
  explicit Connection(const std::string& link, TcpSetting setting = {}) : sender_(setting) {
    std::string error;
    const auto settings = LinkSettings::parse(link, error);
    network_ = make_network(*settings, {}, 1, Timestamp(), error);
  }

  /// The program writes all it can, all the time, until `end`; segments with an id in `lose` do not enter the link.
  void run(Timestamp end) {
    go_on();
    while (true) {
      std::optional<Timestamp> next = network_->next_event();
      if (sender_.next_event()) next = std::min(next.value_or(*sender_.next_event()), *sender_.next_event());
      if (!next || *next > end) break;
      now_ = std::max(now_, *next);
      Results results;
      network_->advance(now_, results);
      drops_ += static_cast<int>(results.drops.size());
      for (const Departure& one : results.departures) arrive(one);
      sender_.advance(now_);
      most_window_ = std::max(most_window_, sender_.congestion_window());
      go_on();
    }
    now_ = end;
  }

  TcpSender& sender() { return sender_; }
  std::int64_t received() const { return receiver_.in_order(); }
  int drops() const { return drops_; }
  int most_window() const { return most_window_; }
  std::set<std::uint64_t> lose = {};
  bool write = true;

 private:
  void arrive(const Departure& one) {
    if (one.way == LinkWay::kDown) {
      sender_.acknowledged(answers_.at(one.id), now_);
    } else {
      answers_[next_id_] = receiver_.arrived(segments_.at(one.id));
      network_->offer({next_id_++, LinkWay::kDown, Traffic::kVideo, kTcpHeaderBytes}, now_);
    }
  }

  void go_on() {
    if (write) sender_.write(1 << 20);
    while (const auto segment = sender_.next_segment(now_)) {
      segments_[next_id_] = *segment;
      if (!lose.contains(next_id_))
        network_->offer({next_id_, LinkWay::kUp, Traffic::kVideo, segment->on_link()}, now_);
      ++next_id_;
    }
  }

  TcpSender sender_;
  TcpReceiver receiver_;
  std::unique_ptr<Network> network_;
  std::map<std::uint64_t, TcpSegment> segments_;
  std::map<std::uint64_t, TcpAcknowledgement> answers_;
  std::uint64_t next_id_ = 1;
  Timestamp now_;
  int drops_ = 0, most_window_ = 0;
};

Timestamp at(double seconds) {
  return Timestamp() + Duration::from_seconds(seconds);
}

TEST(TcpFlow, DoublesItsWindowEachRoundTripAtFirst) {
  Connection flow("delay=50ms", {.send_buffer = 1 << 20});
  for (int round = 1; round <= 4; ++round) {
    flow.run(at(0.1 * round + 0.01));
    EXPECT_EQ(flow.sender().congestion_window(), 10 << round);
  }
  EXPECT_EQ(flow.sender().round_trip(), Duration::ms(100));
}

TEST(TcpFlow, ASenderWithLittleToSayDoesNotGrow) {
  Connection flow("delay=50ms");
  flow.write = false;
  for (int i = 0; i < 100; ++i) {
    flow.sender().write(200);
    flow.run(at(0.1 * i));
  }
  EXPECT_EQ(flow.sender().congestion_window(), 10);
  EXPECT_EQ(flow.sender().retransmitted(), 0);
}

TEST(TcpFlow, FillsABottleneckAndHalvesWhenItsQueueOverflows) {
  Connection flow("up:rate=1mbit,limit=30000b,delay=20ms;down:delay=20ms");
  flow.run(at(60));
  const double kbps = static_cast<double>(flow.received()) * 8 / 60 / 1000;
  EXPECT_GT(kbps, 0.9 * 1000 * kTcpSegmentBytes / (kTcpSegmentBytes + kTcpHeaderBytes));
  EXPECT_LE(kbps, 1000);
  EXPECT_GT(flow.drops(), 3) << "the sawtooth meets the end of the queue again and again";
  EXPECT_EQ(flow.sender().timeouts(), 0);
  EXPECT_GE(flow.sender().retransmitted(), flow.drops());
  // Slow start overshoots what fits in queue and line (23 segments); from then on the window stays near it.
  EXPECT_GE(flow.most_window(), 24);
  EXPECT_LE(flow.sender().congestion_window(), 30);
}

TEST(TcpFlow, OneLossIsMendedWithinARoundTripAndHalvesTheWindow) {
  Connection flow("delay=50ms");
  flow.lose = {3};
  flow.run(at(0.15));
  EXPECT_EQ(flow.sender().retransmitted(), 1);
  EXPECT_EQ(flow.sender().timeouts(), 0);
  flow.run(at(0.21));
  EXPECT_GT(flow.received(), 10 * kTcpSegmentBytes) << "the hole is filled";
  EXPECT_LT(flow.sender().congestion_window(), 10);
}

TEST(TcpFlow, WhenNothingComesBackItWaitsLongerEachTime) {
  Connection flow("loss=100%", {.shortest_timeout = Duration::ms(200)});
  flow.run(at(0.5));
  EXPECT_EQ(flow.sender().timeouts(), 0) << "no round trip is known: 1 s";
  flow.run(at(1.5));
  EXPECT_EQ(flow.sender().timeouts(), 1);
  flow.run(at(3.5));
  EXPECT_EQ(flow.sender().timeouts(), 2);
  EXPECT_EQ(flow.sender().congestion_window(), 1);
  EXPECT_EQ(flow.sender().unacknowledged(), 1);
  flow.run(at(10));
  EXPECT_EQ(flow.sender().timeouts(), 3);
}

TEST(TcpFlow, RecoversFromATimeOut) {
  Connection flow("delay=10ms");
  for (std::uint64_t id = 1; id <= 10; ++id) flow.lose.insert(id);
  flow.run(at(3));
  EXPECT_EQ(flow.sender().timeouts(), 1);
  EXPECT_EQ(flow.sender().retransmitted(), 10);
  EXPECT_GT(flow.received(), 100 * kTcpSegmentBytes);
}

TEST(TcpFlow, RandomLossLeavesNoHoleBehind) {
  Connection flow("rate=2mbit,limit=50,delay=15ms,loss=3%");
  flow.run(at(60));
  EXPECT_GT(flow.received(), 500 * kTcpSegmentBytes);
  EXPECT_LE(flow.sender().written() - flow.received(), 65'536);
  const std::int64_t before = flow.received();
  flow.run(at(70));
  EXPECT_GT(flow.received(), before);
}

}  // namespace
}  // namespace jitterscope::link::tcp_flow_test
