#pragma once
// Sound to packets: what the thread audio-send does. Blocks are filled from a source without a device (then the step
// keeps the time, by absolute deadlines) or with what a device captured (then the device keeps it), and go at once.
#include <algorithm>
#include <memory>
#include <vector>

#include "core/algorithms/media/sources.h"
#include "core/algorithms/media/talkspurt.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/audio_ring.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/steps/capture_gaps.h"
#include "core/call/steps/packet_sink.h"
#include "core/events/audio_block.h"
#include "core/events/settings.h"

namespace jitterscope {

struct AudioSendConfig {
  const CallClock* clock = nullptr;  // outlives the step
  rtp::ExtensionIds ids;
  StreamStart start;
  int block_size = 256;  // samples = bytes of PCMU
  bool muted = false;
  int packet_bytes = 0;  // in virtual time: most that a packet has, as of a coder of fewer bits; 0: as PCMU makes it
};

/// A Step. Never allocates between begin() and begin().
class AudioSendStep {
 public:
  /// All outlive this.
  AudioSendStep(EventRing& events, PublishedLevel& level, PacketSink& sink, const AudioSendConfig& config);

  // Session thread. `is_run`: false: nobody runs it, so nobody is waited for and the value is in force at once.
  /// 1 … kLargestAudioBlock, effective from the next block that is begun.
  TakenOver apply(const SetAudioBlock& wanted, const SettingChanged* mark, bool is_run) {
    return hand(block_size_, std::clamp(wanted.value, 1, kLargestAudioBlock), mark, is_run);
  }
  TakenOver apply(const SetMuted& wanted, const SettingChanged* mark, bool is_run) {
    return hand(muted_, wanted.value, mark, is_run);
  }
  /// One reader: the rtcp thread.
  LatestValue<SenderProgress>& progress() { return progress_; }

  // While nobody runs it. The stream's sequence goes on.
  /// Null: what it sends is given to it.
  void begin(std::unique_ptr<AudioSource> source);
  /// What waits to be taken over is in force now.
  void take_settings_at_once(Timestamp now);
  bool has_source() const { return source_ != nullptr; }

  Timestamp run(Timestamp now);
  /// What was captured; without a source. Timestamps go on with the clock where the device left something out.
  void take(const AudioChunk& chunk);
  /// The block begun goes, where its time has come.
  void finish(Timestamp now);

 private:
  auto push() {
    return [this](const Event& event) { events_.push(event); };
  }
  template <typename Value>
  TakenOver hand(SettingHandover<Value>& handover, Value value, const SettingChanged* mark, bool is_run) {
    if (is_run) return handover.put(value, mark);
    handover.put_at_once(value);
    handover.take(sink_.now(), push());
    return {};
  }
  void take_settings(Timestamp now);
  void begin_block();
  void send_block(Timestamp due);
  void skip_silence(Timestamp due);
  std::size_t code_bytes(std::size_t head_bytes) const;
  Duration block_length() const;

  EventRing& events_;
  PublishedLevel& level_;
  PacketSink& sink_;
  const AudioSendConfig config_;
  std::unique_ptr<AudioSource> source_;
  SettingHandover<bool> muted_;
  SettingHandover<int> block_size_;
  LatestValue<SenderProgress> progress_;
  StreamSendState state_;
  std::int64_t next_block_ = 0;
  CaptureGaps gaps_;
  std::size_t filled_ = 0;             // samples of the block that is given
  bool first_ = true;                  // no block since begin(), or since the device was away
  std::optional<Timestamp> deadline_;  // of the block that waits; absent: none does yet
  Timestamp last_due_;
  LevelMeter meter_;
  TalkspurtDetector talkspurts_;
  std::vector<std::int16_t> samples_;  // one block; room for the largest
  std::vector<std::uint8_t> codes_;
};

}  // namespace jitterscope
