#include "core/record/import/rtp_finder.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>

#include "core/algorithms/rtp/byte_order.h"
#include "core/algorithms/rtp/rtcp.h"
#include "core/algorithms/rtp/rtp_packet.h"
#include "core/record/import/packet_numbering.h"
#include "core/record/import/payload_types.h"
#include "core/record/import/stream_evidence.h"

namespace jitterscope::trace {
namespace {

constexpr int kCaptureClock = 0;  // of StreamClocks; those of calls follow
constexpr int kMostPayloadTypes = 8;
constexpr std::size_t kManyPackets = 100;          // show by their numbers alone that they are a stream
constexpr Duration kMoves = Duration::seconds(1);  // both addresses carry packets while a path moves

struct ReadHeader {
  rtp::RtpHeader header;
  rtp::PacketExtensions extensions;
  std::uint16_t payload = 0;  // bytes
  bool odd = false;           // its padding or extension cannot be what the header says: encrypted, or no RTP
};

/// nullopt: no RTP packet, whole or cut short by the capture, looks so.
std::optional<ReadHeader> read_header(const UdpDatagram& datagram) {
  const FrameBytes bytes = datagram.payload;
  if (bytes.size() < rtp::kMinRtpHeaderBytes || bytes[0] >> 6 != 2) return std::nullopt;
  const bool cut = bytes.size() < datagram.size;
  const auto size = [](std::size_t all) { return static_cast<std::uint16_t>(std::min<std::size_t>(all, 65535)); };
  if (const auto packet = rtp::parse_rtp(bytes)) {
    const std::size_t missing = cut ? datagram.size - bytes.size() : 0;
    return ReadHeader{packet->header, packet->extensions, size(packet->payload.size() + missing)};
  }
  std::array<std::uint8_t, rtp::kMinRtpHeaderBytes> fixed{};
  std::copy_n(bytes.begin(), fixed.size(), fixed.begin());
  fixed[0] = 0x80;
  return ReadHeader{rtp::parse_rtp(fixed)->header, {}, size(datagram.size - fixed.size()), !cut};
}

/// Its first packet has the length of an RTCP packet.
bool has_rtcp_length(const UdpDatagram& datagram) {
  return (rtp::read16(datagram.payload.data() + 2) + 1u) * 4u <= datagram.size;
}

/// RFC 4588's payload format.
bool is_retransmission(const std::optional<PayloadInfo>& payload) {
  return payload && (payload->name == "rtx" || payload->name == "RTX");
}

/// The timestamps show another medium or clock.
bool contradicts(std::span<const CapturedRtp> packets, const PayloadFormat& format) {
  const auto pace = pace_of(packets);
  return pace && (pace->medium != format.medium || pace->clock_rate_hz != format.clock_rate_hz);
}

}  // namespace

std::string address_text(const IpAddress& address, std::uint16_t port) {
  const bool v4 = std::all_of(address.begin() + 4, address.end(), [](std::uint8_t byte) { return byte == 0; });
  if (v4 && address[0] == 0) return {};
  char text[INET6_ADDRSTRLEN] = "";
  inet_ntop(v4 ? AF_INET : AF_INET6, address.data(), text, sizeof text);
  return fmt::format(fmt::runtime(v4 ? "{}:{}" : "[{}]:{}"), text, port);
}

std::size_t RtpFinder::KeyHash::operator()(const Key& key) const {
  const auto of_address = [](const IpAddress& address) {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(address.data()), address.size()});
  };
  const Target& target = key.target;
  return of_address(target.destination) ^ of_address(key.source) * 3 ^
         (std::size_t{target.ssrc} * 0x9E3779B97F4A7C15u + target.port + target.outgoing * 65536u +
          key.source_port * 131072u);
}

bool RtpFinder::is_named(const UdpDatagram& datagram) const {
  return options_.port && (datagram.source_port == *options_.port || datagram.destination_port == *options_.port);
}

void RtpFinder::add(Timestamp at, const UdpDatagram& datagram, bool in_order) {
  if (!datagram.payload.empty() && datagram.payload[0] >> 6 != 2) return descriptions_.add(datagram.payload);
  take_reports(at, datagram);
  if (options_.port && !is_named(datagram)) return;
  const auto read = read_header(datagram);
  if (!read || (options_.ssrc && read->header.ssrc != *options_.ssrc)) return;
  const Key key{{datagram.destination, datagram.destination_port, read->header.ssrc, datagram.outgoing},
                datagram.source,
                datagram.source_port};
  if (is_rtcp(datagram.payload[1]) && (has_rtcp_length(datagram) || !candidates_.contains(key))) return;
  CapturedRtp packet;
  packet.at_ns = at.ns();
  packet.timestamp = read->header.timestamp;
  packet.sequence = read->header.sequence;
  packet.size =
      static_cast<std::uint16_t>(std::min<std::size_t>(datagram.size, std::numeric_limits<std::uint16_t>::max()));
  packet.payload_type = read->header.payload_type;
  packet.payload = read->payload;
  packet.marker = read->header.marker;
  if (const auto& block = read->extensions.block)
    packet.has_block = true, packet.frame = block->frame, packet.block = block->block;
  if (const auto& sent = read->extensions.sent_conference) packet.has_sent = true, packet.sent_ns = sent->ns();
  Candidate* const found = packets_ < most_packets_ ? candidate(key) : nullptr;
  ++(found ? packets_ : left_out_);
  if (!found) return;
  found->packets.push_back(packet);
  found->odd_headers += read->odd;
  found->in_order &= in_order;
}

bool RtpFinder::is_usual(std::uint8_t type) const {
  return assigned_format(type) || is_dynamic(type) || descriptions_.knows(type) ||
         std::any_of(options_.payloads.begin(), options_.payloads.end(), [&](auto& rule) { return rule.type == type; });
}

bool RtpFinder::is_stream(const Candidate& candidate) const {
  const bool odd = candidate.odd_headers * 2 > candidate.packets.size();  // encrypted, or no RTP
  if (candidate.packets.size() < (odd ? kManyPackets : kFewestPackets)) return false;
  std::array<std::size_t, 128> of_type{};
  for (const CapturedRtp& packet : candidate.packets) ++of_type[packet.payload_type];
  std::size_t usual = 0;
  for (std::size_t type = 0; type < of_type.size(); ++type)
    if (of_type[type] > 0 && is_usual(static_cast<std::uint8_t>(type))) usual += of_type[type];
  const bool few_types = 128 - std::ranges::count(of_type, 0u) <= kMostPayloadTypes;
  if (!few_types || usual * 2 <= candidate.packets.size()) return false;
  if (is_consistent(candidate.packets)) return true;
  if (candidate.packets.size() < 2 * kFewestPackets) return false;
  return std::ranges::any_of(number_packets(candidate.packets, {}, kFewestPackets),
                             [&](NumberedSource& source) { return is_consistent(alone(candidate.packets, source)); });
}

std::optional<KnownPayload> RtpFinder::said_of(const Candidate& candidate, std::uint8_t type) const {
  for (const PayloadRule& rule : options_.payloads)
    if (rule.type == type) return KnownPayload{{rule.medium, rule.clock_rate_hz, rule.name}, PayloadSource::kUser};
  if (auto format = assigned_format(type)) return KnownPayload{std::move(*format), PayloadSource::kAssigned};
  const Key& key = candidate.key;
  if (auto format = descriptions_.find(key.target.destination, key.target.port, key.source_port, type))
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
  const Key& key = candidate.key;
  const IpAddress& remote = key.target.outgoing ? key.target.destination : key.source;
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

void RtpFinder::take_reports(Timestamp at, const UdpDatagram& datagram) {
  if (datagram.payload.size() < 2 || !is_rtcp(datagram.payload[1])) return;
  const auto compound = rtp::parse_rtcp(datagram.payload);
  if (!compound || !compound->sender) return;
  if (reports_.size() >= kMostCandidates && !reports_.contains(compound->ssrc)) return;
  const rtp::SenderInfo& told = *compound->sender;
  Reports& reports = reports_[compound->ssrc];
  reports.counts.push_back({at, told.packets});
  if (told.ntp != 0) reports.times.push_back({rtp::conference_of_ntp(told.ntp), told.rtp_timestamp});
}

/// One source follows another: at most a second before that one's end, as both carry packets while a path moves, and no
/// later than a sender needs to begin anew, unless its numbers go on. Or both carry parts of one numbering.
bool RtpFinder::belongs_to(const Flow& flow, const Candidate& candidate) {
  constexpr Duration kBeginsAnew = Duration::seconds(30);
  const auto& packets = candidate.packets;
  const Timestamp first = Timestamp::ns(packets.front().at_ns), last = Timestamp::ns(packets.back().at_ns);
  const Duration both = std::min(flow.last, last) - first;
  if (both <= Duration()) return -both <= kBeginsAnew || goes_on(flow.packets.packets.back(), packets.front());
  if (both <= kMoves && both * 2 < std::min(flow.last - flow.first, last - first)) return true;
  return packets.size() >= kFewestPackets && may_compare(flow.packets.packets.size()) &&
         complements(flow.packets.packets, packets);
}

/// Bounds the time that a hostile file can take: a few seconds in all.
bool RtpFinder::may_compare(std::size_t packets) {
  constexpr std::size_t kMostCompared = 20'000'000;
  compared_ += packets;
  return compared_ <= kMostCompared;
}

std::vector<RtpFinder::Flow> RtpFinder::take_flows() {
  constexpr std::ptrdiff_t kMostTried = 16;  // flows of a target
  std::vector<Candidate*> all;
  for (auto& [key, candidate] : candidates_) {
    auto& packets = candidate.packets;
    if (!candidate.in_order) std::ranges::stable_sort(packets, {}, &CapturedRtp::at_ns);
    if (!packets.empty()) all.push_back(&candidate);
  }
  std::ranges::sort(all, [](auto* a, auto* b) {
    return std::tie(a->key.target, a->packets.front().at_ns, a->place) <
           std::tie(b->key.target, b->packets.front().at_ns, b->place);
  });
  std::vector<Flow> flows;
  std::ptrdiff_t of_target = 0;  // the first flow of this target
  for (Candidate* candidate : all) {
    const Timestamp first = Timestamp::ns(candidate->packets.front().at_ns);
    const Timestamp last = Timestamp::ns(candidate->packets.back().at_ns);
    if (!flows.empty() && flows.back().packets.key.target != candidate->key.target) of_target = std::ssize(flows);
    const auto begin = flows.begin() + std::max(of_target, std::ssize(flows) - kMostTried);
    const auto before =
        std::find_if(begin, flows.end(), [&](const Flow& flow) { return belongs_to(flow, *candidate); });
    if (before == flows.end()) {
      flows.push_back({std::move(*candidate), {candidate->key}, first, last});
      continue;
    }
    auto& packets = before->packets.packets;
    const auto middle = static_cast<std::ptrdiff_t>(packets.size());
    packets.insert(packets.end(), candidate->packets.begin(), candidate->packets.end());
    std::inplace_merge(packets.begin(), packets.begin() + middle, packets.end(),
                       [](const CapturedRtp& a, const CapturedRtp& b) { return a.at_ns < b.at_ns; });
    before->packets.odd_headers += candidate->odd_headers;
    before->packets.place = std::min(before->packets.place, candidate->place);
    before->sources.push_back(candidate->key);
    before->by_turns |= std::min(before->last, last) - first > kMoves;
    before->last = std::max(before->last, last);
  }
  candidates_.clear();
  last_ = nullptr;
  std::ranges::sort(flows, {}, [](const Flow& flow) { return flow.packets.place; });
  return flows;
}

void RtpFinder::take_streams(Flow& flow, std::vector<Call>& calls, std::vector<StreamInput>& streams) const {
  Candidate& candidate = flow.packets;
  const Target& target = candidate.key.target;
  const auto told = reports_.find(target.ssrc);
  const Reports none, &reports = told == reports_.end() ? none : told->second;
  std::vector<NumberedSource> sources = number_packets(candidate.packets, reports.counts, kFewestPackets);
  const auto said = [&](std::uint8_t type) { return said_of(candidate, type); };
  const bool ours = std::ranges::all_of(candidate.packets, [](const CapturedRtp& packet) { return packet.has_sent; });
  if (!options_.port && !options_.ssrc) drop_what_is_none(candidate.packets, sources);
  const bool whole = sources.size() == 1 && sources.front().strays == 0;
  for (NumberedSource& source : sources) {
    const std::vector<CapturedRtp> own = whole ? std::vector<CapturedRtp>() : alone(candidate.packets, source);
    const std::span<const CapturedRtp> packets = whole ? candidate.packets : own;
    StreamInput& stream = streams.emplace_back(to_stream(target.ssrc, packets, source, said));
    if (stream.clock_rate_hz && sources.size() == 1)
      stream.reported_drift = reported_drift(reports.times, *stream.clock_rate_hz);
    if (ours) {  // stamped by the conference's clock, whoever sent it
      stream.clocks.sender = kCaptureClock + 1 + call_of(candidate, calls);
      stream.clocks.receiver = kCaptureClock;
    }
    if (target.outgoing) stream.direction = Direction::kSent, stream.clocks.leaves_here = true;
    for (const Key& key : flow.sources)
      if (std::string address = address_text(key.source, key.source_port); !address.empty())
        stream.sources.push_back(std::move(address));
    stream.destination = address_text(target.destination, target.port);
    stream.retransmits = flow.retransmits || is_retransmission(stream.payload);
    if (sources.size() > 1 || flow.shares_target)
      stream.notes.push_back(
          "Another source sent with the same SSRC to the same port meanwhile: it is a stream of its own.");
    else if (flow.follows_other)
      stream.notes.push_back(
          "Another source sent with the same SSRC to the same port at another time: it is a stream of its own.");
    if (flow.sources.size() > 1)
      stream.notes.push_back(fmt::format("Its packets came from {} addresses, {}.", flow.sources.size(),
                                         flow.by_turns
                                             ? "some at the same time: the addresses carry parts of one numbering"
                                             : "one after the other: the path moved"));
    if (candidate.odd_headers > 0)
      stream.notes.push_back(fmt::format(
          "In {} packets the header tells a padding or an extension that cannot be, as where payloads are encrypted "
          "(SRTP); they count as the others.",
          candidate.odd_headers));
  }
  std::vector<CapturedRtp>().swap(candidate.packets);  // millions: not held twice
}

/// Flows of one target are in the order in which they began.
void RtpFinder::say_who_shares(std::vector<Flow>& flows) {
  std::map<Target, std::vector<Flow*>> of_target;
  for (Flow& flow : flows) of_target[flow.packets.key.target].push_back(&flow);
  for (auto& [target, sharing] : of_target) {
    Flow* longest = nullptr;  // of those before, the one that ended last
    for (Flow* flow : sharing) {
      if (longest) {
        const bool overlaps = flow->first <= longest->last;
        for (Flow* each : {flow, longest}) (overlaps ? each->shares_target : each->follows_other) = true;
      }
      if (!longest || flow->last > longest->last) longest = flow;
    }
  }
}

std::vector<StreamInput> RtpFinder::take() {
  const bool named = options_.port || options_.ssrc;
  std::vector<Flow> flows = take_flows();
  std::map<Target, const Flow*> media;
  for (Flow& flow : flows) {
    flow.looks_like_one = is_stream(flow.packets);
    if (flow.looks_like_one) media.emplace(flow.packets.key.target, &flow);
  }
  for (Flow& flow : flows) {
    Target target = flow.packets.key.target;
    if ((target.ssrc & 1) == 0) continue;
    --target.ssrc;
    const auto found = media.find(target);
    flow.retransmits = found != media.end() && may_compare(found->second->packets.packets.size()) &&
                       sends_again(flow.packets.packets, found->second->packets.packets);
  }
  std::erase_if(flows, [&](const Flow& flow) { return !named && !flow.retransmits && !flow.looks_like_one; });
  say_who_shares(flows);
  std::vector<StreamInput> streams;
  std::vector<Call> calls;
  for (Flow& flow : flows) take_streams(flow, calls, streams);
  return streams;
}

}  // namespace jitterscope::trace
