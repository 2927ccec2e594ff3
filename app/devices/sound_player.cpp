#include "app/devices/sound_player.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <QAudioSink>
#include <QMediaDevices>
#include <QTimer>

#include "app/devices/sample_converter.h"

namespace jitterscope {
namespace {

constexpr int kFeedMs = 20, kSpeakerCheckMs = 1000;
constexpr int kSinkBufferUs = 200'000;
constexpr int kDrainMs = 500;  // beyond the buffer's own length; then the sound has ended, whatever the sink says
constexpr std::size_t kFedAtOnce = 1024;  // samples
constexpr double kNothingHeard = -1;

QAudioDevice speaker_of(const std::string& id) {
  for (const QAudioDevice& device : QMediaDevices::audioOutputs())
    if (id.empty() || device.id().toStdString() == id) return device;
  return {};
}

/// The sound's own format if the device can, else the one that the device likes best.
QAudioFormat format_of(const QAudioDevice& device, int rate_hz) {
  QAudioFormat own = call_format();
  own.setSampleRate(rate_hz);
  return device.isFormatSupported(own) ? own : device.preferredFormat();
}

std::string quoted_name(const QAudioDevice& device) {
  return "The loudspeaker \"" + device.description().toStdString() + "\"";
}

/// A sound on its way to a device.
class PlayedLine {
 public:
  /// Throws std::runtime_error when the device's format cannot be converted.
  PlayedLine(const QAudioDevice& device, MonoSound sound)
      : device_(device),
        sound_(std::move(sound)),
        sink_(device, format_of(device, sound_.rate_hz)),
        rate_(sound_.rate_hz, sink_.format().sampleRate()) {
    sink_.setBufferSize(sink_.format().bytesForDuration(kSinkBufferUs));
    stream_ = sink_.start();
  }
  ~PlayedLine() { sink_.stop(); }

  const QAudioDevice& device() const { return device_; }
  bool failed() const {
    return !stream_ || (sink_.error() != QAudio::NoError && sink_.error() != QAudio::UnderrunError);
  }

  /// As much as the device has room for. False: all has been heard.
  bool feed() {
    for (;;) {
      const auto room = std::min<qsizetype>(sink_.bytesFree(), pending_.size());
      const qint64 written = room > 0 ? stream_->write(pending_.constData(), room) : 0;
      if (written > 0) pending_.remove(0, written);
      if (!pending_.isEmpty()) return true;
      if (fed_ == sound_.samples.size()) break;
      convert();
    }
    drained_ms_ += kFeedMs;
    return waiting_us() > 0 && sink_.state() != QAudio::IdleState && drained_ms_ < kSinkBufferUs / 1000 + kDrainMs;
  }

  double heard_s() const {
    const double fed_s = static_cast<double>(fed_) / sound_.rate_hz;
    return std::max(0.0, fed_s - static_cast<double>(waiting_us()) / 1e6);
  }

 private:
  qint64 waiting_us() const {
    const qsizetype bytes = pending_.size() + std::max<qsizetype>(sink_.bufferSize() - sink_.bytesFree(), 0);
    return sink_.format().durationForBytes(static_cast<qint32>(bytes));
  }

  void convert() {
    const std::size_t count = std::min(kFedAtOnce, sound_.samples.size() - fed_);
    mono_.clear();
    for (std::size_t i = fed_; i < fed_ + count; ++i) mono_.push_back(static_cast<float>(sound_.samples[i]) / 32768.0F);
    fed_ += count;
    for (const float value : rate_.convert(mono_))
      for (int c = 0; c < sink_.format().channelCount(); ++c)
        append_sample(pending_, sink_.format().sampleFormat(), value);
  }

  QAudioDevice device_;
  MonoSound sound_;
  QAudioSink sink_;
  RateConverter rate_;
  QIODevice* stream_ = nullptr;  // owned by sink_
  std::size_t fed_ = 0;          // samples of the sound that were converted
  std::vector<float> mono_;
  QByteArray pending_;  // converted, not yet taken by the device
  int drained_ms_ = 0;  // since the device has taken all
};

}  // namespace

class SoundPlayer::Worker : public QObject {
 public:
  // Any thread.
  void shut_gate() {
    const std::scoped_lock lock(gate_);
    open_ = false;
    ++newest_;
  }
  std::uint64_t another() {
    heard_s_ = kNothingHeard;
    return ++newest_;
  }
  std::optional<double> heard_s() const {
    const double heard = heard_s_;
    return heard >= 0 ? std::optional(heard) : std::nullopt;
  }

  // The player's thread.
  void play(std::uint64_t number, const std::string& speaker, MonoSound sound, Ended ended) {
    line_.reset();
    if (number != newest_) return;
    number_ = number;
    ended_ = std::move(ended);
    const QAudioDevice device = speaker_of(speaker);
    if (device.isNull())
      return end(speaker.empty() ? "There is no loudspeaker: plug one in, or see whether a sound server (PulseAudio, "
                                   "PipeWire) runs."
                                 : "The loudspeaker \"" + speaker + "\" is not there: choose another one.");
    try {
      line_ = std::make_unique<PlayedLine>(device, std::move(sound));
    } catch (const std::runtime_error& problem) {
      return end(quoted_name(device) + " cannot be used: " + problem.what() + ".");
    }
    since_check_ms_ = 0;
    if (!timer_) {
      timer_ = new QTimer(this);
      connect(timer_, &QTimer::timeout, this, [this] { serve(); });
    }
    timer_->start(kFeedMs);
    serve();
  }

  void close() {
    if (timer_) timer_->stop();
    line_.reset();
  }

 private:
  void serve() {
    if (!line_ || number_ != newest_) return close();
    if (line_->failed() || is_gone()) return end(quoted_name(line_->device()) + " does not work or went away.");
    if (!line_->feed()) return end({});
    const double heard = line_->heard_s();
    const std::scoped_lock lock(gate_);
    if (number_ == newest_) heard_s_ = heard;
  }

  bool is_gone() {
    since_check_ms_ += kFeedMs;
    if (since_check_ms_ < kSpeakerCheckMs) return false;
    since_check_ms_ = 0;
    return speaker_of(line_->device().id().toStdString()).isNull();
  }

  void end(const std::string& why) {
    close();
    const std::scoped_lock lock(gate_);
    heard_s_ = kNothingHeard;
    if (open_ && number_ == newest_ && ended_) std::exchange(ended_, {})(why);
  }

  std::mutex gate_;  // held by other threads only at the end
  bool open_ = true;
  std::atomic<std::uint64_t> newest_{0};  // play() or stop()
  std::atomic<double> heard_s_{kNothingHeard};
  std::uint64_t number_ = 0;  // of what is played
  Ended ended_;
  std::unique_ptr<PlayedLine> line_;
  QTimer* timer_ = nullptr;
  int since_check_ms_ = 0;
};

SoundPlayer::SoundPlayer() : worker_(new Worker), thread_("sound-player", worker_) {}

SoundPlayer::~SoundPlayer() {
  worker_->shut_gate();
}

void SoundPlayer::play(const std::string& speaker, MonoSound sound, Ended ended) {
  thread_.post(
      [=, worker = worker_, number = worker_->another(), sound = std::make_shared<MonoSound>(std::move(sound)),
       ended = std::move(ended)]() mutable { worker->play(number, speaker, std::move(*sound), std::move(ended)); });
}

void SoundPlayer::stop() {
  worker_->another();
  thread_.post([worker = worker_] { worker->close(); });
}

std::optional<double> SoundPlayer::heard_s() const {
  return worker_->heard_s();
}

}  // namespace jitterscope
