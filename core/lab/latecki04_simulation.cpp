#include "core/lab/latecki04_simulation.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "core/lab/latecki04_sender_control.h"
#include "core/lab/latecki04_sources.h"
#include "core/link/background_traffic.h"
#include "core/link/network.h"
#include "core/link/token_bucket.h"
#include "core/rate/stream_monitor.h"

namespace jitterscope {
namespace {

using link::kHeaderBytes;
using link::Traffic;

constexpr Duration kRound = Duration::ms(20);      // of the sender's analysis
constexpr Duration kTail = Duration::seconds(10);  // for what is still inside
constexpr std::int32_t kReportBytes = 100;         // UDP payload of a report, of an ask: RTCP with its APP
constexpr std::int32_t kAskBytes = 60;
constexpr std::uint32_t kSoundSsrc = 1, kPictureSsrc = 2;

/// What a packet inside the link is.
struct InLink {
  enum class Kind : std::uint8_t { kSound, kPicture, kCarrier, kCross, kReport, kAsk, kTheirs, kTheirSound } kind{};
  std::int32_t bytes = 0;  // on the link
  std::int32_t block = 0;
  std::int64_t number = 0;  // of sound or frame; index of a report; sequence asked for
  std::uint64_t tag = 0;
};

struct PlannedPacket {
  Timestamp at;
  std::int64_t frame;
  std::int32_t block, bytes;
  bool last;
};

class Simulation {
 public:
  Simulation(const RateScenario& scenario, std::uint64_t seed, std::unique_ptr<link::Network> network,
             std::unique_ptr<RateController> controller);
  RateRun run();

 private:
  std::optional<Timestamp> next_time() const;
  void step(Timestamp now);
  void send_sound(Timestamp now);
  void begin_picture(Timestamp now);
  Duration packet_interval(std::int32_t bytes, std::size_t packets) const;
  void send_picture(const PlannedPacket& packet, Timestamp now);
  void send_cross(Timestamp now);
  void enter(InLink packet, LinkWay way, Traffic traffic, Timestamp now);
  void leave(const InLink& packet, LinkWay way, Timestamp now);
  void take_picture(std::int64_t sequence, const PictureCarrier::Taken& packet);
  void serve_carrier(Timestamp now);
  PacketArrived arrived_sound(std::int64_t sequence, Timestamp now) const;
  void take_sound(std::int64_t sequence, Timestamp now);
  void take_their_sound(std::int64_t sequence, Timestamp now);
  void count_delivered(const InLink& packet, Timestamp now);
  void monitor(const PacketArrived& packet, Timestamp now);
  void send_report(Timestamp now);
  void receive_report(TrendReported report, Timestamp now);
  void decide(Timestamp now);
  void ask(Timestamp now);
  LinkSecond& second(Timestamp now);
  void note_capacity();

  RateScenario scenario_;
  std::unique_ptr<link::Network> network_;
  latecki04::SenderControl control_;
  std::unique_ptr<PictureCarrier> carrier_;
  StreamMonitor monitor_, their_monitor_;
  link::Random losses_;
  Beat sound_, picture_, rounds_;
  PictureSizes sizes_;
  std::vector<link::BackgroundTraffic> cross_;
  std::deque<PlannedPacket> planned_;
  std::vector<InLink> packets_;
  std::vector<std::int32_t> outstanding_;  // packets of each frame that the receiver has not
  link::Results results_;
  std::vector<TrendReported> reports_;  // that left the receiver
  std::int64_t first_sound_, picture_sequence_ = 0, carried_sequence_ = 0;
  std::optional<TrendReported> pending_;
  Timestamp report_allowed_;
  RateRun run_;
};

int header_bytes(const PictureCarrier* carrier) {
  return carrier ? carrier->header_bytes() : kHeaderBytes;
}

Simulation::Simulation(const RateScenario& scenario, std::uint64_t seed, std::unique_ptr<link::Network> network,
                       std::unique_ptr<RateController> controller)
    : scenario_(scenario),
      network_(std::move(network)),
      control_(scenario, std::move(controller)),
      carrier_(scenario.carrier ? scenario.carrier(seed) : nullptr),
      monitor_(scenario.control.trend),
      their_monitor_(scenario.control.trend),
      losses_(seed, 1),
      sound_(Timestamp(), Timestamp() + scenario.length(), scenario.sound.period, scenario.jitter, {seed, 2}),
      picture_(Timestamp() + scenario.alone_before, Timestamp() + scenario.alone_before + scenario.with_picture,
               scenario.picture.period, scenario.jitter, {seed, 3}),
      rounds_(Timestamp(), Timestamp() + scenario.length(), kRound, Duration(), {seed, 4}),
      sizes_(scenario.picture, header_bytes(carrier_.get()), {seed, 5}),
      first_sound_(static_cast<std::int64_t>(link::Random(seed, 6).uniform() * 65536)) {
  std::uint64_t piece = 16;
  for (const CrossTraffic& cross : scenario.cross)
    cross_.emplace_back(cross.load, seed * 64 + piece++, Timestamp() + cross.from);
  note_capacity();
}

LinkSecond& Simulation::second(Timestamp now) {
  const auto index = std::min(static_cast<std::size_t>(now.seconds()), run_.seconds.size() - 1);
  return run_.seconds[index];
}

void Simulation::note_capacity() {
  const LinkSetting& up = scenario_.link.up;
  const auto seconds = static_cast<std::size_t>(std::ceil(scenario_.length().seconds()));
  run_.seconds.resize(std::max<std::size_t>(seconds, 1));
  for (std::size_t i = 0; i < run_.seconds.size(); ++i) {
    double kilobits = 0;
    constexpr int kParts = 100;
    for (int part = 0; part < kParts; ++part) {
      const Duration at = Duration::seconds(static_cast<std::int64_t>(i)) + Duration::ms(1000 / kParts) * part;
      auto rate = up.rate;
      for (const LinkStep& change : up.schedule)
        if (change.at <= at && change.rate) rate = change.rate;
      if (rate) kilobits += rate->kbits_per_second() / kParts;
    }
    run_.seconds[i].capacity_kbps = kilobits;
  }
}

void Simulation::enter(InLink packet, LinkWay way, Traffic traffic, Timestamp now) {
  const std::uint64_t id = packets_.size();
  packets_.push_back(packet);
  network_->offer({id, way, traffic, packet.bytes}, now);
  if (way == LinkWay::kDown) return;
  if (scenario_.both_ways) {
    const auto kind = packet.kind == InLink::Kind::kSound ? InLink::Kind::kTheirSound : InLink::Kind::kTheirs;
    enter({kind, packet.bytes, 0, packet.number}, LinkWay::kDown, traffic, now);
  }
  LinkSecond& then = second(now);
  then.queue_bytes = std::max(then.queue_bytes, network_->queue(LinkWay::kUp).bytes);
  if (packet.kind == InLink::Kind::kPicture || packet.kind == InLink::Kind::kCarrier) then.picture_sent += packet.bytes;
}

void Simulation::send_sound(Timestamp now) {
  const std::int64_t sequence = first_sound_ + static_cast<std::int64_t>(run_.sound.size());
  run_.sound.push_back({sequence, now, std::nullopt});
  PacketSent sent;
  sent.medium = Medium::kAudio;
  sent.ssrc = kSoundSsrc;
  sent.sequence = sent.frame = sequence;
  sent.size = scenario_.sound.bytes;
  sent.due = sent.sent = now;
  sent.sent_conference = now;
  control_.add(sent);
  enter({InLink::Kind::kSound, scenario_.sound.bytes + kHeaderBytes, 0, sequence}, LinkWay::kUp, Traffic::kAudio, now);
  sound_.advance();
}

void Simulation::begin_picture(Timestamp now) {
  const auto frame = static_cast<std::int64_t>(run_.frames.size());
  FrameFate fate{frame, now, 0, std::nullopt, std::nullopt};
  picture_.advance();
  const auto packets = control_.sending() ? sizes_.next(control_.target()) : std::nullopt;
  if (!control_.sending())
    fate.omitted = OmitReason::kBreak;
  else if (!packets)
    fate.omitted = OmitReason::kTarget;
  else if (carrier_ && carrier_->holds_obsolete(now))
    fate.omitted = OmitReason::kObsolete;
  if (!fate.omitted) {
    fate.bytes = static_cast<std::int32_t>(sizes_.on_link(*packets));
    Timestamp at = planned_.empty() ? now : std::max(now, planned_.back().at);
    const Duration interval = packet_interval(fate.bytes, packets->size());
    for (std::size_t i = 0; i < packets->size(); ++i, at += interval)
      planned_.push_back({at, frame, static_cast<std::int32_t>(i), (*packets)[i], i + 1 == packets->size()});
  } else {
    FrameOmitted omitted;
    omitted.ssrc = kPictureSsrc;
    omitted.frame = frame;
    omitted.reason = *fate.omitted;
    omitted.at = now;
    control_.add(omitted);
  }
  run_.frames.push_back(fate);
  outstanding_.push_back(packets ? static_cast<std::int32_t>(packets->size()) : 0);
}

Duration Simulation::packet_interval(std::int32_t bytes, std::size_t packets) const {
  if (!scenario_.picture.spread_evenly) return scenario_.picture.packet_interval;
  return Duration::from_seconds(bytes * 8.0 / control_.target().bits_per_second() / static_cast<double>(packets));
}

void Simulation::send_picture(const PlannedPacket& packet, Timestamp now) {
  PacketSent sent;
  sent.medium = Medium::kVideo;
  sent.ssrc = kPictureSsrc;
  sent.sequence = picture_sequence_++;
  sent.frame = packet.frame;
  sent.block = static_cast<std::uint16_t>(packet.block);
  sent.marker = packet.last;
  sent.size = packet.bytes;
  sent.due = sent.sent = now;
  sent.sent_conference = now;
  control_.add(sent);
  if (carrier_) {
    carrier_->send(packet.frame, packet.block, packet.bytes, now);
    return serve_carrier(now);
  }
  InLink inside{InLink::Kind::kPicture, packet.bytes + kHeaderBytes, packet.block, packet.frame};
  inside.tag = static_cast<std::uint64_t>(sent.sequence);
  enter(inside, LinkWay::kUp, Traffic::kVideo, now);
}

void Simulation::send_cross(Timestamp now) {
  for (std::size_t i = 0; i < cross_.size(); ++i) {
    const CrossTraffic& cross = scenario_.cross[i];
    while (cross_[i].due() && *cross_[i].due() <= now) {
      const bool over = *cross_[i].due() >= Timestamp() + cross.until;
      for (int n = cross_[i].take(); n > 0 && !over; --n)
        enter({InLink::Kind::kCross, cross.load.packet_bytes + kHeaderBytes}, LinkWay::kUp, Traffic::kBackground, now);
    }
  }
}

void Simulation::serve_carrier(Timestamp now) {
  for (const auto& packet : std::exchange(carrier_->to_link, {})) {
    InLink inside{InLink::Kind::kCarrier, packet.bytes};
    inside.tag = packet.tag;
    enter(inside, packet.way, Traffic::kVideo, now);
  }
  for (const auto& packet : std::exchange(carrier_->taken, {})) take_picture(carried_sequence_++, packet);
}

void Simulation::take_picture(std::int64_t sequence, const PictureCarrier::Taken& packet) {
  FrameFate& frame = run_.frames[static_cast<std::size_t>(packet.frame)];
  if (--outstanding_[static_cast<std::size_t>(packet.frame)] == 0) frame.delay = packet.at - frame.due;
  PacketArrived arrived;
  arrived.medium = Medium::kVideo;
  arrived.ssrc = kPictureSsrc;
  arrived.sequence = sequence;
  arrived.frame = packet.frame;
  arrived.block = static_cast<std::uint16_t>(packet.block);
  arrived.size = packet.bytes;
  arrived.received = packet.at;
  arrived.received_conference = packet.at;
  monitor(arrived, packet.at);
}

PacketArrived Simulation::arrived_sound(std::int64_t sequence, Timestamp now) const {
  PacketArrived arrived;
  arrived.medium = Medium::kAudio;
  arrived.ssrc = kSoundSsrc;
  arrived.sequence = sequence;
  arrived.frame = sequence;
  arrived.rtp_timestamp = (sequence - first_sound_) * scenario_.sound.period.ns() / 125'000;  // 8 kHz
  arrived.size = scenario_.sound.bytes;
  arrived.received = now;
  arrived.received_conference = now;
  arrived.sent_conference = run_.sound[static_cast<std::size_t>(sequence - first_sound_)].sent;
  return arrived;
}

void Simulation::take_sound(std::int64_t sequence, Timestamp now) {
  SoundFate& fate = run_.sound[static_cast<std::size_t>(sequence - first_sound_)];
  fate.delay = now - fate.sent;
  monitor(arrived_sound(sequence, now), now);
}

/// The sender's own monitor; its controller hears of it as in a call.
void Simulation::take_their_sound(std::int64_t sequence, Timestamp now) {
  their_monitor_.add(arrived_sound(sequence, now));
  const auto report = their_monitor_.take(now);
  if (report) control_.add(*report);
}

void Simulation::monitor(const PacketArrived& packet, Timestamp now) {
  monitor_.add(packet);
  const auto report = monitor_.take(now);
  if (!report) return;
  run_.measured.push_back(*report);
  pending_ = report;
}

void Simulation::send_report(Timestamp now) {
  report_allowed_ = now + scenario_.feedback_interval;
  if (losses_.happens(scenario_.feedback_loss)) return pending_.reset();
  reports_.push_back(*std::exchange(pending_, std::nullopt));
  enter({InLink::Kind::kReport, kReportBytes + kHeaderBytes, 0, static_cast<std::int64_t>(reports_.size() - 1)},
        LinkWay::kDown, Traffic::kControl, now);
}

void Simulation::receive_report(TrendReported report, Timestamp now) {
  if (now >= Timestamp() + scenario_.silent_from && now < Timestamp() + scenario_.silent_until) return;
  report.direction = Direction::kReceived;
  report.at = now;
  run_.received.push_back(report);
  control_.receive(report);
}

void Simulation::decide(Timestamp now) {
  rounds_.advance();
  const auto decision = control_.decide(now);
  if (!decision) return;
  run_.decisions.push_back(*decision);
  if (decision->judge_from) ask(now);
}

/// As the rtcp thread does: at once, then again until a report says that it was heard.
void Simulation::ask(Timestamp now) {
  enter({InLink::Kind::kAsk, kAskBytes + kHeaderBytes, 0, control_.ask(now)}, LinkWay::kUp, Traffic::kControl, now);
}

void Simulation::leave(const InLink& packet, LinkWay way, Timestamp now) {
  if (way == LinkWay::kUp) count_delivered(packet, now);
  switch (packet.kind) {
    case InLink::Kind::kSound: return take_sound(packet.number, now);
    case InLink::Kind::kPicture:
      return take_picture(static_cast<std::int64_t>(packet.tag),
                          {packet.number, packet.block, packet.bytes - kHeaderBytes, now});
    case InLink::Kind::kCarrier: carrier_->arrived(packet.tag, way, now); return serve_carrier(now);
    case InLink::Kind::kCross:
    case InLink::Kind::kTheirs: return;
    case InLink::Kind::kTheirSound: return take_their_sound(packet.number, now);
    case InLink::Kind::kReport: return receive_report(reports_[static_cast<std::size_t>(packet.number)], now);
    case InLink::Kind::kAsk: return monitor_.judge_from(packet.number);
  }
}

void Simulation::count_delivered(const InLink& packet, Timestamp now) {
  LinkSecond& then = second(now);
  switch (packet.kind) {
    case InLink::Kind::kSound: then.sound += packet.bytes; return;
    case InLink::Kind::kPicture:
    case InLink::Kind::kCarrier: then.picture += packet.bytes; return;
    case InLink::Kind::kCross: then.cross += packet.bytes; return;
    case InLink::Kind::kReport:
    case InLink::Kind::kAsk: then.control += packet.bytes; return;
    case InLink::Kind::kTheirs:
    case InLink::Kind::kTheirSound: return;
  }
}

std::optional<Timestamp> Simulation::next_time() const {
  std::optional<Timestamp> earliest;
  const auto consider = [&](std::optional<Timestamp> at) {
    if (at && (!earliest || *at < *earliest)) earliest = at;
  };
  consider(sound_.next());
  consider(picture_.next());
  consider(rounds_.next());
  consider(network_->next_event());
  if (carrier_) consider(carrier_->next_event());
  if (!planned_.empty()) consider(planned_.front().at);
  for (std::size_t i = 0; i < cross_.size(); ++i)
    if (cross_[i].due() && *cross_[i].due() < Timestamp() + scenario_.cross[i].until) consider(cross_[i].due());
  if (pending_) consider(report_allowed_);
  consider(control_.ask_due());
  return earliest;
}

void Simulation::step(Timestamp now) {
  network_->advance(now, results_);
  for (const link::Departure& departure : std::exchange(results_.departures, {}))
    if (!departure.duplicate) leave(packets_[departure.id], departure.way, departure.at);
  results_.drops.clear();
  if (carrier_ && carrier_->next_event() && *carrier_->next_event() <= now) {
    carrier_->advance(now);
    serve_carrier(now);
  }
  send_cross(now);
  if (sound_.next() && *sound_.next() <= now) send_sound(now);
  if (picture_.next() && *picture_.next() <= now) begin_picture(now);
  for (; !planned_.empty() && planned_.front().at <= now; planned_.pop_front()) send_picture(planned_.front(), now);
  if (rounds_.next() && *rounds_.next() <= now) decide(now);
  if (pending_ && report_allowed_ <= now) send_report(now);
  if (control_.ask_due() && *control_.ask_due() <= now) ask(now);
}

RateRun Simulation::run() {
  const Timestamp end = Timestamp() + scenario_.length() + kTail;
  Timestamp now;
  for (auto next = next_time(); next && *next <= end; next = next_time()) {
    now = std::max(now, *next);
    step(now);
  }
  return std::move(run_);
}

}  // namespace

LinkSettings RateScenario::latecki04_link() {
  std::string error;
  return *LinkSettings::parse("up:rate=100kbit,limit=32000b,delay=53ms;down:delay=53ms", error);
}

RateControlSetting RateScenario::two_stream() {
  RateControlSetting setting;
  setting.controller = "two-stream";
  return setting;
}

std::optional<RateRun> simulate(const RateScenario& scenario, std::uint64_t seed, std::string& error) {
  auto network = link::make_network(scenario.link, {}, seed, Timestamp(), error);
  if (scenario.token_bucket)
    network = std::make_unique<link::TokenBucketLink>(scenario.link, *scenario.token_bucket, seed, Timestamp());
  if (!network) return std::nullopt;
  std::unique_ptr<RateController> controller;
  if (scenario.control.on()) {
    controller = make_rate_controller({scenario.control, scenario.schedule}, error);
    if (!controller) return std::nullopt;
  }
  return Simulation(scenario, seed, std::move(network), std::move(controller)).run();
}

}  // namespace jitterscope
