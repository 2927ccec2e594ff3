#pragma once
// The connection that carries the sent picture: made, and made again when it breaks; asked before each picture whether
// the one before has left it.
#include <array>
#include <optional>

#include "core/base/net/tcp_media.h"
#include "core/call/exchange/event_rings.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// video-send thread; no call blocks but wait_for_room().
class VideoTcpPath {
 public:
  /// Packets have at most `largest_packet` bytes. `events` outlives this; it gets TcpReported, and a Notice when the
  /// remote takes no connection. `own`, `buffer`: as TcpMediaSender's.
  VideoTcpPath(std::size_t largest_packet, EventRing& events, const SocketAddress& own = {},
               std::optional<std::int64_t> buffer = {});

  /// Between pictures, and at least each idle_wait(): connects to `to`, or closes, as `transport` asks.
  void look(Transport transport, const SocketAddress& to, Timestamp now);
  /// As look() was asked last.
  bool in_use() const { return transport_ == Transport::kTcp; }
  bool leads_to(const SocketAddress& to) const { return to == to_; }
  Duration idle_wait() const;

  /// Whether a picture may begin. Not while the socket holds some of the one before: it would only wait behind it. With
  /// a buffer: when that has room for one like it, as with a program that knows no more of its socket.
  bool ready();
  /// An RTP packet of two pieces, framed here.
  TcpMediaSender::Taken send(const std::array<iovec, 2>& parts);
  TcpMediaSender::Taken flush() { return connection_.flush(); }
  /// Also ends when the connection does, or `timeout` has passed. False: it has ended.
  bool wait_for_room(Duration timeout);
  /// The picture that is being sent is not waited for any longer.
  void give_up() { connection_.close(); }
  /// TcpReported, when it is time.
  void report(Timestamp now);

 private:
  void watch(Timestamp now);
  void opened(Timestamp now);
  void attempt_failed(int error, Timestamp now);

  EventRing& events_;
  const std::optional<std::int64_t> buffer_;
  TcpMediaSender connection_;
  std::int64_t picture_bytes_ = 0;  // of the picture that began last
  Transport transport_ = Transport::kUdp;
  SocketAddress to_;
  bool trying_ = false;  // a connection is being made, or is too young to be trusted
  bool told_ = false;    // that there is no connection
  Duration pause_;       // between two attempts
  Timestamp began_, next_try_, next_report_;
  std::optional<Timestamp> open_since_;     // the young one
  std::optional<Timestamp> without_since_;  // no connection that lasts
};

}  // namespace jitterscope
