#pragma once
// Packets to complete frames: what the thread video-receive does. A payload is copied once, into its frame's buffer;
// the buffer itself travels to the decoder and back.
#include <atomic>
#include <optional>

#include "core/algorithms/playout/reassembler.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/frame_exchange.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/steps/arrival.h"
#include "core/call/steps/packet_intake.h"

namespace jitterscope {

struct VideoReceiveConfig {
  IntakeConfig intake;
  ReassemblerConfig reassembly;
};

/// A Step. Never allocates after construction.
class VideoReceiveStep {
 public:
  static constexpr std::size_t kRoom = 9000;  // for a packet: a jumbo frame; larger ones are refused

  /// Events and frames outlive this.
  VideoReceiveStep(EventRing& events, FrameExchange& frames, const VideoReceiveConfig& config);

  // Session thread.
  TakenOver set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark = nullptr);
  void set_period(Duration period);
  /// Any thread.
  std::int64_t frames_skipped() const { return skipped_.load(std::memory_order_relaxed); }

  Timestamp run(Timestamp now);
  /// False: it is not of the stream.
  bool take(const Arrival& arrival);
  /// How long a frame is waited for from now on.
  void set_patience(Duration patience) { reassembler_.set_patience(patience); }
  void finish(Timestamp now);

 private:
  struct Reassembly {
    LossPolicy policy{};
    bool discard_late_frames = false;
    std::optional<Duration> period;
  };
  void take_settings(Timestamp now);
  void hand_over(const VideoReassembler::Result& result);
  void skip(const VideoReassembler::Result& result);

  EventRing& events_;
  FrameExchange& frames_;
  RejectSums rejects_{Medium::kVideo};
  Reassembly reassembly_set_;  // session thread: as set last
  SettingHandover<Reassembly> reassembly_{Reassembly{}};
  PacketIntake intake_;
  VideoReassembler reassembler_;
  FrameBuffer spare_;
  std::atomic<std::int64_t> skipped_{0};
};

}  // namespace jitterscope
