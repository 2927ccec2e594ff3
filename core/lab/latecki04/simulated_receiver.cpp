#include <algorithm>
#include <utility>

#include "core/lab/latecki04/simulated_ends.h"

namespace jitterscope::latecki04 {
namespace {

constexpr std::int32_t kReportBytes = 100;  // UDP payload: RTCP with its APP
constexpr Duration kFeedbackInterval = Duration::ms(100);

}  // namespace

PacketArrived RunRecord::sound_arrived(const SyntheticSound& sound_sent, std::int64_t sequence, Timestamp now) {
  return latecki04::sound_arrived(sound_sent, sequence, sequence - first_sound, sound(sequence).sent, now);
}

SimulatedReceiver::SimulatedReceiver(const RateScenario& scenario, std::uint64_t seed, SimulatedLink& link,
                                     RunRecord& record)
    : scenario_(scenario), link_(link), record_(record), monitor_(scenario.control.trend), losses_(seed, 1) {}

void SimulatedReceiver::take_sound(std::int64_t sequence, Timestamp now) {
  SoundFate& fate = record_.sound(sequence);
  fate.delay = now - fate.sent;
  monitor(record_.sound_arrived(scenario_.sound, sequence, now), now);
}

void SimulatedReceiver::take_picture(std::int64_t sequence, const PictureCarrier::Taken& packet) {
  const auto frame = static_cast<std::size_t>(packet.frame);
  FrameFate& fate = record_.run.frames[frame];
  if (--record_.outstanding[frame] == 0) fate.delay = packet.at - fate.due;
  monitor(picture_arrived({sequence, packet.frame, packet.block, packet.bytes}, packet.at), packet.at);
}

void SimulatedReceiver::monitor(const PacketArrived& packet, Timestamp now) {
  if (scenario_.feedback) came_.add(packet.medium, packet.ssrc, packet.sequence, now);
  monitor_.add(packet);
  const auto report = monitor_.take(now);
  if (!report) return;
  record_.run.measured.push_back(*report);
  pending_ = report;
}

std::optional<Timestamp> SimulatedReceiver::next_time() const {
  if (pending_ && came_.has_news()) return std::min(report_allowed_, feedback_allowed_);
  if (came_.has_news()) return feedback_allowed_;
  return pending_ ? std::optional(report_allowed_) : std::nullopt;
}

void SimulatedReceiver::step(Timestamp now) {
  if (pending_ && report_allowed_ <= now) send_report(now);
  if (came_.has_news() && feedback_allowed_ <= now) send_feedback(now);
}

void SimulatedReceiver::send_feedback(Timestamp now) {
  feedback_allowed_ = now + kFeedbackInterval;
  feedback_.push_back({now, came_.take()});
  const std::int32_t bytes = feedback_bytes(feedback_.back().packets) + kUdpHeaderBytes;
  link_.enter({InLink::Kind::kFeedback, bytes, 0, static_cast<std::int64_t>(feedback_.size() - 1)}, LinkWay::kDown,
              link::Traffic::kControl, now);
}

void SimulatedReceiver::send_report(Timestamp now) {
  report_allowed_ = now + scenario_.feedback_interval;
  if (losses_.happens(scenario_.feedback_loss)) return pending_.reset();
  reports_.push_back(*std::exchange(pending_, std::nullopt));
  const auto number = static_cast<std::int64_t>(reports_.size() - 1);
  link_.enter({InLink::Kind::kReport, kReportBytes + kUdpHeaderBytes, 0, number}, LinkWay::kDown,
              link::Traffic::kControl, now);
}

}  // namespace jitterscope::latecki04
