#pragma once
// Packets to sound: what the thread audio-receive does. Sound that is due is written, 10 ms at a time, into the
// speaker's ring.
#include <array>

#include "core/algorithms/playout/audio_playout.h"
#include "core/call/exchange/audio_ring.h"
#include "core/call/exchange/published_level.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/steps/arrival.h"
#include "core/call/steps/packet_intake.h"
#include "core/call/steps/playout_switch.h"

namespace jitterscope {

struct AudioReceiveConfig {
  IntakeConfig intake;
  AudioPlayoutConfig playout;
  AudioRing* speaker = nullptr;           // may be null
  const SpeakerProbe* devices = nullptr;  // of the speaker; may be null
  AudioRing* tap = nullptr;               // a copy of all that is played; may be null
};

/// A Step. Never allocates after construction.
class AudioReceiveStep {
 public:
  static constexpr std::size_t kRoom = rtp::kMaxRtpHeaderBytes + 2 * AudioPlayout::kMaxBlockSamples;  // for a packet

  /// Events, board and level outlive this.
  AudioReceiveStep(EventRing& events, PlayoutBoard& board, PublishedLevel& level, const AudioReceiveConfig& config);

  /// Session thread.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return switch_.set(setting, Medium::kAudio, period, mark);
  }

  Timestamp run(Timestamp now);
  void take(const Arrival& arrival);
  void finish(Timestamp now);

 private:
  struct QueuedBlock {
    std::int64_t sequence = -1, rtp_timestamp = 0;
    Duration held;
  };
  void render(Timestamp now);
  void tell(const AudioBlockDone& done);
  void report_done();
  void report_playout(Timestamp now);

  EventRing& events_;
  PlayoutBoard& board_;
  PublishedLevel& level_;
  const AudioReceiveConfig config_;
  RejectSums rejects_{Medium::kAudio};
  PacketIntake intake_;
  PlayoutSwitch switch_;
  AudioPlayout playout_;
  std::array<QueuedBlock, 256> queued_{};  // by sequence
  Timestamp next_render_, next_report_;
  LevelMeter meter_;
  AudioChunk chunk_;
  std::size_t filled_ = 0;
  bool heard_ = false;  // a packet of the stream has come
  std::array<std::int16_t, AudioPlayout::kMaxBlockSamples> decoded_{};
};

}  // namespace jitterscope
