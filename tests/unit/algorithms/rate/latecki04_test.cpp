// Each rule of latecki04 §3.2, on series of the sound's delays.
#include "core/algorithms/rate/latecki04_choices.h"

#include <functional>
#include <string_view>

#include "core/algorithms/rate/stream_monitor.h"
#include "core/events/kinds/packet_arrived.h"
#include "tests/unit/algorithms/rate/controlled_call.h"

namespace jitterscope::latecki04_test {
namespace {

/// A packet of sound each 40 ms, one of the picture each 20 ms while there is picture, of the size that the target
/// gives. Each report comes when its last packet does, each wish at once.
class ListeningCall {
 public:
  explicit ListeningCall(RateControlSetting setting) : controller_(make(std::move(setting))) {}

  /// Delay of the next packet of sound, ms, by its number; absent: lost.
  std::function<std::optional<double>(std::int64_t packet)> delay_ms = [](std::int64_t) { return 50; };
  bool reports = true;
  std::vector<RateDecided> decisions;
  std::vector<std::int64_t> decided_at;  // packets of sound sent before each
  std::vector<std::optional<double>> verdicts;

  const RateDecided& last() const { return decisions.back(); }
  std::int64_t packets() const { return sound_; }
  void set(std::string_view words) {
    controller_->add(SettingChanged{ShortText<32>("rate-control"), ShortText<160>(words), End::kLocal, {}, now_});
  }
  /// So many packets of sound.
  void run(std::int64_t packets) {
    for (const std::int64_t end = sound_ + packets; sound_ < end;) step();
  }
  /// Until the next decision, `most` packets at most. False: there was none.
  bool run_to_decision(std::int64_t most = 1000) {
    const std::size_t before = decisions.size();
    for (const std::int64_t end = sound_ + most; sound_ < end && decisions.size() == before;) step();
    return decisions.size() > before;
  }
  /// Until a decision of this stage.
  bool run_to(std::string_view stage, std::int64_t most = 2000) {
    for (const std::int64_t end = sound_ + most; sound_ < end && (decisions.empty() || last().stage.view() != stage);)
      step();
    return last().stage.view() == stage;
  }

 private:
  void step() {
    if (ticks_++ % 2 == 0) send_sound();
    if (!decisions.empty() && last().sending)
      controller_->add(sent_packet(Medium::kVideo, picture_size(last()), picture_++, now_));
    if (const auto decision = controller_->step(now_)) {
      decisions.push_back(decision->decided);
      decided_at.push_back(sound_);
      if (last().judge_from) monitor_.judge_from(*last().judge_from);
    }
    now_ += Duration::ms(20);
  }
  void send_sound() {
    const std::int64_t number = sound_++;
    controller_->add(sent_packet(Medium::kAudio, 104, kFirst + number, now_));
    const auto delay = delay_ms(number);
    if (!delay) return;
    PacketArrived packet;
    packet.medium = Medium::kAudio;
    packet.ssrc = 7;
    packet.sequence = kFirst + number;
    packet.rtp_timestamp = 320 * number;
    packet.size = 104;
    packet.received = now_ + Duration::from_ms(*delay);
    packet.received_conference = packet.received;
    packet.sent_conference = now_;
    monitor_.add(packet);
    auto report = monitor_.take(packet.received);
    if (!report || !reports) return;
    verdicts.push_back(report->verdict);
    report->direction = Direction::kReceived;
    controller_->add(*report);
  }

  static constexpr std::int64_t kFirst = 1000;
  StreamMonitor monitor_{TrendSetting{}};
  std::unique_ptr<RateController> controller_;
  Timestamp now_ = at(1);
  std::int64_t ticks_ = 0, sound_ = 0, picture_ = 0;
};

using namespace latecki04;

RateControlSetting by_the_paper(std::string_view words = "latecki04") {
  std::string error;
  return *RateControlSetting::parse(words, error);
}

/// Delays of a queue that grows or drains by so much a packet, from 50 ms and never below.
struct Queue {
  double ms = 50, per_packet = 0;
  std::optional<double> next() {
    ms = std::max(50.0, ms + per_packet);
    return ms;
  }
};

/// A call whose queue grows while the picture's rate is above `available`, and drains at `drain` a packet in a break.
struct Path {
  double available_kbps = 80, growth = 3, drain = -5;
  Queue queue;
  ListeningCall call;
  explicit Path(std::string_view words = "latecki04") : call(by_the_paper(words)) {
    call.delay_ms = [this](std::int64_t) {
      const bool sending = !call.decisions.empty() && call.last().sending;
      queue.per_packet = !sending ? drain : call.last().target_kbps > available_kbps ? growth : drain;
      return queue.next();
    };
  }
};

TEST(Latecki04, ASteadyPhaseMakesTheRateRMinAndTakesTwoScales) {
  ListeningCall call(by_the_paper());
  ASSERT_TRUE(call.run_to_decision());
  EXPECT_EQ(call.last().target_kbps, kFirstKbps);
  while (call.last().target_kbps == kFirstKbps) { ASSERT_TRUE(call.run_to_decision()); }
  EXPECT_EQ(call.last().low_kbps, kFirstKbps);
  EXPECT_FALSE(call.last().high_kbps);
  EXPECT_DOUBLE_EQ(call.last().target_kbps, kFirstKbps * (1 + kGrowth)) << "no R_max yet";
  const std::int64_t from = call.decided_at.back();
  ASSERT_TRUE(call.run_to_decision());
  EXPECT_GE(call.packets() - from, 64) << "of three scales two must be full to say steady";
  EXPECT_LE(call.packets() - from, 72) << "a report each 8th packet";
}

/// The receiver was not told from which packet on: there was none yet.
TEST(Latecki04, APictureThatBeginsBeforeTheSoundIsJudgedByAllOfTheSound) {
  const auto controller = make(by_the_paper());
  const auto send = [&](Medium medium, std::int64_t sequence, double s) {
    controller->add(sent_packet(medium, 500, sequence, at(s)));
  };
  controller->step(at(0));
  send(Medium::kVideo, 1, 0.01);
  ASSERT_TRUE(controller->step(at(0.02)));
  for (int i = 0; i < 80; ++i) {
    const double s = 0.04 * (i + 1);
    send(Medium::kAudio, 7 + i, s);
    send(Medium::kVideo, 2 + i, s);
    EXPECT_FALSE(controller->step(at(s)));
  }
  TrendReported report;
  report.direction = Direction::kReceived;
  report.judged_from = 7;
  report.end_sequence = 86;
  report.verdict = 0;
  report.phase.fill(TrendPhase::kSteady);
  controller->add(report);
  const auto decision = controller->step(at(3.3));
  ASSERT_TRUE(decision);
  EXPECT_DOUBLE_EQ(decision->decided.target_kbps, kFirstKbps * (1 + kGrowth));
}

TEST(Latecki04, AnIncreasingPhaseMakesTheRateRMaxAndABreak) {
  Path path;
  ASSERT_TRUE(path.call.run_to("break"));
  const RateDecided& decision = path.call.last();
  EXPECT_FALSE(decision.sending);
  EXPECT_EQ(decision.target_kbps, 90);
  EXPECT_EQ(decision.high_kbps, 90);
  EXPECT_EQ(decision.low_kbps, 60);
}

TEST(Latecki04, TheBreakLastsAsLongAsTheDecreasingPhase) {
  for (const double drain : {-1.0, -0.5}) {
    Path path;
    path.drain = drain;
    ASSERT_TRUE(path.call.run_to("break"));
    const std::int64_t began = path.call.packets();
    const double queued = path.queue.ms - 50;
    ASSERT_TRUE(path.call.run_to_decision());
    const double drained = queued / -drain;  // packets
    const auto lasted = static_cast<double>(path.call.packets() - began);
    EXPECT_GE(lasted, drained) << drain;
    EXPECT_LE(lasted, drained + 128) << drain << ": until the largest window holds little of the drain";
    EXPECT_TRUE(path.call.last().sending);
  }
}

TEST(Latecki04, TheNextRateIsHalfWayBetweenTheBounds) {
  Path path;
  ASSERT_TRUE(path.call.run_to("break"));
  ASSERT_TRUE(path.call.run_to_decision());
  EXPECT_EQ(path.call.last().target_kbps, 75) << "(90 + 60) / 2 after a break";
  ASSERT_TRUE(path.call.run_to_decision());
  EXPECT_EQ(path.call.last().low_kbps, 75);
  EXPECT_EQ(path.call.last().target_kbps, 82.5) << "(90 + 75) / 2 after a rate that passed";
}

TEST(Latecki04, TheSearchEndsSlightlyBelowRMinWhenTheBoundsAreClose) {
  Path path;
  ASSERT_TRUE(path.call.run_to("steady"));
  const RateDecided& decision = path.call.last();
  EXPECT_LE(*decision.low_kbps, 80);
  EXPECT_GT(*decision.high_kbps, 80);
  EXPECT_DOUBLE_EQ(decision.target_kbps, *decision.low_kbps * (1 - kBelow));
  EXPECT_LE(*decision.high_kbps - *decision.low_kbps, kClose * *decision.high_kbps);
}

TEST(Latecki04, CongestionInTheSteadyStageBeginsTheSearchAnew) {
  Path path;
  ASSERT_TRUE(path.call.run_to("steady"));
  const double before = path.call.last().target_kbps;
  path.available_kbps = 40;
  ASSERT_TRUE(path.call.run_to_decision());
  EXPECT_EQ(path.call.last().stage.view(), "break");
  EXPECT_EQ(path.call.last().high_kbps, before);
  EXPECT_EQ(path.call.last().low_kbps, before * kNewLow) << "R_min of another time is forgotten";
  ASSERT_TRUE(path.call.run_to("steady"));
  EXPECT_LE(path.call.last().target_kbps, 40);
  EXPECT_GE(path.call.last().target_kbps, 40 * (1 - kClose - kBelow));
}

TEST(Latecki04, AHigherRateIsTriedFromTheSteadyStage) {
  Path path;
  ASSERT_TRUE(path.call.run_to("steady"));
  const double before = path.call.last().target_kbps;
  const std::int64_t from = path.call.packets();
  ASSERT_TRUE(path.call.run_to_decision());
  EXPECT_EQ(path.call.last().stage.view(), "rate adaptation");
  EXPECT_DOUBLE_EQ(path.call.last().target_kbps, before * (1 + kTry));
  EXPECT_EQ(path.call.last().low_kbps, before);
  EXPECT_GE(static_cast<double>(path.call.packets() - from) * 0.04, kTryAfter.seconds());
  path.available_kbps = 200;
  const std::size_t tried = path.call.decisions.size();
  ASSERT_TRUE(path.call.run_to("steady", 4000));
  EXPECT_GE(path.call.last().target_kbps, 200 * (1 - kClose - kBelow));
  EXPECT_GT(path.call.decisions.size(), tried + 2);
}

TEST(Latecki04, ALongAmbiguousPhaseLowersTheRateSlightlyWithoutABreak) {
  Path path;
  ASSERT_TRUE(path.call.run_to("steady"));
  const double before = path.call.last().target_kbps;
  const std::int64_t from = path.call.packets();
  // Slowly up and at once down: each scale sees another part of it.
  path.call.delay_ms = [from](std::int64_t n) { return 50 + 5.0 * static_cast<double>((n - from) % 150) / 150; };
  ASSERT_TRUE(path.call.run_to_decision());
  EXPECT_EQ(path.call.last().stage.view(), "steady");
  EXPECT_TRUE(path.call.last().sending);
  EXPECT_DOUBLE_EQ(path.call.last().target_kbps, before * (1 - kSlightly));
  EXPECT_GE(path.call.packets() - from, kAmbiguousPackets);
}

TEST(Latecki04, NeitherLossNorAHighDelayNorSilenceEndsARate) {
  for (const int what : {0, 1, 2}) {
    Path path;
    ASSERT_TRUE(path.call.run_to("steady"));
    const double before = path.call.last().target_kbps;
    const std::size_t decided = path.call.decisions.size();
    if (what == 0) path.call.delay_ms = [](std::int64_t n) { return n % 3 == 0 ? std::nullopt : std::optional(50.0); };
    if (what == 1) path.call.delay_ms = [](std::int64_t) { return 900; };
    if (what == 2) path.call.reports = false;
    path.call.run(400);
    for (std::size_t i = decided; i < path.call.decisions.size(); ++i) {
      EXPECT_TRUE(path.call.decisions[i].sending) << what << ": " << path.call.decisions[i].reason.view();
      EXPECT_GE(path.call.decisions[i].target_kbps, before * (1 - 2 * kSlightly)) << what;
    }
  }
}

TEST(Latecki04, TheLimitsOfTheSettingEndTheSearch) {
  ListeningCall call(by_the_paper("latecki04,max=100kbit"));
  ASSERT_TRUE(call.run_to("steady"));
  EXPECT_EQ(call.last().target_kbps, 100);
  call.set("latecki04,max=70kbit");
  ASSERT_TRUE(call.run_to_decision(2));
  EXPECT_EQ(call.last().target_kbps, 70);
}

TEST(Latecki04, ItsFormerNameIsKnown) {
  const RateControllerDefinition* found = find_rate_controller("two-stream-trend");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->name, "latecki04");
}

}  // namespace
}  // namespace jitterscope::latecki04_test
