#include "core/record/import/rtp_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/record/import/payload_types.h"

namespace jitterscope::trace {
namespace {

constexpr std::size_t kFewestPackets = 5;
constexpr int kCaptureClock = 0;  // of StreamClocks; those of calls follow
constexpr int kNearSequence = 1000, kNextSequence = 16, kReordered = 100;
constexpr std::size_t kFewSteps = 50;
constexpr int kMostPayloadTypes = 8;
constexpr std::int64_t kNearTimestamp = 1 << 24;  // three minutes at 90 kHz

bool nearly_all(std::size_t part, std::size_t whole) {
  return part * 10 >= whole * 9;
}

struct ReadHeader {
  rtp::RtpHeader header;
  rtp::PacketExtensions extensions;
  bool odd = false;  // its padding or extension cannot be what the header says: encrypted, or no RTP
};

/// nullopt: no RTP packet, whole or cut short by the capture, looks so.
std::optional<ReadHeader> read_header(const UdpDatagram& datagram) {
  const FrameBytes bytes = datagram.payload;
  if (bytes.size() < rtp::kMinRtpHeaderBytes || bytes[0] >> 6 != 2) return std::nullopt;
  if (const auto packet = rtp::parse_rtp(bytes)) return ReadHeader{packet->header, packet->extensions};
  const bool cut = bytes.size() < datagram.size;
  std::array<std::uint8_t, rtp::kMinRtpHeaderBytes> fixed{};
  std::copy_n(bytes.begin(), fixed.size(), fixed.begin());
  fixed[0] = 0x80;
  return ReadHeader{rtp::parse_rtp(fixed)->header, {}, !cut};
}

/// Its first packet has the length of an RTCP packet.
bool has_rtcp_length(const UdpDatagram& datagram) {
  return (rtp::read16(datagram.payload.data() + 2) + 1u) * 4u <= datagram.size;
}

/// Packets follow each other as those of a stream do: forward by a little, mostly. The fewer there are, the more of
/// them have to.
bool is_consistent(std::span<const CapturedRtp> packets) {
  std::size_t steps = 0, near = 0, forward = 0, next = 0;
  std::int64_t advance = 0, distance = 0;  // of steps that could be the network's
  bool stamps_move = false;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const auto step = static_cast<std::int16_t>(packets[i].sequence - packets[i - 1].sequence);
    const auto time = static_cast<std::int32_t>(packets[i].timestamp - packets[i - 1].timestamp);
    if (step == 0) continue;  // a copy
    ++steps;
    near += std::abs(step) <= kNearSequence && std::abs(std::int64_t{time}) < kNearTimestamp;
    forward += step > 0 && step <= kNearSequence;
    next += step > 0 && step <= kNextSequence;
    stamps_move |= time != 0;
    if (std::abs(step) <= kReordered) advance += step, distance += std::abs(step);
  }
  if (forward + 1 < kFewestPackets || !nearly_all(near, steps) || advance * 3 < distance) return false;
  return steps < kFewSteps ? next * 3 >= steps * 2 && stamps_move : next * 3 >= steps;
}

/// The timestamps show another medium or clock.
bool contradicts(std::span<const CapturedRtp> packets, const PayloadFormat& format) {
  const auto pace = pace_of(packets);
  return pace && (pace->medium != format.medium || pace->clock_rate_hz != format.clock_rate_hz);
}

}  // namespace

std::size_t RtpFinder::KeyHash::operator()(const Key& key) const {
  const std::string_view address(reinterpret_cast<const char*>(key.destination.data()), key.destination.size());
  return std::hash<std::string_view>{}(address) ^
         (std::size_t{key.ssrc} * 0x9E3779B97F4A7C15u + key.port + key.outgoing * 65536u);
}

bool RtpFinder::is_named(const UdpDatagram& datagram) const {
  return options_.port && (datagram.source_port == *options_.port || datagram.destination_port == *options_.port);
}

void RtpFinder::add(Timestamp at, const UdpDatagram& datagram, bool in_order) {
  if (!datagram.payload.empty() && datagram.payload[0] >> 6 != 2) return descriptions_.add(datagram.payload);
  if (options_.port && !is_named(datagram)) return;
  const auto read = read_header(datagram);
  if (!read || (options_.ssrc && read->header.ssrc != *options_.ssrc)) return;
  const Key key{datagram.destination, datagram.destination_port, read->header.ssrc, datagram.outgoing};
  if (is_rtcp(datagram.payload[1]) && (has_rtcp_length(datagram) || !candidates_.contains(key))) return;
  CapturedRtp packet;
  packet.at_ns = at.ns();
  packet.timestamp = read->header.timestamp;
  packet.sequence = read->header.sequence;
  packet.size =
      static_cast<std::uint16_t>(std::min<std::size_t>(datagram.size, std::numeric_limits<std::uint16_t>::max()));
  packet.payload_type = read->header.payload_type;
  packet.marker = read->header.marker;
  if (const auto& block = read->extensions.block)
    packet.has_block = true, packet.frame = block->frame, packet.block = block->block;
  if (const auto& sent = read->extensions.sent_conference) packet.has_sent = true, packet.sent_ns = sent->ns();
  Candidate* const found = packets_ < most_packets_ ? candidate(key) : nullptr;
  ++(found ? packets_ : left_out_);
  if (!found) return;
  if (found->packets.empty()) found->source = datagram.source, found->source_port = datagram.source_port;
  found->packets.push_back(packet);
  found->odd_headers += read->odd;
  found->in_order &= in_order;
}

bool RtpFinder::is_usual(std::uint8_t type) const {
  return assigned_format(type) || is_dynamic(type) || descriptions_.knows(type) ||
         std::any_of(options_.payloads.begin(), options_.payloads.end(), [&](auto& rule) { return rule.type == type; });
}

bool RtpFinder::is_stream(const Candidate& candidate) const {
  if (candidate.packets.size() < kFewestPackets || candidate.odd_headers * 2 > candidate.packets.size()) return false;
  std::array<std::size_t, 128> of_type{};
  for (const CapturedRtp& packet : candidate.packets) ++of_type[packet.payload_type];
  std::size_t usual = 0;
  for (std::size_t type = 0; type < of_type.size(); ++type)
    if (of_type[type] > 0 && is_usual(static_cast<std::uint8_t>(type))) usual += of_type[type];
  const bool few_types = 128 - std::ranges::count(of_type, 0u) <= kMostPayloadTypes;
  return few_types && usual * 2 > candidate.packets.size() && is_consistent(candidate.packets);
}

std::optional<KnownPayload> RtpFinder::said_of(const Candidate& candidate, std::uint8_t type) const {
  for (const PayloadRule& rule : options_.payloads)
    if (rule.type == type) return KnownPayload{{rule.medium, rule.clock_rate_hz, rule.name}, PayloadSource::kUser};
  if (auto format = assigned_format(type)) return KnownPayload{std::move(*format), PayloadSource::kAssigned};
  const Key& key = candidate.key;
  if (auto format = descriptions_.find(key.destination, key.port, candidate.source_port, type))
    return KnownPayload{std::move(*format), PayloadSource::kDescription};
  if (auto format = descriptions_.agreed(type); format && !contradicts(candidate.packets, *format))  // of another call?
    return KnownPayload{std::move(*format), PayloadSource::kDescription};
  return std::nullopt;
}

RtpFinder::Candidate* RtpFinder::candidate(const Key& key) {
  if (last_ && key == last_key_) return last_;
  auto entry = candidates_.find(key);
  if (entry == candidates_.end()) {
    if (candidates_.size() >= kMostCandidates && !full_) drop_noise();
    if (full_ && candidates_.size() >= kMostCandidates) return nullptr;
    entry = candidates_.try_emplace(key).first;
    entry->second.key = key;
    entry->second.place = seen_++;
  }
  last_key_ = key;
  last_ = &entry->second;
  return last_;
}

/// Bounded: a stream among what is dropped begins anew. Where little can be dropped it is not tried again, or each new
/// candidate would cost a pass over all.
void RtpFinder::drop_noise() {
  last_ = nullptr;
  std::erase_if(candidates_, [this](const auto& entry) {
    const std::size_t held = entry.second.packets.size();
    if (held < kFewestPackets) packets_ -= held;
    return held < kFewestPackets;
  });
  full_ = candidates_.size() > kMostCandidates / 2;
}

/// The place in `calls` of the one that the stream is of: with the same remote, at the same time.
int RtpFinder::call_of(const Candidate& candidate, std::vector<Call>& calls) {
  const auto& remote = candidate.key.outgoing ? candidate.key.destination : candidate.source;
  const auto [first, last] = std::ranges::minmax(candidate.packets, {}, &CapturedRtp::at_ns);
  auto call = std::ranges::find_if(calls, [&, begin = first.at_ns, end = last.at_ns](const Call& each) {
    return each.remote == remote && begin <= each.last_ns && end >= each.first_ns;
  });
  if (call == calls.end()) call = calls.insert(call, {remote, first.at_ns, last.at_ns});
  call->first_ns = std::min(call->first_ns, first.at_ns);
  call->last_ns = std::max(call->last_ns, last.at_ns);
  return static_cast<int>(call - calls.begin());
}

std::string RtpFinder::left_out() const {
  if (left_out_ == 0) return {};
  return full_ ? fmt::format("{} RTP packets were left out: they belong to more than {} streams.", left_out_,
                             kMostCandidates)
               : fmt::format("{} RTP packets were left out: there is no memory for more.", left_out_);
}

std::vector<StreamInput> RtpFinder::take() {
  const bool named = options_.port || options_.ssrc;
  std::vector<Candidate*> found;
  for (auto& [key, candidate] : candidates_)
    if (named || is_stream(candidate)) found.push_back(&candidate);
  std::sort(found.begin(), found.end(), [](auto* a, auto* b) { return a->place < b->place; });
  std::vector<StreamInput> streams;
  std::vector<Call> calls;
  for (Candidate* candidate : found) {
    if (!candidate->in_order) std::ranges::stable_sort(candidate->packets, {}, &CapturedRtp::at_ns);
    const auto said = [&](std::uint8_t type) { return said_of(*candidate, type); };
    StreamInput& stream = streams.emplace_back(to_stream(candidate->key.ssrc, candidate->packets, said));
    if (candidate->odd_headers > 0)
      stream.notes.push_back(
          fmt::format("In {} packets the header tells a padding or an extension that cannot be, as where payloads are "
                      "encrypted (SRTP); "
                      "they count as the others.",
                      candidate->odd_headers));
    const bool ours = std::ranges::all_of(candidate->packets, &CapturedRtp::has_sent);
    if (ours) {  // stamped by the conference's clock, whoever sent it
      stream.clocks.sender = kCaptureClock + 1 + call_of(*candidate, calls);
      stream.clocks.receiver = kCaptureClock;
    }
    if (candidate->key.outgoing) stream.direction = Direction::kSent, stream.clocks.leaves_here = true;
    std::vector<CapturedRtp>().swap(candidate->packets);  // millions: not held twice
  }
  candidates_.clear();
  last_ = nullptr;
  return streams;
}

}  // namespace jitterscope::trace
