#pragma once
// Packets to complete frames: what the thread video-receive does, for each remote in a slot.
#include <atomic>
#include <memory>
#include <optional>

#include "core/algorithms/playout/reassembler.h"
#include "core/algorithms/signalling/second_limit.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/frame_exchange.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/steps/packet_intake.h"
#include "core/call/steps/refusal.h"
#include "core/events/kinds/stream_announced.h"

namespace jitterscope {

struct VideoSlotConfig {
  IntakeConfig intake;
  ReassemblerConfig reassembly;
  std::optional<StreamAnnounced> expected = {};  // of one of many remotes: whose it is (Identifier)
  ParticipantId remote = kFirstRemote;
};

/// One received stream of pictures, on the thread video-receive: packets in, complete frames out. A payload is copied
/// once, into its frame's buffer; the buffer itself travels to the decoder and back. Never allocates after
/// construction.
class VideoSlot {
 public:
  /// Events and bell outlive this.
  VideoSlot(EventRing& events, std::shared_ptr<FrameExchange> frames, FrameBell& bell, const VideoSlotConfig& config);

  // Session thread.
  TakenOver set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark = nullptr);
  void set_period(Duration period);
  /// Any thread.
  std::int64_t frames_skipped() const { return skipped_.load(std::memory_order_relaxed); }

  // video-receive.
  std::optional<std::uint32_t> ssrc() const { return intake_.ssrc(); }
  /// Why it is no packet of the stream; absent: it is one, also where its payload could not be read.
  std::optional<RejectReason> take(const Arrival& arrival);
  /// Takes settings over, and gives up frames that will not be complete.
  void run(Timestamp now);
  /// How long a frame is waited for from now on.
  void set_patience(Duration patience) { reassembler_.set_patience(patience); }
  void finish(Timestamp now) { hand_over(reassembler_.close(now)); }

 private:
  struct Reassembly {
    LossPolicy policy{};
    bool discard_late_frames = false;
    std::optional<Duration> period;
  };
  void hand_over(const VideoReassembler::Result& result);
  void skip(const VideoReassembler::Result& result);

  RemoteEvents events_;
  const std::shared_ptr<FrameExchange> frames_;
  FrameBell& bell_;
  std::optional<StreamAnnounced> expected_;  // not told yet
  Reassembly reassembly_set_;                // session thread: as set last
  SettingHandover<Reassembly> reassembly_{Reassembly{}};
  PacketIntake intake_;
  SecondLimit taken_{30'000};  // packets a second: of the fastest picture 6000 are sent, and what waited comes at once
  Refusals refusals_;
  VideoReassembler reassembler_;
  FrameBuffer spare_;
  std::atomic<std::int64_t> skipped_{0};
};

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
