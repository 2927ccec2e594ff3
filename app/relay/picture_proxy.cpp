#include "app/relay/picture_proxy.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "core/base/net/socket_calls.h"

namespace jitterscope {
namespace {

using State = TcpMediaSender::State;

constexpr int kSegmentOption = kTcpSegmentBytes + 12;  // its time stamps are part of what TCP_MAXSEG counts
// What can wait in the relay's socket, half of it data: of a sender here Linux's least; one elsewhere needs a window
// for the round trip.
constexpr int kReceiveBuffer = 2304, kReceiveBufferAfar = 16'384;
constexpr int kAcknowledgementBytes = kTcpHeaderBytes;
constexpr Duration kRetry = Duration::ms(250);
constexpr Duration kSilent = Duration::seconds(5);        // then a newcomer may take the place
constexpr Duration kTroubleAfter = Duration::seconds(2);  // a remote that is being told needs a moment

/// Also behind bytes that nobody has read.
bool hung_up(int fd) {
  pollfd look{fd, POLLRDHUP, 0};
  return poll(&look, 1, 0) > 0;
}

}  // namespace

bool PictureProxy::listen(const SocketAddress& near, const SocketAddress& far, std::string& error) {
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) {
    auto& listener = listeners_[index(way)];
    listener = TcpMediaListener::listen(way == LinkWay::kUp ? near : far, error);
    if (!listener) continue;
    // Who connects gets both.
    set_option(listener->fd(), IPPROTO_TCP, TCP_MAXSEG, kSegmentOption);
    set_option(listener->fd(), SOL_SOCKET, SO_RCVBUF, way == LinkWay::kUp ? kReceiveBuffer : kReceiveBufferAfar);
  }
  return listeners_[0] && listeners_[1];
}

void PictureProxy::set_targets(const SocketAddress& near, const SocketAddress& far) {
  for (Connection& each : connections_) {
    const SocketAddress& now = each.way == LinkWay::kUp ? far : near;
    if (now != targets_[index(each.way)]) each.ended = true;
  }
  targets_ = {far, near};
  drop_ended();
}

void PictureProxy::add_descriptors(std::vector<pollfd>& wanted, Timestamp now) const {
  for (const auto& listener : listeners_)
    if (listener) wanted.push_back({listener->fd_to_poll(now), POLLIN, 0});
  for (const Connection& each : connections_) {
    if (may_read(each)) wanted.push_back({each.from.fd(), POLLIN, 0});
    const bool writes = !each.open || each.full;
    if (each.to.fd() >= 0)
      wanted.push_back({each.to.fd(), static_cast<short>((each.open ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0});
  }
}

void PictureProxy::serve(const pollfd& ready, Timestamp now) {
  for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown})
    if (listeners_[index(way)] && listeners_[index(way)]->fd() == ready.fd) return accept(way, now);
  for (Connection& each : connections_)
    if (each.from.fd() == ready.fd || each.to.fd() == ready.fd) step(each, now);
  drop_ended();
}

void PictureProxy::accept(LinkWay way, Timestamp now) {
  auto caller = listeners_[index(way)]->accept(now);
  const SocketAddress& expected = targets_[1 - index(way)];  // who sends there receives there
  if (!caller || targets_[index(way)].size() == 0) return;
  if (!may_come_from(expected, caller->from) || !make_room(way, now)) return;
  Connection& connection = connections_.emplace_back();
  connection.number = next_connection_++;
  connection.way = way;
  connection.from = std::move(caller->socket);
  if (caller->from.is_loopback()) set_option(connection.from.fd(), SOL_SOCKET, SO_RCVBUF, kReceiveBuffer);
  connection.began = connection.next_try = connection.heard = now;
  step(connection, now);
  drop_ended();
}

/// False: all of that direction are in use.
bool PictureProxy::make_room(LinkWay way, Timestamp now) {
  std::size_t count = 0;
  Connection* oldest = nullptr;
  for (Connection& each : connections_) {
    if (each.way != way) continue;
    ++count;
    if (may_go(each, now) && (!oldest || each.heard < oldest->heard)) oldest = &each;
  }
  if (count < kMostConnections) return true;
  if (!oldest) return false;
  oldest->ended = true;
  drop_ended();
  return true;
}

/// A sender that has lost its connection makes another one: this may be what is left of it.
bool PictureProxy::may_go(const Connection& connection, Timestamp now) const {
  const bool waits_for_relay = connection.open && !may_read(connection);
  return hung_up(connection.from.fd()) || (!waits_for_relay && now - connection.heard >= kSilent);
}

/// All that can be done now.
void PictureProxy::step(Connection& connection, Timestamp now) {
  if (!open(connection, now)) return;
  write_some(connection);
  read_some(connection, now);
  if (connection.read_all && connection.flow.empty() && connection.out.empty() && !connection.full)
    connection.ended = true;
}

/// Who connected is held, and not read from, until the other side takes it: that one may be about to be told.
bool PictureProxy::open(Connection& connection, Timestamp now) {
  const State state = connection.to.state();
  if (state == State::kOpen) return connection.open = true;
  if (connection.open || hung_up(connection.from.fd())) connection.ended = true;
  if (connection.ended || state == State::kConnecting) return false;
  if (!connection.told && now - connection.began >= kTroubleAfter) {
    connection.told = true;
    troubles_.push_back(std::string(connection.way == LinkWay::kUp ? "The remote" : "This end") +
                        " takes no picture over TCP through the link (" + std::strerror(connection.to.error()) +
                        "). It is tried again; UDP may work.");
  }
  if (now < connection.next_try) return false;
  connection.next_try = now + kRetry;
  connection.to.connect(targets_[index(connection.way)]);
  return false;
}

bool PictureProxy::may_read(const Connection& connection) const {
  return connection.open && !connection.read_all && !connection.full && connection.flow.room() > 0;
}

void PictureProxy::read_some(Connection& connection, Timestamp now) {
  std::array<char, kTcpSegmentBytes> bytes;
  while (may_read(connection)) {
    const auto most = std::min(static_cast<std::size_t>(connection.flow.room()), bytes.size());
    const ssize_t size = recv(connection.from.fd(), bytes.data(), most, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    connection.read_all = size <= 0;
    if (size > 0) {
      connection.heard = now;
      connection.flow.add(std::span(bytes.data(), static_cast<std::size_t>(size)));
    }
    send_segments(connection, now);
  }
}

void PictureProxy::write_some(Connection& connection) {
  auto taken = connection.to.flush();
  while (!connection.out.empty() && taken == TcpMediaSender::Taken::kWhole) {
    iovec part{connection.out.data(), std::min<std::size_t>(connection.out.size(), kTcpSegmentBytes)};
    taken = connection.to.send({&part, 1});
    if (taken == TcpMediaSender::Taken::kWhole) {
      connection.out.erase(0, part.iov_len);
      taken = connection.to.flush();
    }
  }
  connection.full = taken == TcpMediaSender::Taken::kFull;
  if (taken == TcpMediaSender::Taken::kLost) connection.ended = true;
}

void PictureProxy::send_segments(Connection& connection, Timestamp now) {
  while (const auto segment = connection.flow.next_segment(now))
    put_on_link(segment->on_link(), {connection.way, connection.number, *segment});
}

void PictureProxy::put_on_link(int bytes, const OnLink& packet) {
  const bool media = std::holds_alternative<link::TcpSegment>(packet.content);
  const std::uint64_t id = next_id_++;
  on_link_.emplace(id, packet);
  offer_({id, packet.way, link::Traffic::kVideo, bytes}, media);
}

void PictureProxy::arrived(const link::Departure& departure, Timestamp now) {
  const auto found = on_link_.find(departure.id);
  if (found == on_link_.end()) return;
  const OnLink packet = found->second;
  const bool another = (departure.duplicate || departure.duplicated) && found->second.copies_left-- > 0;
  if (!another) on_link_.erase(found);
  Connection* const connection = find(packet.connection);
  if (!connection) return;
  if (const auto* segment = std::get_if<link::TcpSegment>(&packet.content)) {
    const LinkWay back = connection->way == LinkWay::kUp ? LinkWay::kDown : LinkWay::kUp;
    const auto answer = connection->flow.arrived(*segment, connection->out);
    put_on_link(kAcknowledgementBytes, {back, connection->number, answer});
  } else {
    connection->flow.acknowledged(std::get<link::TcpAcknowledgement>(packet.content), now);
    send_segments(*connection, now);
  }
  step(*connection, now);
  drop_ended();
}

void PictureProxy::lost(std::uint64_t id) {
  on_link_.erase(id);
}

void PictureProxy::lose_all(const std::function<void(LinkWay, bool)>& tell) {
  for (const auto& [id, packet] : on_link_) tell(packet.way, std::holds_alternative<link::TcpSegment>(packet.content));
  on_link_.clear();
}

int PictureProxy::bytes_on_link(std::uint64_t id) const {
  const auto found = on_link_.find(id);
  if (found == on_link_.end()) return 0;
  const auto* segment = std::get_if<link::TcpSegment>(&found->second.content);
  return segment ? segment->on_link() : kAcknowledgementBytes;
}

bool PictureProxy::is_media(std::uint64_t id) const {
  const auto found = on_link_.find(id);
  return found != on_link_.end() && std::holds_alternative<link::TcpSegment>(found->second.content);
}

std::optional<Timestamp> PictureProxy::next_event() const {
  std::optional<Timestamp> next;
  const auto consider = [&next](std::optional<Timestamp> at) {
    if (at && (!next || *at < *next)) next = at;
  };
  for (const Connection& each : connections_) {
    if (each.to.fd() < 0) consider(each.next_try);  // else the socket tells
    consider(each.flow.next_event());
  }
  return next;
}

void PictureProxy::advance(Timestamp now) {
  for (Connection& each : connections_) {
    each.flow.advance(now);
    send_segments(each, now);
    if (!each.open) step(each, now);
  }
  drop_ended();
}

PictureProxy::Connection* PictureProxy::find(std::uint64_t number) {
  const auto found = std::ranges::find(connections_, number, &Connection::number);
  return found == connections_.end() ? nullptr : &*found;
}

void PictureProxy::drop_ended() {
  connections_.remove_if([](const Connection& each) { return each.ended; });
}

}  // namespace jitterscope
