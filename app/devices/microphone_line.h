#pragma once
// One open microphone: QAudioSource in push mode, converted and cut into chunks. Lives on the audio-device thread.
#include <functional>
#include <vector>

#include <QAudioDevice>
#include <QAudioSource>

#include "app/devices/sample_converter.h"
#include "core/algorithms/media/audio_chunk.h"

namespace jitterscope {

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

/// What the call speaks if the device can, else what the device likes best.
QAudioFormat format_for(const QAudioDevice& device);

}  // namespace jitterscope
