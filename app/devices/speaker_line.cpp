#include "app/devices/speaker_line.h"

#include "app/devices/microphone_line.h"

namespace jitterscope {
namespace {

constexpr int kPlayoutBufferUs = 40'000;
constexpr Duration kKept = Duration::ms(25);  // of it, on average: the device must neither run dry nor refuse
constexpr int kHeadStartUs = 20'000;          // silence before the first sound, and after the device ran dry

}  // namespace

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
