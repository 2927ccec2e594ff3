#pragma once
// A stream that no call recorded (packet list, capture), as the events of its receiver; one that was sent, of its
// sender.
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/events/event.h"
#include "core/events/identity.h"
#include "core/events/kinds/frame_done.h"
#include "core/measures/definitions/sequence_ledger.h"
#include "core/measures/definitions/stream_clock.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/media_frames.h"
#include "core/measures/offline/skew_verdict.h"
#include "core/measures/offline/stream_span.h"
#include "core/measures/packets/packet_order.h"
#include "core/record/open/stretch_units.h"

namespace jitterscope::trace {

/// Of a sent stream PacketSent of each packet; else PacketArrived of each packet and, of video, FrameDone of each
/// frame, made one by one in order of time. Frames of which nothing came (gaps up to 1000 numbers, as the
/// reassembler's) are reported just before the next one that came.
class StreamEvents {
 public:
  explicit StreamEvents(StreamInput stream);
  StreamEvents(StreamEvents&&) noexcept = default;
  StreamEvents& operator=(StreamEvents&&) noexcept = default;

  Medium medium() const { return stream_.medium; }
  Direction direction() const { return stream_.direction; }
  /// Of its events, in a call of two.
  StreamKey key() const {
    const bool sent = stream_.direction == Direction::kSent;
    return {sent ? kThisEnd : kFirstRemote, {}, stream_.medium, stream_.ssrc.value_or(0)};
  }
  /// Packets known to be missing before its first event and after its last one; `span`: those that were due in it.
  std::int64_t missing_around(const std::optional<TimeSpan>& span) const;
  /// Which units of a received stream were due in a span.
  StretchUnits units_of(const TimeSpan& span) const;
  /// Where no timestamps are known, or not their rate, those of the events are the numbers of blocks or frames at the
  /// mean period, as in analysis; they are for transits alone.
  const StreamClock& clock() const { return clock_; }
  /// What is known of the clocks' skew by all streams of the file.
  void set_skew(const SkewVerdict& skew) {
    clock_.skew = skew.removed;
    clock_.skew_by = skew.by;
  }

  /// Of the next event; absent: there is none.
  std::optional<Timestamp> next_at() const;
  /// Only when there is one.
  Event take();

 private:
  struct Frame {
    FrameDone done;
    std::int64_t missing = 0;  // numbers before it that are still to be reported
  };
  void list_frames(const PacketOrder& by_sequence);
  void number_units(const std::vector<MediaFrame>& units);
  std::int64_t unit_time(std::int64_t number) const;
  bool frame_is_next() const;
  PacketArrived take_packet();
  PacketSent take_sent_packet();
  FrameDone take_frame();

  StreamInput stream_;  // packets in order of arrival
  StreamClock clock_;
  bool stamped_ = false;  // by timestamps of a known rate
  std::int64_t first_unit_ = 0;
  double period_ms_ = 0;
  std::vector<Frame> frames_;                                   // in order of completion
  std::vector<std::pair<std::int64_t, std::int64_t>> numbers_;  // of frames by timestamps: unit_key() and number
  std::size_t next_packet_ = 0, next_frame_ = 0;
  SequenceLedger ledger_;
  std::optional<std::int64_t> sent_timestamp_;  // of the sent frame that is counted now
  std::int64_t sent_frame_ = 0;
};

}  // namespace jitterscope::trace
