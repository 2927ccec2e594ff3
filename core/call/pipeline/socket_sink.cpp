#include "core/call/pipeline/socket_sink.h"

#include <cerrno>

#include "core/base/realtime/clock.h"

namespace jitterscope {

Timestamp SocketSink::now() const {
  return monotonic_now();
}

SocketSink::Parts SocketSink::parts(const OutgoingPacket& packet) {
  const auto part = [](rtp::ConstBytes bytes) { return iovec{const_cast<std::uint8_t*>(bytes.data()), bytes.size()}; };
  return {part(packet.head), part(packet.body)};
}

std::optional<SocketSink::Parts> SocketSink::parts(const OutgoingPacket& packet, const Route& route) {
  if (!route.seal) return parts(packet);
  if (packet.head.size() + packet.body.size() + rtp::PacketSeal::kMostAdded > sealed_.size()) return std::nullopt;
  const std::size_t size = route.seal->seal(rtp::PacketSeal::Kind::kRtp, packet.head, packet.body, sealed_);
  if (size == 0) return std::nullopt;
  return Parts{iovec{sealed_.data(), size}, iovec{}};
}

int SocketSink::send_first(const OutgoingPacket& packet, const Route& route) {
  const auto bytes = parts(packet, route);
  if (!bytes) return EMSGSIZE;
  if (!packet.wants_stamp) return socket_.send(*bytes, route.address);
  const StampedSend outcome = socket_.send_stamped(*bytes, route.address);
  if (outcome.id) stamps_.expect(*outcome.id, packet.sequence, packet.sent);
  return outcome.error;
}

int SocketSink::send(const OutgoingPacket& packet) {
  take_routes();
  return send_along(packet);
}

int SocketSink::send_along(const OutgoingPacket& packet) {
  copies_count_ = 0;
  const int error = send_first(packet, route());
  const auto routes = routes_.front().all();
  for (std::size_t i = 1; i < routes.size(); ++i) {
    const auto bytes = parts(packet, routes[i]);
    const Timestamp sent = now();
    copies_sent_[copies_count_++] = {routes[i].to, bytes ? socket_.send(*bytes, routes[i].address) : EMSGSIZE, sent};
  }
  copy(packet);
  return error;
}

void SocketSink::copy(const OutgoingPacket& packet) {
  copy_to_.update();
  if (copy_to_.front().size() > 0 && copies_) copies_->send(parts(packet), copy_to_.front());
}

}  // namespace jitterscope
