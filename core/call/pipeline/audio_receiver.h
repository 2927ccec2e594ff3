#pragma once
// The thread audio-receive: a socket whose packets become sound.
#include <memory>
#include <optional>

#include "core/base/net/udp_socket.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/pipeline/datagram_source.h"
#include "core/call/pipeline/drive.h"
#include "core/call/steps/audio_receive_step.h"

namespace jitterscope {

struct AudioReceiverConfig {
  SoundOut out;
  PrioritySetting priority;
};

/// Session thread.
class AudioReceiver {
 public:
  using Remote = SlotTable<AudioSlot>::Slot;

  /// Socket, rings, level and rings of sound outlive this. The thread begins with the first remote.
  AudioReceiver(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioReceiverConfig& config)
      : socket_(socket),
        events_(rings.of(ThreadRole::kAudioReceive)),
        priority_(config.priority),
        step_(events_, level, config.out) {}

  /// One more; its board is needed until it is_gone(). nullopt: there is no slot.
  std::optional<Remote> add(PlayoutBoard& board, const AudioSlotConfig& config) {
    const auto remote = step_.streams().add(std::make_unique<AudioSlot>(events_, board, config));
    if (!thread_)
      thread_ = std::make_unique<RealtimeThread>(ThreadRole::kAudioReceive, priority_, [this](std::stop_token stop) {
        drive(step_, DatagramSource<AudioReceiveStep::kRoom>(socket_), stop);
      });
    return remote;
  }
  void remove(Remote remote) { step_.streams().remove(remote); }
  /// Nothing of the remote that was removed is used any more.
  bool is_gone(Remote remote) { return step_.streams().is_gone(remote); }
  TakenOver set_playout(Remote remote, const PlayoutSetting& setting, Duration period,
                        const SettingChanged* mark = nullptr) {
    return step_.streams().made(remote)->set_playout(setting, period, mark);
  }
  /// False: the system refused.
  bool run_on(std::optional<int> processor) { return !thread_ || thread_->run_on(processor); }

 private:
  UdpSocket& socket_;
  EventRing& events_;
  const PrioritySetting priority_;
  AudioReceiveStep step_;
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
