#pragma once
// Packets to complete frames: what the thread video-receive does, for each remote in a slot.
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/steps/video_slot.h"

namespace jitterscope {

/// A Step. Never allocates after construction.
class VideoReceiveStep {
 public:
  static constexpr std::size_t kRoom = 9000;  // for a packet: a jumbo frame; larger ones are refused

  /// Events outlive this.
  explicit VideoReceiveStep(EventRing& events) : events_(events) {}

  /// Session thread: its side of the table.
  SlotTable<VideoSlot>& streams() { return streams_; }
  const SlotTable<VideoSlot>& streams() const { return streams_; }

  Timestamp run(Timestamp now);
  /// False: it is of no stream.
  bool take(const Arrival& arrival);
  /// How long a frame is waited for from now on, of every remote.
  void set_patience(Duration patience);
  void finish(Timestamp now);

 private:
  void take_streams(Timestamp now);

  EventRing& events_;
  SlotTable<VideoSlot> streams_;
  std::optional<Duration> patience_;  // absent: each slot's own
  RejectSums rejects_{Medium::kVideo};
};

}  // namespace jitterscope
