#pragma once
// Where one received medium stands in the quality space, over the last 10 s and, once a second, over the last five minutes.
#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "core/events/events.h"
#include "core/metrics/moments.h"
#include "core/metrics/quality_view.h"

namespace jitterscope {

/// latency = mean one-way delay of packets + mean wait of played units; jitter = stddev of the time between blocks (audio)
/// or complete frames (video); loss = share of units not played, or until the first playout event of packets lost. O(1) an
/// event, bounded memory. A new SSRC begins a new window; the trail stays.
class QualityTrack {
 public:
  QualityTrack(Medium, Timestamp call_began);

  void add(const PacketArrived&);
  void add(const FrameDone&);
  void add(const AudioBlockDone&);
  void add(const FramePlayed&);
  /// Events of the other medium, and of other kinds, are ignored.
  void add(const Event&);

  /// Absent: nothing was received yet. `now` = local, does not go back.
  std::optional<QualityView> view(Timestamp now);

 private:
  struct Slot {  // a tenth of a second, by local time
    std::int64_t number = -1;
    std::int64_t delays = 0, delay_ns = 0;
    std::int64_t waits = 0, wait_ns = 0;
    std::int64_t units = 0, not_played = 0;
    std::int64_t lowest = 0, highest = 0, packets = 0;  // sequence numbers
    std::int64_t intervals = 0;
    double interval_ms = 0, interval_ms2 = 0;
  };
  static constexpr std::int64_t kWindow = 100, kSlots = 160;  // 10 s, and what comes late

  Slot* slot_at(Timestamp);  // null: too old
  void begin_stream(std::uint32_t ssrc);
  void unit_arrived(Timestamp);
  QualityPoint point_before(std::int64_t slot) const;  // of the window that ends with slot − 1
  void extend_trail(std::int64_t slot);

  Medium medium_;
  Timestamp began_;
  std::array<Slot, kSlots> slots_{};
  std::int64_t newest_ = -1, next_moment_ = 10;
  std::optional<std::uint32_t> ssrc_;
  std::optional<Timestamp> last_unit_;
  bool playout_known_ = false;
  std::deque<QualityMoment> trail_;
};

/// What the far end says of one of our streams: the newest point, and one a second as trail.
class PeerQualityTrack {
 public:
  explicit PeerQualityTrack(Timestamp call_began) : began_(call_began) {}
  void add(const PeerQuality&);
  std::optional<QualityView> view(Timestamp now) const;  // absent before the first; no `now` point when it is 5 s old

 private:
  Timestamp began_;
  std::optional<PeerQuality> last_;
  std::deque<QualityMoment> trail_;
};

}  // namespace jitterscope
