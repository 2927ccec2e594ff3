#pragma once
// One received stream of sound, on the thread audio-receive: packets in, samples out when they are due.
#include <array>
#include <optional>

#include "core/algorithms/playout/audio_playout.h"
#include "core/call/exchange/audio_ring.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/steps/packet_intake.h"
#include "core/call/steps/playout_switch.h"

namespace jitterscope {

struct AudioSlotConfig {
  IntakeConfig intake;
  AudioPlayoutConfig playout;
  const SpeakerProbe* devices = nullptr;         // of the speaker; may be null
  std::optional<StreamAnnounced> expected = {};  // of one of many remotes: whose it is (Identifier)
  ParticipantId remote = kFirstRemote;
};

/// Never allocates after construction.
class AudioSlot {
 public:
  static constexpr Duration kRenderPeriod = Duration::ms(10);

  /// Events and board outlive this; the board is the remote's.
  AudioSlot(EventRing& events, PlayoutBoard& board, const AudioSlotConfig& config);

  /// Session thread.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return switch_.set(setting, Medium::kAudio, period, mark);
  }

  // audio-receive.
  std::optional<std::uint32_t> ssrc() const { return intake_.ssrc(); }
  /// Why it was not taken.
  std::optional<RejectReason> take(const Arrival& arrival);
  /// Takes another policy over.
  void take_settings(Timestamp now) { switch_.apply(playout_, board_.of(Medium::kAudio), now, events_); }
  /// The chunk that ends at `until`, 10 ms after the one before it: silence where there is nothing.
  const AudioChunk& render(Timestamp until);
  /// After what was rendered.
  void report(Timestamp now);
  bool heard() const { return heard_; }  // a packet of the stream has come

 private:
  struct QueuedBlock {
    std::int64_t sequence = -1, rtp_timestamp = 0;
    Duration held;
  };
  void tell(const AudioBlockDone& done);
  void report_done();

  RemoteEvents events_;
  PlayoutBoard& board_;
  const SpeakerProbe* devices_;
  std::optional<StreamAnnounced> expected_;  // not told yet
  PacketIntake intake_;
  PlayoutSwitch switch_;
  AudioPlayout playout_;
  std::array<QueuedBlock, 256> queued_{};  // by sequence
  Timestamp next_report_;
  AudioChunk chunk_;
  bool heard_ = false;
  std::array<std::int16_t, AudioPlayout::kMaxBlockSamples> decoded_{};
};

}  // namespace jitterscope
