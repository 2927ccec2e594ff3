#include <algorithm>
#include <utility>

#include "core/events/settings.h"
#include "core/lab/latecki04/simulated_ends.h"

namespace jitterscope::latecki04 {
namespace {

constexpr std::int32_t kAskBytes = 60;  // UDP payload: RTCP with its APP

}  // namespace

SimulatedSender::SimulatedSender(const RateScenario& scenario, std::uint64_t seed, SimulatedLink& link,
                                 PicturePath& path, RunRecord& record, std::unique_ptr<RateController> controller)
    : scenario_(scenario),
      link_(link),
      path_(path),
      record_(record),
      control_(scenario, std::move(controller)),
      their_monitor_(scenario.control.trend),
      sound_(Timestamp(), Timestamp() + scenario.length(), scenario.sound.period, scenario.jitter, {seed, 2}),
      picture_(Timestamp() + scenario.alone_before, Timestamp() + scenario.alone_before + scenario.with_picture,
               scenario.picture.period, scenario.jitter, {seed, 3}),
      rounds_(Timestamp(), Timestamp() + scenario.length(), kAnalysisRound, Duration(), {seed, 4}),
      sizes_(scenario.picture, path.header_bytes(), {seed, 5}) {
  if (!scenario.carrier) return;
  control_.add(changed_to(SetTransport{Transport::kTcp}, "local", Timestamp()));
}

void SimulatedSender::send_sound(Timestamp now) {
  sound_.advance();
  const std::int64_t sequence = record_.first_sound + static_cast<std::int64_t>(record_.run.sound.size());
  record_.run.sound.push_back({sequence, now, std::nullopt});
  control_.add(sound_sent(scenario_.sound, sequence, now));
  link_.enter({InLink::Kind::kSound, scenario_.sound.bytes + kUdpHeaderBytes, 0, sequence}, LinkWay::kUp,
              link::Traffic::kAudio, now);
}

void SimulatedSender::begin_picture(Timestamp now) {
  picture_.advance();
  FrameFate fate{static_cast<std::int64_t>(record_.run.frames.size()), now, 0, std::nullopt, std::nullopt};
  const auto packets = control_.sending() ? sizes_.next(control_.target()) : std::nullopt;
  if (!control_.sending())
    fate.omitted = OmitReason::kBreak;
  else if (!packets)
    fate.omitted = OmitReason::kTarget;
  else if (path_.holds_obsolete(now))
    fate.omitted = OmitReason::kObsolete;
  if (!fate.omitted) {
    fate.bytes = static_cast<std::int32_t>(sizes_.on_link(*packets));
    plan(fate.frame, *packets, fate.bytes, now);
  } else {
    control_.add(picture_omitted(fate.frame, *fate.omitted, now));
  }
  record_.run.frames.push_back(fate);
  record_.outstanding.push_back(packets ? static_cast<std::int32_t>(packets->size()) : 0);
}

void SimulatedSender::plan(std::int64_t frame, const std::vector<std::int32_t>& packets, std::int32_t bytes,
                           Timestamp now) {
  Timestamp at = planned_.empty() ? now : std::max(now, planned_.back().at);
  const Duration interval = packet_interval(bytes, packets.size());
  for (std::size_t i = 0; i < packets.size(); ++i, at += interval)
    planned_.push_back({at, {0, frame, static_cast<std::int32_t>(i), packets[i], i + 1 == packets.size()}});
}

Duration SimulatedSender::packet_interval(std::int32_t bytes, std::size_t packets) const {
  if (!scenario_.picture.spread_evenly) return scenario_.picture.packet_interval;
  return Duration::from_seconds(bytes * 8.0 / control_.target().bits_per_second() / static_cast<double>(packets));
}

void SimulatedSender::send_picture(PicturePacket packet, Timestamp now) {
  packet.sequence = picture_sequence_++;
  control_.add(picture_sent(packet, now));
  path_.send(packet, now);
}

bool SimulatedSender::is_silent(Timestamp now) const {
  return now >= Timestamp() + scenario_.silent_from && now < Timestamp() + scenario_.silent_until;
}

void SimulatedSender::receive_feedback(const SimulatedReceiver::Feedback& feedback, Timestamp now) {
  if (!is_silent(now)) control_.receive({now, feedback.made, feedback.packets});
}

void SimulatedSender::receive_report(TrendReported report, Timestamp now) {
  if (is_silent(now)) return;
  report.direction = Direction::kReceived;
  report.at = now;
  record_.run.received.push_back(report);
  control_.receive(report);
}

void SimulatedSender::take_their_sound(std::int64_t sequence, Timestamp now) {
  their_monitor_.add(record_.sound_arrived(scenario_.sound, sequence, now));
  if (const auto report = their_monitor_.take(now)) control_.add(*report);
}

void SimulatedSender::decide(Timestamp now) {
  rounds_.advance();
  const auto decision = control_.decide(now);
  if (!decision) return;
  record_.run.decisions.push_back(*decision);
  if (decision->judge_from) ask(now);
}

/// As the rtcp thread does: at once, then again until a report says that it was heard.
void SimulatedSender::ask(Timestamp now) {
  link_.enter({InLink::Kind::kAsk, kAskBytes + kUdpHeaderBytes, 0, control_.ask(now)}, LinkWay::kUp,
              link::Traffic::kControl, now);
}

std::optional<Timestamp> SimulatedSender::next_time() const {
  std::optional<Timestamp> earliest;
  if (!planned_.empty()) earliest = planned_.front().at;
  for (const auto& at : {sound_.next(), picture_.next(), rounds_.next(), control_.ask_due()})
    if (at && (!earliest || *at < *earliest)) earliest = at;
  return earliest;
}

void SimulatedSender::step(Timestamp now) {
  if (sound_.next() && *sound_.next() <= now) send_sound(now);
  if (picture_.next() && *picture_.next() <= now) begin_picture(now);
  for (; !planned_.empty() && planned_.front().at <= now; planned_.pop_front())
    send_picture(planned_.front().packet, now);
  if (rounds_.next() && *rounds_.next() <= now) decide(now);
}

void SimulatedSender::repeat_wish(Timestamp now) {
  if (control_.ask_due() && *control_.ask_due() <= now) ask(now);
}

}  // namespace jitterscope::latecki04
