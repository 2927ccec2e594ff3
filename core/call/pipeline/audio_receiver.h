#pragma once
// Packets from the wire to sound: the thread audio-receive (socket, playout buffer) writes what is due, 10 ms at a
// time, into the speaker's ring.
#include <array>
#include <functional>
#include <memory>

#include "core/algorithms/playout/audio_playout.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/path/packet_intake.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/playout_switch.h"

namespace jitterscope {

struct AudioReceiverConfig {
  IntakeConfig intake;
  AudioPlayoutConfig playout;
  PrioritySetting priority;
  AudioRing* speaker = nullptr;         // may be null
  const DeviceHost* devices = nullptr;  // of the speaker; may be null
  AudioRing* tap = nullptr;             // a copy of all that is played; may be null
};

class AudioReceiver {
 public:
  /// Socket, rings, board and level outlive this.
  AudioReceiver(UdpSocket& socket, EventRings& rings, PlayoutBoard& board, PublishedLevel& level,
                const AudioReceiverConfig& config);
  ~AudioReceiver();
  /// Session thread.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return switch_.set(setting, Medium::kAudio, period, mark);
  }
  RealtimeThread& thread() { return *thread_; }

 private:
  struct QueuedBlock {
    std::int64_t sequence = -1, rtp_timestamp = 0;
    Duration held;
  };
  void loop(std::stop_token stop);
  void handle(const Datagram& datagram, rtp::ConstBytes bytes);
  void render(Timestamp now);
  void tell(const AudioBlockDone& done);
  void report_done();
  void report_playout(Timestamp now);

  UdpSocket& socket_;
  EventRing& events_;
  RejectSums rejects_{Medium::kAudio};
  PublishedLevel& level_;
  const AudioReceiverConfig config_;

  // audio-receive
  PacketIntake intake_;
  PlayoutSwitch switch_;  // set by the session thread
  AudioPlayout playout_;
  PlayoutBoard& board_;
  std::array<QueuedBlock, 256> queued_{};  // by sequence
  Timestamp next_report_;
  LevelMeter meter_;
  AudioChunk chunk_;
  std::size_t filled_ = 0;
  bool heard_ = false;  // a packet of the stream has come
  std::array<std::int16_t, AudioPlayout::kMaxBlockSamples> decoded_{};

  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
