#include "app/relay/control_proxy.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostConnections = 8;
constexpr std::size_t kMostUnwritten = 1 << 20;  // the reader is slow: nothing more is read for it

void set_no_delay(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

ControlProxy::~ControlProxy() {
  for (Connection& each : connections_) each.broken = true;
  drop_finished();
  if (listener_ >= 0) close(listener_);
}

std::optional<std::uint16_t> ControlProxy::listen(const SocketAddress& target, bool called_by_remote,
                                                  std::string& error) {
  target_ = target;
  called_by_remote_ = called_by_remote;
  if (listener_ >= 0) return port_;
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof here;
  auto* address = reinterpret_cast<sockaddr*>(&here);
  if (fd < 0 || bind(fd, address, size) != 0 || ::listen(fd, 4) != 0 || getsockname(fd, address, &size) != 0) {
    error = std::string("The relay cannot take the control connection (") + std::strerror(errno) + ").";
    if (fd >= 0) close(fd);
    return std::nullopt;
  }
  listener_ = fd;
  return port_ = ntohs(here.sin_port);
}

bool ControlProxy::may_read(const Connection& connection, std::size_t way) const {
  return !connection.connecting && !connection.read_all[way] && !connection.flows[way].full() &&
         connection.out[way].size() < kMostUnwritten;
}

void ControlProxy::add_descriptors(std::vector<pollfd>& wanted, Timestamp now) const {
  const bool takes = listener_ >= 0 && connections_.size() < kMostConnections && rest_.over(now);
  if (takes) wanted.push_back({listener_, POLLIN, 0});
  for (const Connection& each : connections_)
    for (const std::size_t side : {0u, 1u}) {
      short events = may_read(each, side) ? POLLIN : 0;
      if (!each.out[1 - side].empty() || (side == 1 && each.connecting)) events |= POLLOUT;
      // Without a wish it is left out: a hang-up would be told again and again.
      if (events != 0) wanted.push_back({each.sockets[side], events, 0});
    }
}

void ControlProxy::serve(const pollfd& ready, Timestamp now) {
  if (ready.fd == listener_) return accept_one(now);
  for (Connection& each : connections_)
    for (const std::size_t side : {0u, 1u}) {
      if (each.sockets[side] != ready.fd) continue;
      if (side == 1 && each.connecting)
        finish_connecting(each);
      else if (may_read(each, side))
        read_some(each, side);
      write_some(each, 1 - side);
    }
  drop_finished();
}

void ControlProxy::accept_one(Timestamp now) {
  const int near = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (near < 0) return rest_.accept_failed(errno, now);
  Connection connection;
  connection.id = next_id_++;
  connection.sockets = {near, socket(target_.family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)};
  for (const int each : connection.sockets) set_no_delay(each);
  const int far = connection.sockets[1];
  if (far < 0 || (connect(far, target_.data(), target_.size()) != 0 && errno != EINPROGRESS)) {
    troubles_.push_back("The remote at " + target_.to_string() + " cannot be called (" + std::strerror(errno) + ").");
    connection.broken = true;
  }
  connections_.push_back(std::move(connection));
  drop_finished();
}

void ControlProxy::finish_connecting(Connection& connection) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(connection.sockets[1], SOL_SOCKET, SO_ERROR, &error, &size);
  connection.connecting = false;
  if (error == 0) return;
  troubles_.push_back("The remote at " + target_.to_string() + " does not answer (" + std::strerror(error) + ").");
  connection.broken = true;
}

void ControlProxy::read_some(Connection& connection, std::size_t way) {
  std::string bytes(kLargestSegment, '\0');
  while (may_read(connection, way)) {
    const ssize_t size = recv(connection.sockets[way], bytes.data(), bytes.size(), 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    const std::size_t count = size > 0 ? static_cast<std::size_t>(size) : 0;
    connection.read_all[way] = count == 0;  // a reset is an end too
    if (connection.ended[way]) continue;    // nobody listens any more
    // The end of the stream is a segment as well: it comes after the link's delay.
    const std::uint32_t segment = connection.flows[way].add(bytes.substr(0, count));
    offer_(connection.id, segment, way_of(way), static_cast<int>(count) + kTcpHeaderBytes);
  }
}

/// When a reader has gone only its own direction ends: last words the other way still arrive.
void ControlProxy::write_some(Connection& connection, std::size_t way) {
  std::string& out = connection.out[way];
  const int to = connection.sockets[1 - way];
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

const ControlProxy::Connection* ControlProxy::find(std::uint32_t id) const {
  const auto found = std::ranges::find(connections_, id, &Connection::id);
  return found == connections_.end() ? nullptr : &*found;
}

int ControlProxy::bytes_on_link(std::uint32_t connection, std::uint32_t segment, LinkWay way) const {
  const Connection* const found = find(connection);
  return found ? static_cast<int>(found->flows[flow_of(way)].size(segment)) + kTcpHeaderBytes : 0;
}

void ControlProxy::arrived(std::uint32_t connection, std::uint32_t segment, LinkWay way) {
  Connection* const found = find(connection);
  if (!found) return;
  const auto index = flow_of(way);
  found->flows[index].arrived(segment, found->out[index]);
  write_some(*found, index);
  drop_finished();
}

void ControlProxy::lost(std::uint32_t connection, std::uint32_t segment, LinkWay way, Timestamp at) {
  if (Connection* const found = find(connection)) found->flows[flow_of(way)].lost(segment, at);
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
      while (const auto segment = each.flows[way].take_resend(now))
        offer_(each.id, *segment, way_of(way), static_cast<int>(each.flows[way].size(*segment)) + kTcpHeaderBytes);
}

void ControlProxy::flush() {
  for (Connection& each : connections_)
    for (const std::size_t way : {0u, 1u}) {
      each.flows[way].flush(each.out[way]);
      write_some(each, way);
    }
  drop_finished();
}

void ControlProxy::drop_finished() {
  std::erase_if(connections_, [](const Connection& each) {
    const bool finished = each.ended[0] && each.ended[1] && each.read_all[0] && each.read_all[1];
    if (!each.broken && !finished) return false;
    for (const int socket : each.sockets)
      if (socket >= 0) close(socket);
    return true;
  });
}

}  // namespace jitterscope
