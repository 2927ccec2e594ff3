#pragma once
// RTCP: what the thread rtcp does, for each remote in a slot.
#include "core/call/exchange/slot_table.h"
#include "core/call/steps/rtcp_slot.h"

namespace jitterscope {

/// A Step.
class RtcpStep {
 public:
  /// Events outlive this.
  explicit RtcpStep(EventRing& events) : events_(events) {}

  /// Session thread: its side of the table. Who goes is told BYE.
  SlotTable<RtcpSlot>& remotes() { return remotes_; }

  Timestamp run(Timestamp now);
  /// When run() is due for what has changed at `now`: on the boards of the remotes, or of the table, which it looks at.
  Timestamp news_due(Timestamp now);
  void take(Medium medium, const Arrival& arrival);
  void finish(Timestamp now);

 private:
  void tell(const PacketRejected& sum) { events_.push(sum); }

  EventRing& events_;
  SlotTable<RtcpSlot> remotes_;
  PerMedium<RejectSums> rejects_{{RejectSums(Medium::kAudio), RejectSums(Medium::kVideo)}};  // of nobody's
};

}  // namespace jitterscope
