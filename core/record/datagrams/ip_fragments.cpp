#include "core/record/datagrams/ip_fragments.h"

#include <algorithm>

namespace jitterscope::trace {
namespace {

constexpr Duration kPatience = Duration::seconds(30);
constexpr std::size_t kLongest = 65535;  // bytes of an IP packet

}  // namespace

bool IpFragments::is_whole(const Packet& packet) {
  if (packet.size == 0 || packet.said < packet.size) return false;
  std::size_t end = 0;
  for (const auto& [from, part] : packet.parts) {
    if (from > end) return false;
    end = std::max(end, part.end);
  }
  return end >= packet.size;
}

std::size_t IpFragments::captured_on_end(const Packet& packet) {
  std::size_t end = 0;
  for (const auto& [from, part] : packet.parts) {
    if (from > end) break;
    end = std::max(end, part.captured_end);
  }
  return end;
}

/// Some senders number all their packets alike: other first bytes are another packet's, and so are any other bytes of
/// one that is whole.
bool IpFragments::begins_another(const Packet& packet, std::size_t offset, FrameBytes part) {
  if (!packet.is_done && !(packet.has_first && offset == 0)) return false;
  const FrameBytes held = FrameBytes(packet.bytes).subspan(std::min(offset, packet.bytes.size()));
  return !std::ranges::equal(part, held.first(std::min(part.size(), held.size())));
}

void IpFragments::put(const Packet& packet, Timestamp at, bool in_order) {
  const FrameBytes bytes = FrameBytes(packet.bytes).first(captured_on_end(packet));
  const UdpSegment whole{packet.key.source, packet.key.destination, packet.outgoing, bytes};
  if (const auto datagram = datagram_of(whole)) deliver_(at, *datagram, in_order);
}

void IpFragments::give_up(Packets::iterator packet) {
  if (!packet->is_done) {
    ++(packet->has_first ? incomplete_ : without_first_);
    if (packet->has_first) put(*packet, packet->first_at, false);
  }
  by_key_.erase(packet->key);
  packets_.erase(packet);
}

void IpFragments::add(Timestamp at, const UdpSegment& segment) {
  if (!segment.fragment) return;
  const auto [identification, offset, more] = *segment.fragment;
  if (offset + segment.size > kLongest || segment.size == 0) return;
  while (!packets_.empty() && (packets_.size() > kMost || at - packets_.front().began > kPatience))
    give_up(packets_.begin());
  Key key{{}, {}, identification};
  std::ranges::copy(segment.source, key.source.begin());
  std::ranges::copy(segment.destination, key.destination.begin());
  auto found = by_key_.find(key);
  if (found != by_key_.end() && begins_another(*found->second, offset, segment.bytes)) {
    give_up(found->second);
    found = by_key_.end();
  }
  if (found == by_key_.end()) {
    packets_.push_back({.key = key, .began = at});
    found = by_key_.emplace(key, std::prev(packets_.end())).first;
  }
  Packet& packet = *found->second;
  const auto same = packet.parts.find(offset);
  const bool known = same != packet.parts.end() && same->second.end >= offset + segment.size &&
                     same->second.captured_end >= offset + segment.bytes.size();
  if (packet.is_done || (known && packet.size > 0) || packet.parts.size() >= kMostParts) return;
  const std::size_t end = offset + segment.bytes.size();
  if (packet.bytes.size() < end) packet.bytes.resize(end);
  std::ranges::copy(segment.bytes, packet.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  Part& part = packet.parts[offset];
  packet.said += segment.size - std::min(segment.size, part.end - std::min(part.end, offset));
  part = {std::max(part.end, offset + segment.size), std::max(part.captured_end, end)};
  if (!more) packet.size = offset + segment.size;
  if (offset == 0 && !packet.has_first) {
    packet.outgoing = segment.outgoing;
    packet.first_at = at;
    packet.has_first = true;
  }
  if (!is_whole(packet)) return;
  put(packet, at, true);
  packet.is_done = true;
  packet.parts.clear();
}

void IpFragments::finish() {
  while (!packets_.empty()) give_up(packets_.begin());
}

}  // namespace jitterscope::trace
