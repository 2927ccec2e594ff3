#include "app/devices/sound_lines.h"

#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kCaptureBufferUs = 20'000;  // sets the capture period
constexpr int kPlayoutBufferUs = 40'000;
constexpr Duration kKept = Duration::ms(25);  // of it, on average: the device must neither run dry nor refuse
constexpr int kHeadStartUs = 20'000;          // silence before the first sound, and after the device ran dry

/// Gives the format that the call speaks if the device can, else the one that the device likes best.
QAudioFormat format_for(const QAudioDevice& device) {
  return device.isFormatSupported(call_format()) ? call_format() : device.preferredFormat();
}

}  // namespace

MicrophoneLine::MicrophoneLine(const QAudioDevice& device, Take take, const Failed& failed)
    : device_(device), take_(std::move(take)), source_(device, format_for(device)), converter_(source_.format()) {
  source_.setBufferSize(source_.format().bytesForDuration(kCaptureBufferUs));
  QObject::connect(&source_, &QAudioSource::stateChanged, &source_, [this, failed](QAudio::State state) {
    if (state == QAudio::StoppedState && source_.error() != QAudio::NoError) failed();
  });
  stream_ = source_.start();
  if (!stream_ || source_.error() != QAudio::NoError) {
    failed();
    return;
  }
  QObject::connect(stream_, &QIODevice::readyRead, &source_, [this] { read(); });
}

MicrophoneLine::~MicrophoneLine() {
  source_.disconnect();
  source_.stop();
}

void MicrophoneLine::read() {
  converter_.convert(stream_->readAll(), samples_);
  const Timestamp now = monotonic_now();
  std::size_t at = 0;
  for (; samples_.size() - at >= kAudioChunkSamples; at += kAudioChunkSamples) {
    AudioChunk chunk;
    std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(at), kAudioChunkSamples, chunk.samples.begin());
    chunk.captured = now;
    take_(chunk);
  }
  samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(at));
}

SpeakerLine::SpeakerLine(const QAudioDevice& device, const Failed& failed)
    : device_(device), sink_(device, format_for(device)), converter_(sink_.format(), kKept) {
  sink_.setBufferSize(sink_.format().bytesForDuration(kPlayoutBufferUs));
  QObject::connect(&sink_, &QAudioSink::stateChanged, &sink_, [this, failed](QAudio::State state) {
    if (state == QAudio::StoppedState && sink_.error() != QAudio::NoError) failed();
  });
  stream_ = sink_.start();
  if (!stream_ || (sink_.error() != QAudio::NoError && sink_.error() != QAudio::UnderrunError)) failed();
}

SpeakerLine::~SpeakerLine() {
  sink_.disconnect();
  sink_.stop();
}

Duration SpeakerLine::level() const {
  const qsizetype bytes = pending_.size() + std::max<qsizetype>(sink_.bufferSize() - sink_.bytesFree(), 0);
  return Duration::ns(sink_.format().durationForBytes(static_cast<qint32>(bytes)) * 1000);
}

bool SpeakerLine::play(std::span<const std::int16_t> samples) {
  if (!stream_ || !flush()) return false;
  if (sink_.state() == QAudio::IdleState) {
    pending_.fill('\0', sink_.format().bytesForDuration(kHeadStartUs));
    converter_.reset_level();
  }
  ahead_ = level();
  pending_ += converter_.convert(samples, ahead_);
  flush();
  return true;
}

bool SpeakerLine::flush() {
  const auto room = std::min<qsizetype>(sink_.bytesFree(), pending_.size());
  if (room > 0) {
    const qint64 written = stream_->write(pending_.constData(), room);
    if (written > 0) pending_.remove(0, written);
  }
  return pending_.isEmpty();
}

}  // namespace jitterscope
