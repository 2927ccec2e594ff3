#pragma once
// Packets from the wire to sound: the thread audio-receive (socket, playout buffer) writes what is due, 10 ms at a time,
// into the speaker's ring.
#include <functional>
#include <memory>

#include "core/call/audio_sender.h"
#include "core/call/packet_intake.h"
#include "core/playout/audio_playout.h"

namespace jitterscope {

struct AudioReceiverConfig {
  IntakeConfig intake;
  AudioPlayoutConfig playout;
  PrioritySetting priority;
  AudioRing* speaker = nullptr;  // may be null
  AudioRing* tap = nullptr;      // a copy of all that is played; may be null
};

class AudioReceiver {
 public:
  /// Socket, rings and level outlive this.
  AudioReceiver(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioReceiverConfig& config);
  ~AudioReceiver();
  RealtimeThread& thread() { return *thread_; }

 private:
  void loop(std::stop_token stop);
  void handle(const Datagram& datagram, rtp::ConstBytes bytes);
  void render(Timestamp now);
  void report_done();

  UdpSocket& socket_;
  EventRing& events_;
  PublishedLevel& level_;
  const AudioReceiverConfig config_;

  // audio-receive
  PacketIntake intake_;
  AudioPlayout playout_;
  LevelMeter meter_;
  AudioChunk chunk_;
  std::size_t filled_ = 0;
  bool heard_ = false;  // a packet of the stream has come
  std::array<std::int16_t, AudioPlayout::kMaxBlockSamples> decoded_{};

  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
