#include "core/call/video_tcp_intake.h"

#include <algorithm>

#include "core/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kMostCallers = 8;  // taken in one round

}  // namespace

void VideoTcpIntake::set(Setting setting) {
  if (!setting.listener) accept_callers();  // who was quicker than this news
  listener_ = std::move(setting.listener);
  if (setting.buffers && !buffers_) buffers_ = std::move(setting.buffers);
  from_ = setting.from;
}

void VideoTcpIntake::wait(const UdpSocket& beside, Duration timeout) const {
  std::array<int, kMost + 2> descriptors{beside.fd(), listener_ ? listener_->fd() : -1};
  for (std::size_t i = 0; i < kMost; ++i) descriptors[i + 2] = connections_[i].socket.fd();
  wait_for_bytes(descriptors, timeout);
}

bool VideoTcpIntake::welcome(const SocketAddress& caller) const {
  return from_.size() == 0 || caller.same_host(from_) || caller.is_loopback();
}

/// A free one, or that of the connection that has brought nothing for the longest time.
std::size_t VideoTcpIntake::place() const {
  const auto before = [](const Connection& a, const Connection& b) {
    return a.open() != b.open() ? !a.open() : a.taken < b.taken;
  };
  const auto found = std::min_element(connections_.begin(), connections_.end(), before);
  return static_cast<std::size_t>(found - connections_.begin());
}

void VideoTcpIntake::accept_callers() {
  for (int i = 0; listener_ && buffers_ && i < kMostCallers; ++i) {
    auto caller = listener_->accept();
    if (!caller) return;
    if (!welcome(caller->from)) continue;
    const std::size_t at = place();
    end(at);
    connections_[at] = {std::move(caller->socket), 0, monotonic_now()};
    (*buffers_)[at].clear();
    ++connected_;
  }
}

std::optional<Timestamp> VideoTcpIntake::fetch(std::size_t connection) {
  if (!connections_[connection].open()) return std::nullopt;
  rtp::FramedPackets& stream = (*buffers_)[connection];
  const auto size = receive_stream(connections_[connection].socket.fd(), stream.room());
  const Timestamp received = monotonic_now();
  if (!size) end(connection);
  if (!size || *size == 0) return std::nullopt;
  stream.received(*size);
  return received;
}

void VideoTcpIntake::note(std::size_t connection, bool taken, Timestamp received) {
  Connection& from = connections_[connection];
  from.refused = taken ? 0 : from.refused + 1;
  if (taken) from.taken = received;
}

void VideoTcpIntake::end(std::size_t connection) {
  if (!connections_[connection].open()) return;
  connections_[connection].socket = OwnedSocket();
  --connected_;
}

}  // namespace jitterscope
