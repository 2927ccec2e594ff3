#pragma once
// The thread audio-receive: a socket whose packets become sound.
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/pipeline/datagram_source.h"
#include "core/call/pipeline/drive.h"
#include "core/call/steps/audio_receive_step.h"

namespace jitterscope {

struct AudioReceiverConfig {
  AudioSlotConfig stream;
  SoundOut out;
  PrioritySetting priority;
};

class AudioReceiver {
 public:
  /// Of one remote, at first. Socket, rings, board, level and rings of sound outlive this.
  AudioReceiver(UdpSocket& socket, EventRings& rings, PlayoutBoard& board, PublishedLevel& level,
                const AudioReceiverConfig& config)
      : step_(rings.of(ThreadRole::kAudioReceive), level, config.out),
        slot_(*step_.streams().add(
            std::make_unique<AudioSlot>(rings.of(ThreadRole::kAudioReceive), board, config.stream))),
        thread_(ThreadRole::kAudioReceive, config.priority, [this, &socket](std::stop_token stop) {
          drive(step_, DatagramSource<AudioReceiveStep::kRoom>(socket), stop);
        }) {}

  /// Session thread.
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr) {
    return step_.streams().made(slot_)->set_playout(setting, period, mark);
  }
  RealtimeThread& thread() { return thread_; }
  /// Session thread: slots for more remotes.
  SlotTable<AudioSlot>& streams() { return step_.streams(); }

 private:
  AudioReceiveStep step_;
  const SlotTable<AudioSlot>::Slot slot_;
  RealtimeThread thread_;
};

}  // namespace jitterscope
