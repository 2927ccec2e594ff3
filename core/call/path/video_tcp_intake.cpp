#include "core/call/path/video_tcp_intake.h"

#include <algorithm>
#include <tuple>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kMostCallers = 8;  // taken in one round

}  // namespace

void VideoTcpIntake::set(Setting setting) {
  if (setting.listener) listener_ = std::move(setting.listener);
  from_ = setting.from;
  if (listening_ && !setting.listening) accept_callers();  // who was quicker than this news
  listening_ = setting.listening;
}

void VideoTcpIntake::wait(UdpSocket& beside, Duration timeout) const {
  static_assert(kMost + 2 <= kMostWaitedFor);
  std::array<int, kMost + 1> others;
  for (std::size_t i = 0; i < kMost; ++i) others[i] = connections_[i].socket.fd();
  others[kMost] = listening_ ? listener_->fd_to_poll(monotonic_now()) : -1;
  UdpSocket* const datagrams = &beside;
  wait_for_datagram(std::span(&datagrams, 1), timeout, others);
}

VideoTcpIntake::Hosts VideoTcpIntake::hosts(std::span<const SocketAddress> some) {
  Hosts hosts;
  std::ranges::copy(some.first(std::min(some.size(), hosts.size())), hosts.begin());
  return hosts;
}

bool VideoTcpIntake::may_connect(const SocketAddress& caller, const Hosts& from) {
  return from == Hosts() || std::ranges::any_of(from, [&](const SocketAddress& each) {
           return each.size() > 0 && caller.same_host(each);
         });
}

void VideoTcpIntake::accept_callers() {
  for (int i = 0; listener_ && i < kMostCallers; ++i) {
    auto caller = listener_->accept();
    if (!caller) return;
    if (!may_connect(caller->from, from_)) continue;
    Connection& connection = place();
    end(connection);
    connection.socket = std::move(caller->socket);
    connection.stream.clear();
    connection.refused = 0;
    connection.proven = false;
    connection.taken = monotonic_now();
    ++connected_;
  }
}

/// A free one; else one that has brought nothing of the stream, so that strangers only take from each other; else that
/// which has not for the longest time.
VideoTcpIntake::Connection& VideoTcpIntake::place() {
  return *std::min_element(connections_.begin(), connections_.end(), [](const Connection& a, const Connection& b) {
    return std::make_tuple(a.open(), a.proven, a.taken) < std::make_tuple(b.open(), b.proven, b.taken);
  });
}

/// When bytes came; nullopt: none did.
std::optional<Timestamp> VideoTcpIntake::fetch(Connection& from) {
  if (!from.open()) return std::nullopt;
  const auto size = receive_stream(from.socket.fd(), from.stream.room());
  const Timestamp received = monotonic_now();
  if (!size) end(from);
  if (!size || *size == 0) return std::nullopt;
  from.stream.received(*size);
  return received;
}

void VideoTcpIntake::Connection::note(bool took, Timestamp received) {
  refused = took ? 0 : refused + 1;
  if (!took) return;
  proven = true;
  taken = received;
}

void VideoTcpIntake::end(Connection& connection) {
  if (!connection.open()) return;
  connection.socket = OwnedDescriptor();
  --connected_;
}

}  // namespace jitterscope
