#include "app/relay/control_proxy.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/net/socket_calls.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostConnections = 8;
constexpr std::size_t kMostUnwritten = 1 << 20;  // the reader is slow: nothing more is read for it

std::uint32_t segment_of(std::uint64_t packet) {
  return static_cast<std::uint32_t>(packet);
}

}  // namespace

std::uint32_t ControlFlow::add(std::string bytes) {
  segments_.emplace(next_, Segment{std::move(bytes), false, std::nullopt});
  return next_++;
}

std::size_t ControlFlow::size(std::uint32_t number) const {
  const auto found = segments_.find(number);
  return found == segments_.end() ? 0 : found->second.bytes.size();
}

void ControlFlow::arrived(std::uint32_t number, std::string& out) {
  const auto found = segments_.find(number);
  if (found == segments_.end()) return;
  found->second.arrived = true;
  while (!segments_.empty() && segments_.begin()->second.arrived) {
    out += segments_.begin()->second.bytes;
    segments_.erase(segments_.begin());
  }
}

void ControlFlow::lost(std::uint32_t number, Timestamp at) {
  const auto found = segments_.find(number);
  if (found == segments_.end() || found->second.arrived) return;
  found->second.resend = at + kResendTime + Duration::ns(losses_++ * 17'000'000 % kResendSpread.ns());
}

std::optional<Timestamp> ControlFlow::resend_due() const {
  std::optional<Timestamp> due;
  for (const auto& [number, segment] : segments_)
    if (segment.resend && (!due || *segment.resend < *due)) due = segment.resend;
  return due;
}

std::optional<std::uint32_t> ControlFlow::take_resend(Timestamp now) {
  for (auto& [number, segment] : segments_) {
    if (!segment.resend || *segment.resend > now) continue;
    segment.resend.reset();
    return number;
  }
  return std::nullopt;
}

int ControlFlow::flush(std::string& out) {
  int on_link = 0;
  for (auto& [number, segment] : segments_) {
    out += segment.bytes;
    on_link += !segment.arrived && !segment.resend;
  }
  segments_.clear();
  return on_link;
}

void ControlFlow::lose_all(Timestamp at) {
  for (auto& [number, segment] : segments_)
    if (!segment.resend) lost(number, at);
}

std::optional<std::uint16_t> ControlProxy::listen(const SocketAddress& target, bool called_by_remote,
                                                  std::string& error) {
  target_ = target;
  called_by_remote_ = called_by_remote;
  if (!listener_) listener_ = TcpMediaListener::listen(SocketAddress::loopback(), error);
  if (listener_) return listener_->local().port();
  error = std::string("The relay cannot take the control connection (") + std::strerror(errno) + ").";
  return std::nullopt;
}

bool ControlProxy::may_read(const Connection& connection, std::size_t way) const {
  return !connection.connecting && !connection.read_all[way] && !connection.flows[way].full() &&
         connection.out[way].size() < kMostUnwritten;
}

void ControlProxy::add_descriptors(std::vector<pollfd>& wanted, Timestamp now) const {
  if (listener_ && connections_.size() < kMostConnections) wanted.push_back({listener_->fd_to_poll(now), POLLIN, 0});
  for (const Connection& each : connections_)
    for (const std::size_t side : {0u, 1u}) {
      short events = may_read(each, side) ? POLLIN : 0;
      if (!each.out[1 - side].empty() || (side == 1 && each.connecting)) events |= POLLOUT;
      // Without a wish it is left out: a hang-up would be told again and again.
      if (events != 0) wanted.push_back({each.sockets[side].fd(), events, 0});
    }
}

void ControlProxy::serve(const pollfd& ready, Timestamp now) {
  if (listener_ && ready.fd == listener_->fd()) return accept_one(now);
  for (Connection& each : connections_)
    for (const std::size_t side : {0u, 1u}) {
      if (each.sockets[side].fd() != ready.fd) continue;
      if (side == 1 && each.connecting)
        finish_connecting(each);
      else if (may_read(each, side))
        read_some(each, side);
      write_some(each, 1 - side);
    }
  drop_finished();
}

void ControlProxy::accept_one(Timestamp now) {
  auto caller = listener_->accept(now);
  if (!caller) return;
  Connection connection;
  connection.id = next_id_++;
  connection.sockets = {std::move(caller->socket),
                        OwnedDescriptor(socket(target_.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0))};
  for (const OwnedDescriptor& each : connection.sockets) set_option(each.fd(), IPPROTO_TCP, TCP_NODELAY, 1);
  const int far = connection.sockets[1].fd();
  if (far >= 0 && (connect(far, target_.data(), target_.size()) == 0 || errno == EINPROGRESS))
    connections_.push_back(std::move(connection));
  else
    troubles_.push_back("The remote at " + target_.to_string() + " cannot be called (" + std::strerror(errno) + ").");
}

void ControlProxy::finish_connecting(Connection& connection) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(connection.sockets[1].fd(), SOL_SOCKET, SO_ERROR, &error, &size);
  connection.connecting = false;
  if (error == 0) return;
  troubles_.push_back("The remote at " + target_.to_string() + " does not answer (" + std::strerror(error) + ").");
  connection.broken = true;
}

void ControlProxy::read_some(Connection& connection, std::size_t way) {
  std::string bytes(kLargestSegment, '\0');
  while (may_read(connection, way)) {
    const ssize_t size = recv(connection.sockets[way].fd(), bytes.data(), bytes.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    const std::size_t count = size > 0 ? static_cast<std::size_t>(size) : 0;
    connection.read_all[way] = count == 0;  // a reset is an end too
    if (connection.ended[way]) continue;    // nobody listens any more
    // The end of the stream is a segment as well: it comes after the link's delay.
    put_on_link(connection, connection.flows[way].add(bytes.substr(0, count)), way);
  }
}

void ControlProxy::put_on_link(const Connection& connection, std::uint32_t segment, std::size_t way) {
  const int bytes = static_cast<int>(connection.flows[way].size(segment)) + kTcpHeaderBytes;
  offer_({kId | std::uint64_t{connection.id} << 32 | segment, way_of(way), link::Traffic::kControl, bytes});
}

/// When a reader has gone only its own direction ends: last words the other way still arrive.
void ControlProxy::write_some(Connection& connection, std::size_t way) {
  std::string& out = connection.out[way];
  const int to = connection.sockets[1 - way].fd();
  while (!out.empty()) {
    const ssize_t size = send(to, out.data(), out.size(), MSG_NOSIGNAL);
    if (size >= 0) {
      out.erase(0, static_cast<std::size_t>(size));
      continue;
    }
    if (errno == EAGAIN || errno == EINTR) return;
    connection.flows[way].flush(out);
    out.clear();
    connection.ended[way] = true;
  }
  if (!connection.read_all[way] || connection.ended[way] || !connection.flows[way].empty()) return;
  connection.ended[way] = true;
  shutdown(to, SHUT_WR);
}

ControlProxy::Connection* ControlProxy::find(std::uint64_t packet) {
  const auto id = static_cast<std::uint32_t>((packet & ~kId) >> 32);
  const auto found = std::ranges::find(connections_, id, &Connection::id);
  return found == connections_.end() ? nullptr : &*found;
}

int ControlProxy::bytes_on_link(std::uint64_t id, LinkWay way) {
  Connection* const found = find(id);
  return found ? static_cast<int>(found->flows[flow_of(way)].size(segment_of(id))) + kTcpHeaderBytes : 0;
}

void ControlProxy::arrived(std::uint64_t id, LinkWay way) {
  Connection* const found = find(id);
  if (!found) return;
  const auto index = flow_of(way);
  found->flows[index].arrived(segment_of(id), found->out[index]);
  write_some(*found, index);
  drop_finished();
}

void ControlProxy::lost(std::uint64_t id, LinkWay way, Timestamp at) {
  if (Connection* const found = find(id)) found->flows[flow_of(way)].lost(segment_of(id), at);
}

std::optional<Timestamp> ControlProxy::next_event() const {
  std::optional<Timestamp> next;
  for (const Connection& each : connections_)
    for (const ControlFlow& flow : each.flows)
      if (const auto due = flow.resend_due(); due && (!next || *due < *next)) next = due;
  return next;
}

void ControlProxy::resend(Timestamp now) {
  for (Connection& each : connections_)
    for (const std::size_t way : {0u, 1u})
      while (const auto segment = each.flows[way].take_resend(now)) put_on_link(each, *segment, way);
}

std::array<int, 2> ControlProxy::flush() {
  std::array<int, 2> passed{};
  for (Connection& each : connections_)
    for (const std::size_t way : {0u, 1u}) {
      passed[static_cast<std::size_t>(way_of(way))] += each.flows[way].flush(each.out[way]);
      write_some(each, way);
    }
  drop_finished();
  return passed;
}

void ControlProxy::lose_all(Timestamp at) {
  for (Connection& each : connections_)
    for (ControlFlow& flow : each.flows) flow.lose_all(at);
}

void ControlProxy::drop_finished() {
  std::erase_if(connections_, [](const Connection& each) {
    return each.broken || (each.ended[0] && each.ended[1] && each.read_all[0] && each.read_all[1]);
  });
}

}  // namespace jitterscope
