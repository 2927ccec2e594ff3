#pragma once
// Sound to packets on the wire: the thread audio-send fills blocks from a source without a device (then it keeps the
// time itself, by absolute deadlines) or from the microphone's ring (then the device keeps it), and sends each at once.
#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "core/algorithms/media/level_meter.h"
#include "core/algorithms/media/sources.h"
#include "core/algorithms/media/talkspurt.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/latest_value.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/capture/device_host.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/path/media_sockets.h"
#include "core/call/path/stamp_joiner.h"
#include "core/events/audio_block.h"

namespace jitterscope {

/// A level for meters, published by the media threads.
struct PublishedLevel {
  std::atomic<double> rms{kSilenceDbfs}, peak{kSilenceDbfs};
  void publish(const LevelMeter& meter) {
    if (const auto level = meter.level())
      rms.store(level->rms_dbfs, std::memory_order_relaxed), peak.store(level->peak_dbfs, std::memory_order_relaxed);
  }
};

struct AudioSenderConfig {
  SocketAddress far_end;
  const CallClock* clock = nullptr;  // outlives the sender
  rtp::ExtensionIds ids;
  StreamStart start;
  int block_size = 256;  // samples = bytes of PCMU
  bool muted = false;
  Duration spin;
  PrioritySetting priority;
};

class AudioSender {
 public:
  /// Socket, rings and level outlive this. Nothing is sent before set_source.
  AudioSender(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioSenderConfig& config);
  ~AudioSender();

  /// Session thread. Sends from `source`, or from `microphone` when there is none, or nothing when both are null. The
  /// stream's sequence goes on. The thread is replaced, and waits at its end for the stamps of its last packet: a gap
  /// of some ms, at most 50 beyond the block begun.
  void set_source(std::unique_ptr<AudioSource> source, AudioRing* microphone);
  /// From the next packet on all go there instead (a relay, or the remote behind one).
  void set_destination(const SocketAddress& far_end);
  /// Every packet also goes there (another player); an address of size 0 ends that.
  void set_copy(const SocketAddress& player) { copy_to_.put(player); }
  /// Session thread; 1 … kLargestAudioBlock, effective from the next block that is begun.
  TakenOver set_block_size(int samples, const SettingChanged* mark = nullptr) {
    return handed(block_size_, std::clamp(samples, 1, kLargestAudioBlock), mark);
  }
  TakenOver set_muted(bool muted, const SettingChanged* mark = nullptr) { return handed(muted_, muted, mark); }
  /// Of the threads of later sources; the running one is asked by its table.
  void set_next_priority(const PrioritySetting& priority) { config_.priority = priority; }
  /// Null while nothing is sent.
  RealtimeThread* thread() { return thread_.get(); }
  /// One reader: the rtcp thread.
  LatestValue<SenderProgress>& progress() { return progress_; }

 private:
  void take_settings();
  /// Without a thread nobody is waited for, and the value is in force at once.
  template <typename Value>
  TakenOver handed(SettingHandover<Value>& handover, Value value, const SettingChanged* mark) {
    if (thread_) return handover.put(value, mark);
    handover.put_at_once(value);
    handover.take(monotonic_now(), push());
    return {};
  }
  auto push() {
    return [this](const Event& event) { events_.push(event); };
  }
  Duration block_length() const;
  void paced_loop(std::stop_token stop);
  void microphone_loop(std::stop_token stop);
  void send_block(Timestamp due);
  void skip_silence(Timestamp due);

  UdpSocket& socket_;
  EventRing& events_;
  PublishedLevel& level_;
  AudioSenderConfig config_;
  std::unique_ptr<AudioSource> source_;
  AudioRing* microphone_ = nullptr;
  SettingHandover<bool> muted_;
  SettingHandover<int> block_size_;
  LatestValue<SenderProgress> progress_;
  LatestValue<SocketAddress> destination_;
  LatestValue<SocketAddress> copy_to_;

  // audio-send
  StreamSendState state_;
  StampJoiner stamps_;
  std::optional<UdpSocket> copies_ = open_loopback_socket();  // a player that refuses does not touch the call's socket
  std::int64_t next_block_ = 0;
  bool first_ = true;
  Timestamp last_due_;
  LevelMeter meter_;
  TalkspurtDetector talkspurts_;
  std::vector<std::int16_t> samples_;  // one block; room for the largest
  std::vector<std::uint8_t> codes_;

  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
