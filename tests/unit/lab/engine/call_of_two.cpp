#include "tests/unit/lab/engine/call_of_two.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <numbers>
#include <utility>

#include "core/algorithms/link/network.h"
#include "core/algorithms/link/random.h"
#include "core/algorithms/rate/stepped_controller.h"
#include "core/algorithms/rate/stream_monitor.h"
#include "core/algorithms/rate/video_actuator.h"
#include "core/call/steps/trend_feedback.h"
#include "core/events/bytes_on_link.h"
#include "tests/unit/algorithms/rate/actuator_run.h"

namespace jitterscope {
namespace {

constexpr int kHeaderBytes = kUdpHeaderBytes;

constexpr Duration kBlockOfSound = Duration::ms(32), kCapture = Duration::us(66'667);
constexpr std::int32_t kSoundBytes = 288, kBlockBytes = 1024, kPacketHeader = 40, kFrameHeader = 132;  // UDP payload
constexpr std::int32_t kReportBytes = 84, kOtherBytes = 120;  // RTCP: of a trend; sender reports, clocks
constexpr Duration kOther = Duration::ms(1300);
constexpr double kSlowestWander = 20, kLate = 0.1;  // s; share

struct Flight {
  enum class Kind : std::uint8_t { kSound, kPicture, kControl } kind{};
  std::int32_t size = 0;
  std::int64_t sequence = 0;
  Timestamp sent = {};
  std::optional<rtp::TrendMessage> message = {};
};

/// One end: its senders, its receiver, its controller. Time is told; what is to be sent lies in `out` after each step.
class CallEnd {
 public:
  CallEnd(const CallScenario& scenario, std::uint64_t seed, std::uint64_t piece);
  Timestamp next() const;
  void step(Timestamp now);
  void arrived(const Flight& flight, Timestamp now);
  std::vector<Flight> out;
  EndRun run;

 private:
  Duration lateness();
  Timestamp conference(Timestamp now) const;
  void send(Flight flight, Timestamp now);
  void capture(Timestamp now);
  void analyse(Timestamp now);
  void tell(Timestamp now);

  struct Planned {
    Timestamp at;
    std::int32_t size;
  };
  CallScenario scenario_;
  link::Random random_;
  double wander_;
  SteppedController controller_;
  VideoActuator actuator_;
  PictureSizeModel size_of_;
  StreamMonitor monitor_;
  TrendFeedback feedback_;
  Timestamp sound_due_, sound_at_, capture_due_, capture_at_, round_due_, rtcp_due_, other_due_;
  std::deque<Planned> planned_;
  std::vector<PacketArrived> heard_;
  std::vector<TrendReported> told_;
  NumberedReport to_tell_;
  std::int64_t first_, sound_ = 0, picture_ = 0, captured_ = 0, judge_from_ = -1;
  std::optional<std::int64_t> asked_from_;
  RateTarget target_{true, false, 0};
};

CallEnd::CallEnd(const CallScenario& scenario, std::uint64_t seed, std::uint64_t piece)
    : scenario_(scenario),
      random_(seed, piece),
      wander_(random_.uniform()),
      actuator_({.keep = scenario.keep}),
      size_of_(talking_person(scenario.complexity)),
      monitor_(scenario.control.trend),
      feedback_({DataRate::kbits_per_second(163), 0.05, static_cast<std::uint32_t>(seed * 2 + piece)}, Timestamp()),
      first_(static_cast<std::int64_t>(random_.uniform() * 60'000)) {
  std::string error;
  if (scenario.second_is_controlled || piece != 2) {
    controller_ = SteppedController(make_rate_controller({scenario.control, {}}, error));
    EXPECT_TRUE(controller_) << error;
  } else {
    target_ = {false, true, 0};
  }
  const auto phase = [&](Duration period) {
    return Timestamp() + Duration::from_seconds(period.seconds() * random_.uniform());
  };
  sound_due_ = sound_at_ = phase(kBlockOfSound);
  capture_due_ = capture_at_ = phase(kCapture);
  round_due_ = phase(scenario.round);
  rtcp_due_ = phase(scenario.round);
  other_due_ = phase(kOther);
  captured_ = static_cast<std::int64_t>(random_.uniform() * 1000);
}

Duration CallEnd::lateness() {
  const double share = random_.uniform();
  return Duration::from_seconds(scenario_.latest_wake.seconds() * share * (random_.happens(kLate) ? 1 : 0.1));
}

Timestamp CallEnd::conference(Timestamp now) const {
  return now + Duration::from_seconds(scenario_.clock_error.seconds() *
                                      std::sin(2 * std::numbers::pi * (now.seconds() / kSlowestWander + wander_)));
}

Timestamp CallEnd::next() const {
  Timestamp next = std::min({sound_at_, capture_at_, round_due_, rtcp_due_, other_due_});
  if (!planned_.empty()) next = std::min(next, planned_.front().at);
  return next;
}

void CallEnd::send(Flight flight, Timestamp now) {
  flight.sent = now;
  if (flight.kind != Flight::Kind::kControl) {
    PacketSent sent;
    sent.medium = flight.kind == Flight::Kind::kSound ? Medium::kAudio : Medium::kVideo;
    sent.sequence = flight.sequence;
    sent.size = flight.size;
    sent.due = sent.sent = now;
    controller_.add(sent);
  }
  out.push_back(std::move(flight));
}

/// What is left of the picture before goes at once.
void CallEnd::capture(Timestamp now) {
  capture_due_ += kCapture;
  capture_at_ = capture_due_ + lateness();
  ++captured_;
  if (!target_.sending) return actuator_.rest(now);
  if (target_.controlled) actuator_.set_target(DataRate::kbits_per_second(target_.kbps));
  const auto plan = actuator_.plan(now);
  if (!plan) return;
  const auto second = static_cast<std::size_t>(now.seconds());
  if (run.pictures.size() <= second) run.pictures.resize(second + 1);
  ++run.pictures[second];
  const std::int64_t bytes = size_of_(captured_, *plan);
  actuator_.encoded(*plan, DataSize::bytes(bytes), now);
  for (Planned& packet : planned_) packet.at = now;
  const std::int64_t header = kPacketHeader + kHeaderBytes;
  std::vector<std::int32_t> sizes;
  for (std::int64_t left = bytes - kFrameHeader; left > header;) {
    const auto block = static_cast<std::int32_t>(std::min<std::int64_t>(left - header, kBlockBytes));
    sizes.push_back(block + kPacketHeader + (sizes.empty() ? kFrameHeader : 0));
    left -= block + header;
  }
  const Duration interval = actuator_.period() / static_cast<std::int64_t>(std::max<std::size_t>(sizes.size(), 1));
  Timestamp at = now;
  for (const std::int32_t size : sizes) {
    planned_.push_back({at + lateness(), size});
    at += interval;
  }
}

void CallEnd::analyse(Timestamp now) {
  round_due_ += scenario_.round;
  if (asked_from_) monitor_.judge_from(static_cast<std::uint32_t>(*asked_from_));
  for (const PacketArrived& packet : std::exchange(heard_, {})) {
    monitor_.add(packet);
    const auto report = monitor_.take(now);
    if (!report) continue;
    to_tell_ = {to_tell_.number + 1, *report};
    controller_.add(*report);
  }
  for (const TrendReported& report : std::exchange(told_, {})) {
    run.received.push_back(report);
    controller_.add(report);
  }
  const auto decision = controller_.step(now);
  if (!decision) return;
  const RateDecided& decided = run.decisions.emplace_back(decision->decided);
  target_ = {true, decided.sending, decided.target_kbps};
  if (decided.judge_from) judge_from_ = *decided.judge_from;
}

void CallEnd::tell(Timestamp now) {
  rtcp_due_ += scenario_.round;
  feedback_.look(to_tell_, judge_from_, now);
  auto message = feedback_.take(now);
  if (!message) return;
  feedback_.sent(kReportBytes, now);
  send({.kind = Flight::Kind::kControl, .size = kReportBytes, .message = std::move(message)}, now);
}

void CallEnd::step(Timestamp now) {
  if (sound_at_ <= now) {
    run.sound.push_back({now, std::nullopt});
    send({.kind = Flight::Kind::kSound, .size = kSoundBytes, .sequence = first_ + sound_++}, now);
    sound_due_ += kBlockOfSound;
    sound_at_ = sound_due_ + lateness();
  }
  if (capture_at_ <= now) capture(now);
  for (; !planned_.empty() && planned_.front().at <= now; planned_.pop_front())
    send({.kind = Flight::Kind::kPicture, .size = planned_.front().size, .sequence = picture_++}, now);
  if (round_due_ <= now) analyse(now);
  if (rtcp_due_ <= now) tell(now);
  if (other_due_ <= now) {
    other_due_ += kOther;
    send({.kind = Flight::Kind::kControl, .size = kOtherBytes}, now);
  }
}

void CallEnd::arrived(const Flight& flight, Timestamp now) {
  if (flight.kind == Flight::Kind::kControl) {
    if (!flight.message) return;
    if (flight.message->judge_from) asked_from_ = *flight.message->judge_from;
    if (!flight.message->report) return;
    TrendReported report = *flight.message->report;
    report.direction = Direction::kReceived;
    if (const auto heard = feedback_.receive(report, first_ + sound_ - 1, now)) told_.push_back(*heard);
    return;
  }
  PacketArrived packet;
  packet.medium = flight.kind == Flight::Kind::kSound ? Medium::kAudio : Medium::kVideo;
  packet.ssrc = packet.medium == Medium::kAudio ? 1 : 2;
  packet.sequence = flight.sequence;
  packet.size = flight.size;
  packet.rtp_timestamp = flight.sequence * 256;
  packet.kernel = now + Duration::us(static_cast<std::int64_t>(200 * random_.uniform()));
  packet.received = *packet.kernel + lateness();
  packet.sent_conference = flight.sent;
  packet.received_conference = conference(packet.received);
  heard_.push_back(packet);
}

/// The remote's sound arrived: the sender's run knows of it.
void note(EndRun& run, const Flight& flight, std::int64_t first, Timestamp now) {
  if (flight.kind == Flight::Kind::kControl) return;
  const auto second = static_cast<std::size_t>(now.seconds());
  if (run.delivered.size() <= second) run.delivered.resize(second + 1);
  run.delivered[second] += flight.size + kHeaderBytes;
  if (flight.kind != Flight::Kind::kSound) return;
  auto& sound = run.sound.at(static_cast<std::size_t>(flight.sequence - first));
  sound.delay = now - sound.sent;
}

}  // namespace

RateControlSetting CallScenario::two_stream() {
  RateControlSetting setting;
  setting.controller = "two-stream";
  return setting;
}

std::array<EndRun, 2> run_call(const CallScenario& scenario, std::uint64_t seed) {
  std::string error;
  const auto network = link::make_network(scenario.link, {}, seed, Timestamp(), error);
  EXPECT_TRUE(network) << error;
  std::array<CallEnd, 2> ends{CallEnd(scenario, seed, 1), CallEnd(scenario, seed, 2)};
  std::array<std::optional<std::int64_t>, 2> first;
  std::vector<Flight> flights;
  link::Results results;
  Timestamp now;
  while (now < Timestamp() + scenario.length) {
    Timestamp next = std::min(ends[0].next(), ends[1].next());
    if (const auto at = network->next_event()) next = std::min(next, *at);
    now = std::max(now, next);
    network->advance(now, results);
    for (const link::Departure& departure : std::exchange(results.departures, {})) {
      const Flight& flight = flights[departure.id];
      const std::size_t from = departure.way == LinkWay::kUp ? 0 : 1;
      note(ends[from].run, flight, first[from].value_or(0), departure.at);
      ends[1 - from].arrived(flight, departure.at);
    }
    results.drops.clear();
    for (std::size_t i = 0; i < 2; ++i) {
      ends[i].step(now);
      for (Flight& flight : std::exchange(ends[i].out, {})) {
        if (flight.kind == Flight::Kind::kSound && !first[i]) first[i] = flight.sequence;
        network->offer(
            {flights.size(), i == 0 ? LinkWay::kUp : LinkWay::kDown, link::Traffic::kAudio, flight.size + kHeaderBytes},
            now);
        flights.push_back(std::move(flight));
      }
    }
  }
  return {std::move(ends[0].run), std::move(ends[1].run)};
}

double EndRun::highest_ms(double from_s, double until_s) const {
  double highest = 0;
  for (const Sound& packet : sound)
    if (packet.delay && packet.sent.seconds() >= from_s && packet.sent.seconds() < until_s)
      highest = std::max(highest, packet.delay->ms());
  return highest;
}

double EndRun::least_ms() const {
  double least = 1e9;
  for (const Sound& packet : sound)
    if (packet.delay) least = std::min(least, packet.delay->ms());
  return least;
}

double EndRun::lost_until(double until_s) const {
  double sent = 0, lost = 0;
  for (const Sound& packet : sound) {
    if (packet.sent.seconds() >= until_s) break;
    ++sent;
    lost += !packet.delay;
  }
  return sent > 0 ? lost / sent : 1;
}

double EndRun::carried_kbps(std::size_t from_s, std::size_t until_s) const {
  double bytes = 0;
  for (std::size_t i = from_s; i < std::min(until_s, delivered.size()); ++i) bytes += static_cast<double>(delivered[i]);
  return bytes * 8e-3 / static_cast<double>(until_s - from_s);
}

}  // namespace jitterscope
