#pragma once
// Packets to sound: what the thread audio-receive does, for each remote in a slot. Sound that is due is mixed, 10 ms at
// a time, into the speaker's ring.
#include "core/algorithms/playout/mixer.h"
#include "core/call/exchange/audio_ring.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/slot_table.h"
#include "core/call/steps/audio_slot.h"

namespace jitterscope {

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
