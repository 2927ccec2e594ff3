#include "core/call/steps/packet_intake.h"

#include <algorithm>

#include "core/call/steps/accepted_packet.h"

namespace jitterscope {
namespace {

using Verdict = rtp::SequenceRuns::Verdict;

constexpr std::int64_t kWrap = 65536;
constexpr Duration kSilent = Duration::seconds(2);
constexpr Duration kBetweenRuns = Duration::seconds(1);  // that are said, lest a flood fills the log
constexpr std::int64_t kAbsurdDelayNs = Duration::seconds(3600).ns();

/// One that far off would overflow what is reckoned with it; which delays can be true DelayBelief says.
std::optional<Timestamp> plausible(std::optional<Timestamp> sent, std::optional<Timestamp> received) {
  if (!sent || !received) return std::nullopt;
  const bool near = sent->ns() > received->ns() - kAbsurdDelayNs && sent->ns() < received->ns() + kAbsurdDelayNs;
  return near ? sent : std::nullopt;
}

}  // namespace

Notice new_run_notice(Medium medium, Timestamp at) {
  const bool sound = medium == Medium::kAudio;
  return {
      0,
      ShortText<160>(sound ? "The sender of the sound began anew with other sequence numbers: a new run. What lies "
                             "between the runs is no loss."
                           : "The sender of the picture began anew with other sequence numbers: a new run. What lies "
                             "between the runs is no loss."),
      at};
}

bool PacketIntake::takes_over(const rtp::RtpHeader& header, Timestamp received) {
  if (!learns_ || header.payload_type != config_.payload_type) return false;
  const bool in_a_row = other_ && other_->ssrc == header.ssrc && other_->next == header.sequence;
  other_ = {header.ssrc, static_cast<std::uint16_t>(header.sequence + 1)};
  return in_a_row && (alone_ || received - heard_ >= kSilent);
}

/// Packets with send times are of our own senders, which begin anew with another SSRC only.
bool PacketIntake::is_of_the_past(std::optional<Timestamp> sent) const {
  return sent && newest_sent_ && *sent < *newest_sent_;
}

/// Packets of a stranger's SSRC are refused before anything is deciphered.
rtp::Parsed<rtp::ConstBytes> PacketIntake::open(rtp::ConstBytes sealed) {
  const auto ssrc = rtp::rtp_sender(sealed);
  if (!ssrc) return RejectReason::kTruncated;
  if (ssrc != config_.ssrc) return RejectReason::kWrongSsrc;
  if (sealed.size() > opened_.size()) return RejectReason::kTooLarge;
  const auto size = config_.seal->open(rtp::PacketSeal::Kind::kRtp, sealed, opened_);
  if (!size) return RejectReason::kBadSeal;
  return rtp::ConstBytes(opened_.data(), *size);
}

/// A new run of a plain sender goes on with the next number. One of our own senders begins none: its numbers jumped
/// over a loss.
void PacketIntake::set_offset(const rtp::RunPlace& first, bool other_ssrc) {
  run_first_ = INT64_MIN;
  if (learns_ && !other_ssrc) {
    offset_ = highest_ + 1 - first.sequence;
    run_first_ = first.sequence;
    return;
  }
  if (other_ssrc) offset_ = 0;
  while (offset_ + first.sequence <= highest_) offset_ += kWrap;
}

rtp::Parsed<AcceptedPacket> PacketIntake::accept(const Arrival& arrived) {
  if (arrived.truncated) return RejectReason::kTooLarge;
  const auto bytes = config_.seal ? open(arrived.bytes) : rtp::Parsed(arrived.bytes);
  if (!bytes) return bytes.reason;
  const auto packet = rtp::parse_rtp(*bytes, config_.ids);
  if (!packet) return packet.reason;
  const rtp::RtpHeader& header = packet->header;
  const bool other = config_.ssrc && header.ssrc != *config_.ssrc;
  if (other && !takes_over(header, arrived.received)) return RejectReason::kWrongSsrc;
  const bool of_other_type = header.payload_type != config_.payload_type;
  if (of_other_type && !config_.ssrc) return RejectReason::kWrongPayloadType;
  if (other) runs_.restart();
  const auto sent = packet->extensions.sent_conference;
  const bool of_the_past = !other && is_of_the_past(sent);
  const rtp::RunPacket numbered{header.sequence, header.timestamp, arrived.received, of_the_past, !learns_};
  auto answer = runs_.add(numbered);
  if (answer.verdict == Verdict::kOther && arrived.received - heard_ >= kSilent) {
    runs_.forget_others();  // the one that was taken has ended
    answer = runs_.add(numbered);
  }
  const bool begins = answer.verdict == Verdict::kBegins || answer.verdict == Verdict::kResumes;
  if (!begins && answer.verdict != Verdict::kPlaced) return RejectReason::kSequenceJump;
  if (begins || other) set_offset(answer.place, other);
  if (answer.place.sequence < run_first_) return RejectReason::kSequenceJump;
  if (!of_the_past) newest_sent_ = sent;
  alone_ = !config_.ssrc;
  config_.ssrc = header.ssrc;
  heard_ = arrived.received;
  highest_ = std::max(highest_, offset_ + answer.place.sequence);

  const bool says_run = begins && learns_ && (!began_run_ || arrived.received - *began_run_ >= kBetweenRuns);
  if (says_run) began_run_ = arrived.received;
  AcceptedPacket accepted{*packet, {}, begins || other, says_run, of_other_type};
  PacketArrived& event = accepted.event;
  event.medium = config_.medium;
  event.ssrc = header.ssrc;
  event.sequence = offset_ + answer.place.sequence;
  event.rtp_timestamp = answer.place.timestamp;
  if (packet->extensions.block) {
    event.frame = frames_.unwrap(packet->extensions.block->frame);
    event.block = packet->extensions.block->block;
  }
  event.marker = header.marker;
  event.duplicate = answer.place.duplicate;
  if (learns_) event.run_offset = offset_;
  event.untimed = of_other_type;
  event.payload_type = header.payload_type;
  event.size = arrived.size();
  event.received = arrived.received;
  event.kernel = arrived.kernel;
  const CallClock::View clock = config_.clock->view();
  event.received_conference = clock.to_conference(arrived.received);
  if (clock.synchronised)
    event.sent_conference = plausible(packet->extensions.sent_conference, event.received_conference);
  return accepted;
}

}  // namespace jitterscope
