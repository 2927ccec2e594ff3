#pragma once
// The thread audio-send: sound of a source or of the microphone's ring to packets on the wire.
#include <memory>

#include "core/base/realtime/realtime_thread.h"
#include "core/call/pipeline/socket_sink.h"
#include "core/call/steps/audio_send_step.h"

namespace jitterscope {

struct AudioSenderConfig {
  AudioSendConfig step;
  Routes routes;
  Duration spin;
  PrioritySetting priority;
};

class AudioSender {
 public:
  /// Socket, rings and level outlive this. Nothing is sent before set_source.
  AudioSender(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioSenderConfig& config);

  /// Session thread. Sends from `source`, or from `microphone` when there is none, or nothing when both are null. The
  /// stream's sequence goes on. The thread is replaced, and waits at its end for the stamps of its last packet: a gap
  /// of some ms, at most 50 beyond the block begun.
  void set_source(std::unique_ptr<AudioSource> source, AudioRing* microphone);
  // Session thread; as of SocketSink.
  void set_routes(const Routes& routes) { sink_.set_routes(routes); }
  void set_copy(const SocketAddress& player) { sink_.set_copy(player); }
  /// Session thread; as of AudioSendStep.
  template <typename S>
  TakenOver apply(const Set<S>& wanted, const SettingChanged* mark = nullptr) {
    return step_.apply(wanted, mark, thread_ != nullptr);
  }
  /// Of the threads of later sources; the running one is asked by its table.
  void set_next_priority(const PrioritySetting& priority) { config_.priority = priority; }
  /// Null while nothing is sent.
  RealtimeThread* thread() { return thread_.get(); }
  /// One reader: the rtcp thread.
  LatestValue<SenderProgress>& progress() { return step_.progress(); }

 private:
  EventRing& events_;
  AudioSenderConfig config_;
  SocketSink sink_;
  AudioSendStep step_;
  std::unique_ptr<RealtimeThread> thread_;
};

}  // namespace jitterscope
