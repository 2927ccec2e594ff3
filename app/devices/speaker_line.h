#pragma once
// One open speaker: QAudioSink in push mode with 40 ms of buffer. Lives on the audio-device thread.
#include <functional>
#include <span>

#include <QAudioDevice>
#include <QAudioSink>
#include <QByteArray>

#include "app/devices/sample_converter.h"
#include "core/base/units/time.h"

namespace jitterscope {

class SpeakerLine {
 public:
  using Failed = std::function<void()>;  // may come while the line's own signal is handled: destroy it later

  /// Throws std::runtime_error when the device's format cannot be converted. Opens at once.
  SpeakerLine(const QAudioDevice& device, const Failed& failed);
  ~SpeakerLine();
  const QAudioDevice& device() const { return device_; }

  /// Takes the samples, or leaves it (false) when the device's buffer is full.
  bool play(std::span<const std::int16_t> samples);
  /// What waits to be played: taken here and not heard yet.
  Duration level() const;
  /// What waited before the samples taken last, when they were taken: how long until they were heard.
  Duration ahead() const { return ahead_; }
  /// See DriftResampler::ppm.
  double ppm() const { return converter_.ppm(); }

 private:
  bool flush();

  QAudioDevice device_;
  QAudioSink sink_;
  FromCallFormat converter_;
  QIODevice* stream_ = nullptr;  // owned by sink_
  QByteArray pending_;           // converted, not yet taken by the device
  Duration ahead_;
};

}  // namespace jitterscope
