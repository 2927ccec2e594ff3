#include "app/devices/audio_device.h"

#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <QMediaDevices>
#include <QTimer>

#include "app/devices/sound_lines.h"
#include "core/algorithms/media/played_sound.h"
#include "core/algorithms/playout/mixer.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/priority_class.h"

namespace jitterscope {
namespace {

constexpr int kServeMs = 5;
constexpr int kDeviceCheckMs = 1000;
constexpr std::size_t kMostWaiting = 6;  // chunks in the speaker ring; above this the oldest are left out

QAudioDevice find(const QList<QAudioDevice>& devices, const std::string& id) {
  for (const QAudioDevice& device : devices)
    if (id.empty() || device.id().toStdString() == id) return device;
  return {};
}

}  // namespace

class AudioDevice::Worker : public QObject {
 public:
  Worker(AudioRing& microphone, AudioRing& speaker, Notice notice)
      : microphone_ring_(microphone), speaker_ring_(speaker), notice_(std::move(notice)) {}

  // Any thread: from now on the rings and the notice are another's.
  void shut_gate() {
    const std::scoped_lock lock(gate_);
    open_ = false;
  }

  void begin() {
    apply_priority({PrioritySetting::Kind::kNice, std::nullopt}, ThreadRole::kAudioDevice, 0);
    serve_ = new QTimer(this);
    serve_->setTimerType(Qt::PreciseTimer);
    connect(serve_, &QTimer::timeout, this, [this] {
      serve_speaker();
      tell_speaker();
    });
    serve_->start(kServeMs);
    check_ = new QTimer(this);
    connect(check_, &QTimer::timeout, this, [this] { check(); });
    check_->start(kDeviceCheckMs);
  }

  void open_microphone(const std::string& id) {
    microphone_.reset();
    microphone_failed_ = false;
    const QAudioDevice device = find(QMediaDevices::audioInputs(), id);
    if (device.isNull()) return say_missing("microphone", id, 1);
    const std::string label = device.description().toStdString();
    try {
      microphone_ = std::make_unique<MicrophoneLine>(
          device, [this](const AudioChunk& chunk) { take(chunk); },
          [this, label] { fail_microphone("The microphone \"" + label + "\" does not work or went away."); });
    } catch (const std::runtime_error& error) {
      say("The microphone \"" + label + "\" cannot be used: " + error.what() + ".");
    }
  }

  void open_speaker(const std::string& id) {
    speaker_.reset();
    speaker_failed_ = false;
    const QAudioDevice device = find(QMediaDevices::audioOutputs(), id);
    if (device.isNull()) return say_missing("loudspeaker", id, 0);  // the row of the sound says so too
    const std::string label = device.description().toStdString();
    try {
      speaker_ = std::make_unique<SpeakerLine>(
          device, [this, label] { fail_speaker("The loudspeaker \"" + label + "\" does not work or went away."); });
    } catch (const std::runtime_error& error) {
      say("The loudspeaker \"" + label + "\" cannot be used: " + error.what() + ".");
    }
  }

  void close_microphone() { microphone_.reset(); }
  void close_speaker() { speaker_.reset(); }
  // Any thread.
  SpeakerState speaker_state() const {
    const double ppm = ppm_.load(std::memory_order_relaxed);
    const std::int64_t delay = delay_ns_.load(std::memory_order_relaxed);
    return {ppm == ppm ? std::optional(ppm) : std::nullopt,
            delay >= 0 ? std::optional(Duration::ns(delay)) : std::nullopt};
  }
  bool keeps_played(std::size_t half) const { return kept_[half].load(std::memory_order_relaxed); }

  PlayedSound& played() { return played_; }
  void tell_kept() {
    for (std::size_t half = 0; half < kept_.size(); ++half)
      kept_[half].store(played_.keeps(half), std::memory_order_relaxed);
  }

 private:
  void take(const AudioChunk& chunk) {
    const std::scoped_lock lock(gate_);
    if (open_) microphone_ring_.push_wake(chunk);
  }

  void serve_speaker() {
    const std::scoped_lock lock(gate_);
    if (!open_) return;
    while (waiting_ || take_next()) {
      mixer_.clear();
      mixer_.add(chunk_.samples);
      waiting_ = speaker_ && !speaker_->play(mixer_.mix());
      if (!waiting_) {
        tell_delay();
        continue;
      }
      if (speaker_ring_.size_approx() < kMostWaiting) return;
      waiting_ = false;
    }
  }

  bool take_next() {
    if (!speaker_ring_.pop(chunk_)) return false;
    played_.pass(chunk_.samples);
    return true;
  }

  void tell_speaker() {
    ppm_.store(speaker_ ? speaker_->ppm() : kNoPpm, std::memory_order_relaxed);
    if (!speaker_) delay_ns_.store(kNoDelay, std::memory_order_relaxed);
  }

  /// Of the chunk that the speaker took just now.
  void tell_delay() {
    if (!speaker_) return;
    const Duration since_handed_over = monotonic_now() - chunk_.captured;
    delay_ns_.store((since_handed_over + speaker_->ahead()).ns(), std::memory_order_relaxed);
  }

  void check() {
    if (microphone_ && find(QMediaDevices::audioInputs(), microphone_->device().id().toStdString()).isNull())
      fail_microphone("The microphone \"" + microphone_->device().description().toStdString() + "\" was unplugged.");
    if (speaker_ && find(QMediaDevices::audioOutputs(), speaker_->device().id().toStdString()).isNull())
      fail_speaker("The loudspeaker \"" + speaker_->device().description().toStdString() + "\" was unplugged.");
  }

  // Not from within a signal of the device itself: closed in the next round of the loop.
  void fail_microphone(const std::string& what) {
    if (std::exchange(microphone_failed_, true)) return;
    QTimer::singleShot(0, this, [this] { close_microphone(); });
    say(what + " The call goes on without it; choose another one.");
  }
  void fail_speaker(const std::string& what) {
    if (std::exchange(speaker_failed_, true)) return;
    QTimer::singleShot(0, this, [this] { close_speaker(); });
    say(what + " The call goes on without sound here; choose another one.");
  }

  /// `severity`: where there is none at all.
  void say_missing(const std::string& kind, const std::string& id, int severity) {
    if (!id.empty()) return say("The " + kind + " \"" + id + "\" is not there: choose another one.");
    say("There is no " + kind + ": plug one in, or see whether a sound server (PulseAudio, PipeWire) runs.", severity);
  }
  void say(std::string sentence, int severity = 1) {
    const std::scoped_lock lock(gate_);
    if (open_ && notice_) notice_({std::move(sentence), severity});
  }

  std::mutex gate_;  // held by other threads only at the end
  bool open_ = true;
  AudioRing& microphone_ring_;
  AudioRing& speaker_ring_;
  Notice notice_;

  QTimer* serve_ = nullptr;
  QTimer* check_ = nullptr;
  std::unique_ptr<MicrophoneLine> microphone_;
  std::unique_ptr<SpeakerLine> speaker_;
  bool microphone_failed_ = false, speaker_failed_ = false;
  static constexpr double kNoPpm = std::numeric_limits<double>::quiet_NaN();
  std::atomic<double> ppm_{kNoPpm};
  static constexpr std::int64_t kNoDelay = -1;
  std::atomic<std::int64_t> delay_ns_{kNoDelay};
  Mixer mixer_{kAudioChunkSamples};
  PlayedSound played_;
  std::array<std::atomic<bool>, PlayedSound::kHalves> kept_{};
  AudioChunk chunk_;      // popped from the speaker ring
  bool waiting_ = false;  // the device had no room for it yet
};

AudioDevice::AudioDevice(AudioRing& microphone, AudioRing& speaker, Notice notice)
    : worker_(new Worker(microphone, speaker, std::move(notice))), thread_("audio-device", worker_) {
  thread_.post([worker = worker_] { worker->begin(); });
}

AudioDevice::~AudioDevice() {
  worker_->shut_gate();
}

void AudioDevice::open_microphone(const std::string& id) {
  thread_.post([worker = worker_, id] { worker->open_microphone(id); });
}
void AudioDevice::close_microphone() {
  thread_.post([worker = worker_] { worker->close_microphone(); });
}
void AudioDevice::open_speaker(const std::string& id) {
  thread_.post([worker = worker_, id] { worker->open_speaker(id); });
}
void AudioDevice::close_speaker() {
  thread_.post([worker = worker_] { worker->close_speaker(); });
}
SpeakerState AudioDevice::speaker_state() const {
  return worker_->speaker_state();
}
void AudioDevice::keep_played(std::size_t half) {
  thread_.post([worker = worker_, half] {
    worker->played().keep(half);
    worker->tell_kept();
  });
}
void AudioDevice::forget_played() {
  thread_.post([worker = worker_] {
    worker->played().forget();
    worker->tell_kept();
  });
}
void AudioDevice::play_kept(std::size_t half) {
  thread_.post([worker = worker_, half] { worker->played().play(half); });
}
bool AudioDevice::keeps_played(std::size_t half) const {
  return worker_->keeps_played(half);
}

}  // namespace jitterscope
