#include "core/call/pipeline/audio_sender.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/call/pipeline/drive.h"

namespace jitterscope {
namespace {

/// The step's own deadlines.
struct DeadlineSource {
  Duration spin;
  void wait(AudioSendStep&, Timestamp until) const { sleep_until(until, spin); }
};

struct MicrophoneSource {
  AudioRing& microphone;
  AudioChunk chunk = {};
  void wait(AudioSendStep& step, Timestamp until) {
    const Duration wait = std::max(until - monotonic_now(), Duration{});
    if (microphone.pop_wait(chunk, std::chrono::nanoseconds(wait.ns()))) step.take(chunk);
  }
};

}  // namespace

AudioSender::AudioSender(UdpSocket& socket, EventRings& rings, PublishedLevel& level, const AudioSenderConfig& config)
    : events_(rings.of(ThreadRole::kAudioSend)),
      config_(config),
      sink_(socket, Medium::kAudio, config.step.start.ssrc),
      step_(events_, level, sink_, config.step) {
  sink_.set_routes(config.routes);
}

void AudioSender::set_source(std::unique_ptr<AudioSource> source, AudioRing* microphone) {
  thread_.reset();
  // What the thread did not take over any more is in force now: nobody else writes to its ring meanwhile.
  step_.take_settings_at_once(monotonic_now());
  const bool silent = !source && !microphone;
  step_.begin(std::move(source));
  if (silent) return;
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kAudioSend, config_.priority,
                                             [this, microphone](std::stop_token stop) {
                                               if (step_.has_source()) {
                                                 drive(step_, DeadlineSource{config_.spin}, stop);
                                               } else {
                                                 for (AudioChunk stale; microphone->pop(stale);) {
                                                 }  // what was captured before the call is not sent
                                                 drive(step_, MicrophoneSource{*microphone}, stop);
                                               }
                                               sink_.collect_last_stamps(events_);
                                             });
}

}  // namespace jitterscope
