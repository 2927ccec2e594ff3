#include "app/devices/microphone_line.h"

#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr int kCaptureBufferUs = 20'000;  // sets the capture period

}  // namespace

QAudioFormat format_for(const QAudioDevice& device) {
  return device.isFormatSupported(call_format()) ? call_format() : device.preferredFormat();
}

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

}  // namespace jitterscope
