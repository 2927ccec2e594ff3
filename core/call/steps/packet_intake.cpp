#include "core/call/steps/packet_intake.h"

#include <algorithm>

#include "core/call/steps/accepted_packet.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kWrap = 65536;
constexpr Duration kSilent = Duration::seconds(2);
constexpr std::int64_t kAbsurdDelayNs = Duration::seconds(3600).ns();

/// One that far off would overflow what is reckoned with it; which delays can be true DelayBelief says.
std::optional<Timestamp> plausible(std::optional<Timestamp> sent, std::optional<Timestamp> received) {
  if (!sent || !received) return std::nullopt;
  const bool near = sent->ns() > received->ns() - kAbsurdDelayNs && sent->ns() < received->ns() + kAbsurdDelayNs;
  return near ? sent : std::nullopt;
}

}  // namespace

bool PacketIntake::takes_over(const rtp::RtpHeader& header, Timestamp received) {
  if (!learns_ || header.payload_type != config_.payload_type) return false;
  const bool in_a_row = other_ && other_->ssrc == header.ssrc && other_->next == header.sequence;
  other_ = {header.ssrc, static_cast<std::uint16_t>(header.sequence + 1)};
  return in_a_row && (alone_ || received - heard_ >= kSilent);
}

/// Only of one of our own, which begins anew with another SSRC; a foreign one may with its first numbers and times.
bool PacketIntake::is_of_the_past(std::optional<Timestamp> sent) const {
  return sent && newest_sent_ && *sent < *newest_sent_;
}

/// A stranger's is not even tried.
rtp::Parsed<rtp::ConstBytes> PacketIntake::open(rtp::ConstBytes sealed) {
  const auto ssrc = rtp::rtp_sender(sealed);
  if (!ssrc) return RejectReason::kTruncated;
  if (ssrc != config_.ssrc) return RejectReason::kWrongSsrc;
  if (sealed.size() > opened_.size()) return RejectReason::kTooLarge;
  const auto size = config_.seal->open(rtp::PacketSeal::Kind::kRtp, sealed, opened_);
  if (!size) return RejectReason::kBadSeal;
  return rtp::ConstBytes(opened_.data(), *size);
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
  if (header.payload_type != config_.payload_type) return RejectReason::kWrongPayloadType;
  if (other) reception_ = {};
  const auto sent = packet->extensions.sent_conference;
  const bool of_the_past = !other && is_of_the_past(sent);
  auto arrival = reception_.accept(header.sequence, of_the_past);
  if (!arrival) return RejectReason::kSequenceJump;
  arrival->restarted |= other;
  if (arrival->restarted) timestamps_ = {};
  if (!of_the_past) newest_sent_ = sent;
  alone_ = !config_.ssrc;
  config_.ssrc = header.ssrc;
  heard_ = arrived.received;
  while (arrival->restarted && base_ + arrival->sequence <= highest_) base_ += kWrap;
  highest_ = std::max(highest_, base_ + arrival->sequence);

  AcceptedPacket accepted{*packet, {}, arrival->restarted};
  PacketArrived& event = accepted.event;
  event.medium = config_.medium;
  event.ssrc = header.ssrc;
  event.sequence = base_ + arrival->sequence;
  event.rtp_timestamp = timestamps_.unwrap(header.timestamp);
  if (packet->extensions.block) {
    event.frame = frames_.unwrap(packet->extensions.block->frame);
    event.block = packet->extensions.block->block;
  }
  event.marker = header.marker;
  event.duplicate = arrival->duplicate;
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
