#pragma once
// One direction of a stream connection over the emulated link, sans-IO: the bytes go as segments, arrive in order, and
// what the link drops goes again.
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/units/time.h"
#include "core/events/bytes_on_link.h"

namespace jitterscope {

inline constexpr std::size_t kLargestSegment = kTcpSegmentBytes;
inline constexpr Duration kResendTime = Duration::ms(200);   // TCP's least retransmission time-out in Linux
inline constexpr Duration kResendSpread = Duration::ms(50);  // at most this is added, each time another part of it

class ControlFlow {
 public:
  static constexpr std::size_t kMostInside =
      10;  // segments on the link or waiting for one before them: TCP's first window

  bool full() const { return segments_.size() >= kMostInside; }
  bool empty() const { return segments_.empty(); }
  /// A new segment of at most kLargestSegment bytes; its number, counted from 0.
  std::uint32_t add(std::string bytes);
  /// Bytes of a segment that is inside; 0: it is not.
  std::size_t size(std::uint32_t number) const;

  /// It arrived: what is in order now goes to the end of `out`. A number that is not inside is ignored.
  void arrived(std::uint32_t number, std::string& out);
  /// The link dropped it at `at`: it is due again kResendTime to kResendTime + kResendSpread later (always the same
  /// time could fall into step with the frames of a stream that fills the queue).
  void lost(std::uint32_t number, Timestamp at);
  /// When the next lost segment is due; nullopt: none is.
  std::optional<Timestamp> resend_due() const;
  /// The number of one that is due at `now`; it is on the link again. nullopt: none.
  std::optional<std::uint32_t> take_resend(Timestamp now);
  /// All that is inside, in order, as if it had arrived.
  void flush(std::string& out);

 private:
  struct Segment {
    std::string bytes;
    bool arrived = false;
    std::optional<Timestamp> resend;
  };
  std::map<std::uint32_t, Segment> segments_;  // from the first not yet handed on
  std::uint32_t next_ = 0;
  std::int64_t losses_ = 0;
};

}  // namespace jitterscope
