#pragma once
// The thread audio-receive: a socket whose packets become sound.
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/pipeline/datagram_source.h"
#include "core/call/pipeline/drive.h"
#include "core/call/steps/audio_receive_step.h"

namespace jitterscope {

class AudioReceiver {
 public:
  /// Socket, rings, board and level outlive this.
  AudioReceiver(UdpSocket& socket, EventRings& rings, PlayoutBoard& board, PublishedLevel& level,
                const AudioReceiveConfig& config, const PrioritySetting& priority)
      : step_(rings.of(ThreadRole::kAudioReceive), board, level, config),
        thread_(ThreadRole::kAudioReceive, priority, [this, &socket](std::stop_token stop) {
          drive(step_, DatagramSource<AudioReceiveStep::kRoom>(socket), stop);
        }) {}

  /// Session thread.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return step_.set_playout(setting, period, mark);
  }
  RealtimeThread& thread() { return thread_; }

 private:
  AudioReceiveStep step_;
  RealtimeThread thread_;
};

}  // namespace jitterscope
