#include "core/call/path/video_tcp.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/base/realtime/clock.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/tcp_reported.h"

namespace jitterscope {
namespace {

constexpr int kMostCallers = 8;  // taken in one round

using State = TcpMediaSender::State;

constexpr Duration kTcpReportPeriod = Duration::ms(100);
constexpr Duration kShortestPause = Duration::ms(20), kLongestPause = Duration::seconds(1);
constexpr Duration kConnectPatience = Duration::seconds(4);  // the kernel asks again after 1 and 3 s
constexpr Duration kProven = Duration::seconds(1);           // a remote that takes nothing may close at once
constexpr Duration kTroubleAfter = Duration::seconds(2);     // a remote that is being told needs a moment
constexpr Duration kTroubleEvery = Duration::seconds(60);
constexpr Duration kLookConnecting = Duration::ms(10);
constexpr Duration kLookUnused = Duration::seconds(1);

TcpReported tcp_reported(const TcpConnectionInfo& info, Timestamp now) {
  return {info.round_trip_ms,
          info.round_trip_variation_ms,
          info.congestion_window,
          info.retransmitted,
          info.unsent_bytes,
          info.unacknowledged,
          now};
}

}  // namespace

void VideoTcpIntake::set(Setting setting) {
  if (setting.listener) listener_ = std::move(setting.listener);
  from_ = setting.from;
  if (listening_ && !setting.listening) accept_callers();  // who was quicker than this news
  listening_ = setting.listening;
}

void VideoTcpIntake::wait(UdpSocket& beside, Duration timeout) {
  static_assert(kMost + 2 <= kMostWaitedFor);
  const bool reads = budget_.may_read(monotonic_now());
  if (!reads) timeout = std::min(timeout, budget_.wait());
  std::array<int, kMost + 1> others;
  for (std::size_t i = 0; i < kMost; ++i) others[i] = reads ? connections_[i].socket.fd() : -1;
  others[kMost] = listening_ && reads ? listener_->fd_to_poll(monotonic_now()) : -1;
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
    budget_.spend_connection();
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
  budget_.spend_bytes(*size);
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

void VideoTcpIntake::end_empty(Connection& connection) {
  end(connection);
  brought_nothing_ = true;
}

std::optional<std::string_view> VideoTcpIntake::take_trouble(Timestamp now) {
  if (!brought_nothing_ || (told_ && now - *told_ < kTroubleEvery)) return std::nullopt;
  brought_nothing_ = false;
  told_ = now;
  return "A connection for pictures was closed: it brought 100 empty units, as no sender of pictures does. If pictures "
         "are missing, UDP may work.";
}

VideoTcpPath::VideoTcpPath(std::size_t largest_packet, EventRing& events, const SocketAddress& own,
                           std::optional<std::int64_t> buffer)
    : events_(events), buffer_(buffer), connection_(kFramingBytes + largest_packet, own, buffer) {}

void VideoTcpPath::look(Transport transport, const SocketAddress& to, Timestamp now) {
  if (transport != transport_ || to != to_) {
    transport_ = transport;
    to_ = to;
    connection_.close();
    trying_ = told_ = false;
    open_since_.reset();
    pause_ = Duration{};
    next_try_ = now;
    without_since_ = now;
  }
  if (in_use() && to_.size() > 0) watch(now);
}

void VideoTcpPath::watch(Timestamp now) {
  const State state = connection_.state();
  if (state == State::kOpen) return opened(now);
  if (!without_since_) without_since_ = now;
  if (trying_) {
    if (state == State::kConnecting && now - began_ < kConnectPatience) return;
    attempt_failed(state == State::kConnecting ? ETIMEDOUT : connection_.error(), now);
  }
  if (now < next_try_) return;
  connection_.connect(to_);
  trying_ = true;
  began_ = now;
}

void VideoTcpPath::opened(Timestamp now) {
  report(now);
  if (!trying_) return;
  if (!open_since_) open_since_ = now;
  if (now - *open_since_ < kProven) return;
  if (told_) events_.push(Notice{0, ShortText<160>("The picture goes over TCP now."), now});
  trying_ = told_ = false;
  open_since_.reset();
  pause_ = Duration{};
  without_since_.reset();
}

void VideoTcpPath::attempt_failed(int error, Timestamp now) {
  trying_ = false;
  open_since_.reset();
  pause_ = std::clamp(pause_ * 2, kShortestPause, kLongestPause);
  next_try_ = now + pause_;
  if (told_ || now - *without_since_ < kTroubleAfter) return;
  told_ = true;
  const char* why = strerrordesc_np(error);
  std::array<char, 161> text;
  std::snprintf(text.data(), text.size(),
                "The remote takes no picture over TCP (port %d: %s). Pictures are left out while it is tried again; "
                "UDP may work.",
                to_.port(), why ? why : "?");
  events_.push(Notice{1, ShortText<160>(text.data()), now});
}

Duration VideoTcpPath::idle_wait() const {
  if (!in_use() || to_.size() == 0) return kLookUnused;
  return without_since_ && !open_since_ ? kLookConnecting : kTcpReportPeriod;
}

bool VideoTcpPath::ready() {
  if (connection_.state() != State::kOpen) return false;
  if (!buffer_) return connection_.unsent() == 0;
  const bool has_room = connection_.unacknowledged() + std::min(picture_bytes_, *buffer_) <= *buffer_;
  if (has_room) picture_bytes_ = 0;
  return has_room;
}

TcpMediaSender::Taken VideoTcpPath::send(const std::array<iovec, 2>& parts) {
  const std::size_t bytes = parts[0].iov_len + parts[1].iov_len;
  auto framing = rtp::framing_of(bytes);
  const std::array<iovec, 3> framed{iovec{framing.data(), framing.size()}, parts[0], parts[1]};
  const TcpMediaSender::Taken taken = connection_.send(framed);
  if (taken == TcpMediaSender::Taken::kWhole) picture_bytes_ += static_cast<std::int64_t>(framing.size() + bytes);
  return taken;
}

bool VideoTcpPath::wait_for_room(Duration timeout) {
  connection_.wait(timeout);
  return connection_.state() == State::kOpen;
}

void VideoTcpPath::report(Timestamp now) {
  if (now < next_report_) return;
  next_report_ = now + kTcpReportPeriod;
  if (const auto info = connection_.info()) events_.push(tcp_reported(*info, now));
}

}  // namespace jitterscope
