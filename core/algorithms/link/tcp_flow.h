#pragma once
// A TCP connection in one direction, sans-IO, as a model: what the congestion window lets out of a send buffer, and
// what losses and time-outs do to it. Positions in the stream stand for the data, which the caller keeps.
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/bytes_on_link.h"

namespace jitterscope::link {

struct TcpSegment {
  std::int64_t position = 0;  // of its first byte in the stream
  std::int32_t bytes = 0;     // of data
  bool retransmission = false;
  std::int32_t on_link() const { return bytes + kTcpHeaderBytes; }
  std::int64_t end() const { return position + bytes; }
};

/// What the receiver says of what it has.
struct TcpAcknowledgement {
  struct Range {
    std::int64_t first = 0, end = 0;
  };
  std::int64_t next = 0;                       // everything before has come
  std::array<std::optional<Range>, 3> beyond;  // has come too, the latest first (RFC 2018)
};

/// Acknowledges each segment at once. Not thread-safe.
class TcpReceiver {
 public:
  TcpAcknowledgement arrived(const TcpSegment& segment);
  /// What the application can read: everything before this position.
  std::int64_t in_order() const { return next_; }

 private:
  std::int64_t next_ = 0;
  std::map<std::int64_t, std::int64_t> beyond_;  // first -> end, apart from each other
};

struct TcpSetting {
  std::int64_t send_buffer = 65'536;              // bytes that wait or are under way; at least one segment
  int initial_window = 10;                        // segments (RFC 6928)
  Duration shortest_timeout = Duration::ms(200);  // Linux; RFC 6298 asks for 1 s
};

/// Slow start, additive increase and multiplicative decrease (RFC 5681), fast retransmit and recovery by selective
/// acknowledgement (RFC 6675), time-outs with back-off (RFC 6298, RTT by time stamps). The window counts segments, as
/// Linux's does, and grows only while it is what limits. A small write leaves at once (TCP_NODELAY); what waited leaves
/// in full segments. The remote's window never limits. Not thread-safe.
class TcpSender {
 public:
  explicit TcpSender(const TcpSetting& setting = {});

  /// Takes what has room, returns how many bytes that were. They are handed out by next_segment().
  std::int64_t write(std::int64_t bytes);
  std::int64_t room() const { return setting_.send_buffer - (written_ - acknowledged_); }
  /// What leaves now; call until nullopt, after each write(), acknowledged() and advance().
  std::optional<TcpSegment> next_segment(Timestamp now);
  void acknowledged(const TcpAcknowledgement& acknowledgement, Timestamp now);
  /// When a time-out is due; nullopt: nothing is under way.
  std::optional<Timestamp> next_event() const { return timeout_; }
  void advance(Timestamp now);

  std::int64_t written() const { return written_; }  // position
  std::int64_t unsent_bytes() const { return written_ - sent_; }
  int unacknowledged() const { return under_way_; }                    // segments under way, lost ones not counted
  int congestion_window() const { return static_cast<int>(window_); }  // segments
  std::int64_t retransmitted() const { return retransmitted_; }        // segments
  std::int64_t timeouts() const { return timeouts_; }
  std::optional<Duration> round_trip() const { return round_trip_; }  // smoothed

 private:
  struct Flight {
    TcpSegment segment;
    Timestamp sent;
    std::int64_t order = 0;  // of sending, retransmissions too
    bool arrived = false, lost = false;
  };

  bool mark(const TcpAcknowledgement& acknowledgement, Timestamp now);
  void find_losses();
  void grow(int segments);
  void measure(Duration round_trip);
  void restart_timer(Timestamp now);

  TcpSetting setting_;
  std::deque<Flight> flights_;  // by position, from acknowledged_ to sent_
  std::int64_t written_ = 0, sent_ = 0, acknowledged_ = 0;
  int under_way_ = 0;
  double window_, threshold_;  // segments
  bool limited_ = false;       // the window is what held back last
  std::int64_t next_order_ = 1;
  std::int64_t recover_until_ = -1;  // in recovery until this position is acknowledged
  std::int64_t retransmitted_ = 0, timeouts_ = 0;
  std::optional<Duration> round_trip_;
  Duration variation_, timeout_after_ = Duration::seconds(1);
  std::optional<Timestamp> timeout_;
};

}  // namespace jitterscope::link
