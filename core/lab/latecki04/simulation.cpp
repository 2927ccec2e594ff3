#include "core/lab/latecki04/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/algorithms/link/token_bucket.h"
#include "core/lab/latecki04/fates.h"
#include "core/lab/latecki04/fitting_encoder.h"
#include "core/lab/virtual_call/virtual_call.h"

namespace jitterscope {
namespace latecki04 {
namespace {

using virtual_call::Channel;
using virtual_call::EndSetup;
using virtual_call::VirtualCall;

constexpr Duration kTail = Duration::seconds(10);  // for what is still inside

EndSetup sending_end(const RateScenario& scenario, std::uint64_t seed) {
  const Phases phases = phases_of(scenario, seed);
  EndSetup setup;
  setup.seed = seed;
  setup.audio_block = static_cast<int>(scenario.sound.period.ns() * kAudioSampleRate / 1'000'000'000);
  setup.audio_packet_bytes = scenario.sound.bytes;
  setup.frames_per_second = 1 / scenario.picture.period.seconds();
  setup.fetching = Duration();
  setup.shaping = scenario.picture.shaping;
  setup.begins = VirtualCall::kBegin + phases.sound;
  setup.ends = VirtualCall::kBegin + scenario.length();
  setup.video_begins = VirtualCall::kBegin + scenario.alone_before + phases.picture;
  setup.video_ends = VirtualCall::kBegin + scenario.alone_before + scenario.with_picture;
  setup.latest_wake = scenario.jitter * 2;
  setup.encoder = [&scenario, seed](const auto& network, const auto& rates) {
    return std::make_unique<FittingEncoder>([&network] { return network.now(); }, rates, scenario, seed);
  };
  setup.block_size = scenario.picture.block;
  setup.keep = scenario.control.keep;
  setup.reports = scenario.rtcp;
  setup.tcp = scenario.tcp;
  return setup;
}

EndSetup receiving_end(const RateScenario& scenario, std::uint64_t seed) {
  EndSetup setup = sending_end(scenario, seed);
  if (!scenario.both_ways) setup.begins = virtual_call::kNever, setup.tcp.reset();
  return setup;
}

double mean_capacity_kbps(const LinkSetting& link, Duration from) {
  constexpr int kParts = 100;
  double kilobits = 0;
  for (int part = 0; part < kParts; ++part) {
    const Duration at = from + Duration::ms(1000 / kParts) * part;
    auto rate = link.rate;
    for (const LinkStep& change : link.schedule)
      if (change.at <= at && change.rate) rate = change.rate;
    if (rate) kilobits += rate->kbits_per_second() / kParts;
  }
  return kilobits;
}

std::int64_t& delivered(LinkSecond& second, Channel channel) {
  switch (channel) {
    case Channel::kAudio: return second.sound;
    case Channel::kVideo:
    case Channel::kTcpSegment: return second.picture;
    case Channel::kBackground: return second.cross;
    default: return second.control;
  }
}

std::vector<LinkSecond> seconds_of(const RateScenario& scenario, const VirtualCall& call) {
  std::vector<LinkSecond> seconds(static_cast<std::size_t>(std::max(1.0, std::ceil(scenario.length().seconds()))));
  for (std::size_t i = 0; i < seconds.size(); ++i)
    seconds[i].capacity_kbps = mean_capacity_kbps(scenario.link.up, Duration::seconds(static_cast<std::int64_t>(i)));
  const auto second = [&](Timestamp at) -> LinkSecond& {
    return seconds[std::min(static_cast<std::size_t>((at - VirtualCall::kBegin).seconds()), seconds.size() - 1)];
  };
  for (const VirtualCall::Sent& packet : call.sent()) {
    if (packet.from != 0 || packet.channel == Channel::kTcpAcknowledgement) continue;
    LinkSecond& then = second(packet.entered);
    then.queue_bytes = std::max(then.queue_bytes, packet.queue_bytes);
    if (packet.channel == Channel::kVideo || packet.channel == Channel::kTcpSegment)
      then.picture_sent += packet.on_link;
    if (packet.left) delivered(second(*packet.left), packet.channel) += packet.on_link;
  }
  return seconds;
}

/// What became of what the first end of a call sent that is over. Times count from the call's begin.
RateRun run_of(const RateScenario& scenario, const VirtualCall& call) {
  RateRun run = fates_of(call.end(0).events(), call.end(1).events(), VirtualCall::kBegin, transport_of(scenario));
  run.seconds = seconds_of(scenario, call);
  return run;
}

}  // namespace
}  // namespace latecki04

latecki04::Phases latecki04::phases_of(const RateScenario& scenario, std::uint64_t seed) {
  link::Random random(seed, 2);
  const Duration sound = Duration::from_seconds(scenario.sound.period.seconds() * random.uniform());
  return {sound, Duration::from_seconds(scenario.picture.period.seconds() * random.uniform())};
}

Transport latecki04::transport_of(const RateScenario& scenario) {
  return scenario.tcp ? Transport::kTcp : Transport::kUdp;
}

rtp::FeedbackTimerConfig latecki04::feedback_of(const RateScenario& scenario, std::uint64_t seed) {
  constexpr double kEnds = 2, kReportBits = 128 * 8;  // as FeedbackTimer has them
  rtp::FeedbackTimerConfig config;
  const double bits_per_second = kEnds * kReportBits / (config.share * scenario.feedback_interval.seconds());
  config.session_bandwidth = DataRate::bits_per_second(bits_per_second);
  config.seed = static_cast<std::uint32_t>(seed);
  return config;
}

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
  using namespace latecki04;
  std::unique_ptr<link::Network> network;
  if (scenario.token_bucket)
    network = std::make_unique<link::TokenBucketLink>(scenario.link, *scenario.token_bucket, seed, VirtualCall::kBegin);
  else
    network = link::make_network(scenario.link, {}, seed, VirtualCall::kBegin, error);
  if (!network) return std::nullopt;
  std::array<EndSetup, 2> ends{sending_end(scenario, seed), receiving_end(scenario, seed + 0x100000000)};
  for (EndSetup& end : ends) {
    end.trend = scenario.control.trend;
    end.feedback = feedback_of(scenario, end.seed);
    end.packet_feedback = scenario.feedback;
  }
  VirtualCall call(std::move(network), ends);
  std::uint64_t piece = 16;
  for (const CrossTraffic& cross : scenario.cross)
    call.add_background(cross.load, VirtualCall::kBegin + cross.from, VirtualCall::kBegin + cross.until,
                        seed * 64 + piece++);
  if (controller) call.end(0).set_controller(std::move(controller), scenario.control.controller);
  if (scenario.both_ways && scenario.control.on()) {
    auto own = make_rate_controller({scenario.control, scenario.schedule}, error);
    if (!own) return std::nullopt;
    call.end(1).set_controller(std::move(own), scenario.control.controller);
  }
  call.run_for(scenario.length() + kTail);
  return run_of(scenario, call);
}

}  // namespace jitterscope
