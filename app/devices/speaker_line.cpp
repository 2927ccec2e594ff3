#include "app/devices/speaker_line.h"

#include "app/devices/microphone_line.h"

namespace jitterscope {
namespace {

constexpr int kBufferUs = 40'000;
constexpr int kHeadStartUs = 20'000;  // silence before the first sound, and after the device ran dry

}  // namespace

SpeakerLine::SpeakerLine(const QAudioDevice& device, Failed failed)
    : device_(device), sink_(device, format_for(device)), converter_(sink_.format()) {
  sink_.setBufferSize(sink_.format().bytesForDuration(kBufferUs));
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

bool SpeakerLine::play(const AudioChunk& chunk) {
  if (!stream_ || !flush()) return false;
  if (sink_.state() == QAudio::IdleState) pending_.fill('\0', sink_.format().bytesForDuration(kHeadStartUs));
  pending_ += converter_.convert(chunk.samples);
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
