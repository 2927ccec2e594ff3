#pragma once
// An open microphone and an open speaker, which live on the audio-device thread.
#include <functional>
#include <span>
#include <vector>

#include <QAudioDevice>
#include <QAudioSink>
#include <QAudioSource>
#include <QByteArray>

#include "app/devices/sample_converter.h"
#include "core/algorithms/media/audio_chunk.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// QAudioSource in push mode, converted and cut into chunks.
class MicrophoneLine {
 public:
  using Take = std::function<void(const AudioChunk&)>;
  using Failed = std::function<void()>;  // may come while the line's own signal is handled: destroy it later

  /// Throws std::runtime_error when the device's format cannot be converted. Opens at once.
  MicrophoneLine(const QAudioDevice& device, Take take, const Failed& failed);
  ~MicrophoneLine();
  const QAudioDevice& device() const { return device_; }

 private:
  void read();

  QAudioDevice device_;
  Take take_;
  QAudioSource source_;
  ToCallFormat converter_;
  QIODevice* stream_ = nullptr;  // owned by source_
  std::vector<std::int16_t> samples_;
};

/// QAudioSink in push mode with 40 ms of buffer.
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
