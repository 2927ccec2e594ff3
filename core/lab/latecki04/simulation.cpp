#include "core/lab/latecki04/simulation.h"

#include <algorithm>
#include <utility>

#include "core/algorithms/link/token_bucket.h"
#include "core/lab/latecki04/simulated_ends.h"

namespace jitterscope {
namespace latecki04 {
namespace {

constexpr Duration kTail = Duration::seconds(10);  // for what is still inside

class Simulation {
 public:
  Simulation(const RateScenario& scenario, std::uint64_t seed, std::unique_ptr<link::Network> network,
             std::unique_ptr<RateController> controller);
  RateRun run();

 private:
  std::optional<Timestamp> next_time() const;
  void step(Timestamp now);
  void leave(const SimulatedLink::Arrival& arrival);

  Timestamp end_;
  RunRecord record_;
  SimulatedLink link_;
  SimulatedReceiver receiver_;
  PicturePath path_;
  SimulatedSender sender_;
};

Simulation::Simulation(const RateScenario& scenario, std::uint64_t seed, std::unique_ptr<link::Network> network,
                       std::unique_ptr<RateController> controller)
    : end_(Timestamp() + scenario.length() + kTail),
      record_(static_cast<std::int64_t>(link::Random(seed, 6).uniform() * 65536)),
      link_(scenario, seed, std::move(network)),
      receiver_(scenario, seed, link_, record_),
      path_(scenario, seed, link_, receiver_),
      sender_(scenario, seed, link_, path_, record_, std::move(controller)) {}

void Simulation::leave(const SimulatedLink::Arrival& arrival) {
  const InLink& packet = arrival.packet;
  switch (packet.kind) {
    case InLink::Kind::kSound: return receiver_.take_sound(packet.number, arrival.at);
    case InLink::Kind::kPicture:
    case InLink::Kind::kCarrier: return path_.arrived(arrival);
    case InLink::Kind::kCross:
    case InLink::Kind::kTheirs: return;
    case InLink::Kind::kTheirSound: return sender_.take_their_sound(packet.number, arrival.at);
    case InLink::Kind::kReport: return sender_.receive_report(receiver_.report(packet.number), arrival.at);
    case InLink::Kind::kFeedback: return sender_.receive_feedback(receiver_.feedback(packet.number), arrival.at);
    case InLink::Kind::kAsk: return receiver_.judge_from(packet.number);
  }
}

std::optional<Timestamp> Simulation::next_time() const {
  std::optional<Timestamp> earliest;
  for (const auto& at : {link_.next_event(), path_.next_time(), sender_.next_time(), receiver_.next_time()})
    if (at && (!earliest || *at < *earliest)) earliest = at;
  return earliest;
}

void Simulation::step(Timestamp now) {
  for (const auto& arrival : link_.advance(now)) leave(arrival);
  path_.step(now);
  link_.enter_cross(now);
  sender_.step(now);
  receiver_.step(now);
  sender_.repeat_wish(now);
}

RateRun Simulation::run() {
  Timestamp now;
  for (auto next = next_time(); next && *next <= end_; next = next_time()) {
    now = std::max(now, *next);
    step(now);
  }
  record_.run.seconds = std::move(link_.seconds);
  return std::move(record_.run);
}

}  // namespace
}  // namespace latecki04

LinkSettings RateScenario::latecki04_link() {
  std::string error;
  return *LinkSettings::parse("up:rate=100kbit,queue=32000b,delay=41ms;down:delay=41ms", error);
}

RateControlSetting RateScenario::two_stream() {
  RateControlSetting setting;
  setting.controller = "two-stream";
  return setting;
}

std::optional<RateRun> simulate(const RateScenario& scenario, std::uint64_t seed, std::string& error) {
  if (!scenario.control.on()) return simulate_with(nullptr, scenario, seed, error);
  auto controller = make_rate_controller({scenario.control, scenario.schedule}, error);
  if (!controller) return std::nullopt;
  RateScenario told = scenario;
  told.feedback |= find_rate_controller(scenario.control.controller)->needs_feedback;
  return simulate_with(std::move(controller), told, seed, error);
}

std::optional<RateRun> simulate_with(std::unique_ptr<RateController> controller, const RateScenario& scenario,
                                     std::uint64_t seed, std::string& error) {
  auto network = link::make_network(scenario.link, {}, seed, Timestamp(), error);
  if (scenario.token_bucket)
    network = std::make_unique<link::TokenBucketLink>(scenario.link, *scenario.token_bucket, seed, Timestamp());
  if (!network) return std::nullopt;
  return latecki04::Simulation(scenario, seed, std::move(network), std::move(controller)).run();
}

}  // namespace jitterscope
