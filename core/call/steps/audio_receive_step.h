#pragma once
// Packets to sound: what the thread audio-receive does, for each remote in a slot. Sound that is due is mixed, 10 ms at
// a time, into the speaker's ring.
#include <array>
#include <optional>

#include "core/algorithms/playout/audio_playout.h"
#include "core/algorithms/playout/mixer.h"
#include "core/algorithms/signalling/second_limit.h"
#include "core/call/exchange/audio_ring.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/steps/packet_intake.h"
#include "core/call/steps/playout_switch.h"
#include "core/call/steps/refusal.h"
#include "core/events/kinds/stream_announced.h"

namespace jitterscope {

struct AudioSlotConfig {
  IntakeConfig intake;
  AudioPlayoutConfig playout;
  const SpeakerProbe* devices = nullptr;         // of the speaker; may be null
  std::optional<StreamAnnounced> expected = {};  // of one of many remotes: whose it is (Identifier)
  ParticipantId remote = kFirstRemote;
};

/// One received stream of sound, on the thread audio-receive: packets in, samples out when they are due. Never
/// allocates after construction.
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
  /// Ends the stream: nothing more of it is played.
  void finish();
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
  SecondLimit taken_{8000};  // packets a second: of the shortest blocks 1000 are sent, and what waited comes at once
  Refusals refusals_;
  PlayoutSwitch switch_;
  AudioPlayout playout_;
  std::array<QueuedBlock, 256> queued_{};  // by sequence
  Timestamp next_report_;
  AudioChunk chunk_;
  bool heard_ = false;
  std::array<std::int16_t, AudioPlayout::kMaxBlockSamples> decoded_{};
};

/// Who takes the sound; each may be null.
struct SoundOut {
  AudioRing* speaker = nullptr;
  AudioRing* tap = nullptr;  // a copy of all that is played
};

/// A Step. Never allocates after construction.
class AudioReceiveStep {
 public:
  static constexpr std::size_t kRoom = rtp::kMaxRtpHeaderBytes + 2 * AudioPlayout::kMaxBlockSamples;  // for a packet

  /// All outlive this.
  AudioReceiveStep(EventRing& events, PublishedLevel& level, const SoundOut& out);

  /// Session thread: its side of the table.
  SlotTable<AudioSlot>& streams() { return streams_; }

  Timestamp run(Timestamp now);
  void take(const Arrival& arrival);
  void finish(Timestamp now);

 private:
  void take_changes();
  void render(Timestamp until, Timestamp now);

  EventRing& events_;
  PublishedLevel& level_;
  const SoundOut out_;
  SlotTable<AudioSlot> streams_;
  RejectSums rejects_{Medium::kAudio};
  std::optional<Timestamp> next_chunk_;  // when the next one ends; absent: before the first round
  Timestamp next_round_;
  AudioChunk chunk_;
  Mixer mixer_{kAudioChunkSamples};
  LevelMeter meter_;
};

}  // namespace jitterscope
