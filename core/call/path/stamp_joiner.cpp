#include "core/call/path/stamp_joiner.h"

#include <algorithm>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kMostAtOnce = 256;  // read in one go
constexpr Duration kLastWait = Duration::ms(50);
constexpr Duration kJoinerLook = Duration::ms(5);

}  // namespace

void StampJoiner::forget(Packet& packet) {
  if (packet.waiting) --waiting_;
  packet.waiting = false;
}

void StampJoiner::expect(std::uint32_t id, std::int64_t sequence, Timestamp sent) {
  while (waiting_ > 0 && id - oldest_ >= kMost) forget(at(oldest_++));
  if (waiting_ == 0) oldest_ = id;
  Packet& packet = at(id);
  forget(packet);
  packet = {true, id, sent, {}};
  packet.event.medium = medium_;
  packet.event.ssrc = ssrc_;
  packet.event.sequence = sequence;
  ++waiting_;
}

std::optional<PacketStamped> StampJoiner::join(const TransmitStamp& stamp) {
  Packet& packet = at(stamp.id);
  if (!packet.waiting || packet.id != stamp.id || stamp.time < packet.sent - StampConverter::kTolerance)
    return std::nullopt;
  PacketStamped& event = packet.event;
  const bool scheduled = stamp.point == TransmitStamp::Point::kScheduled;
  auto& place = scheduled ? event.scheduled : event.driver;
  if (place) return std::nullopt;  // of a tunnel's second queue: the first is the socket's
  place = std::max(stamp.time, packet.sent);
  if (!event.scheduled || !event.driver) return std::nullopt;
  event.driver = std::max(*event.driver, *event.scheduled);
  event.at = stamp.read;
  forget(packet);
  return event;
}

std::optional<PacketStamped> StampJoiner::give_up(Timestamp now) {
  for (; waiting_ > 0; ++oldest_) {
    Packet& packet = at(oldest_);
    if (!packet.waiting) continue;
    if (now - packet.sent <= kOverdue) return std::nullopt;
    forget(packet);
    packet.event.at = now;
    if (packet.event.scheduled || packet.event.driver) return packet.event;
  }
  return std::nullopt;
}

void push_stamps(UdpSocket& socket, StampJoiner& joiner, EventRing& events) {
  if (!joiner.waiting()) return;
  for (int i = 0; i < kMostAtOnce && joiner.waiting(); ++i) {
    const auto stamp = socket.take_stamp();
    if (!stamp) break;
    if (const auto packet = joiner.join(*stamp)) events.push(*packet);
  }
  const Timestamp now = monotonic_now();
  while (const auto packet = joiner.give_up(now)) events.push(*packet);
}

void push_last_stamps(UdpSocket& socket, StampJoiner& joiner, EventRing& events) {
  const Timestamp begin = monotonic_now();
  push_stamps(socket, joiner, events);
  while (joiner.waiting() && monotonic_now() - begin < kLastWait) {
    sleep_until(monotonic_now() + kJoinerLook);
    push_stamps(socket, joiner, events);
  }
  while (auto packet = joiner.give_up(begin + StampJoiner::kOverdue + kLastWait)) {
    packet->at = monotonic_now();
    events.push(*packet);
  }
}

}  // namespace jitterscope
