#pragma once
// Microphone and speaker by QAudioSource and QAudioSink (push mode), on a thread of their own ("audio-device").
// microphone → microphone ring → audio-send; audio-receive → speaker ring → speaker. 8 kHz mono 16-bit on this side,
// resampled when the device cannot do that. Rings: 10 ms an entry.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/devices/device_thread.h"
#include "core/media/audio_chunk.h"
#include "core/realtime/spsc_ring.h"
#include "ui/session_port.h"

namespace jitterscope {

using AudioRing = SpscRing<AudioChunk>;

class AudioDevice {
 public:
  /// A sentence for the user. Called on the audio-device thread.
  using Notice = std::function<void(std::string)>;

  /// The rings must live until this is destroyed. `microphone` is written with push_wake; `speaker` is always emptied
  /// at the pace it is filled, with or without a device. Returns at once.
  AudioDevice(AudioRing& microphone, AudioRing& speaker, Notice notice);
  /// After it returns rings and notice are not touched again.
  ~AudioDevice();

  /// Open, replace or close a device while running; `id` of DeviceLists, empty = the first one. Failure or a device
  /// that goes away is told by `notice`; the rest goes on. Any thread, return at once.
  void open_microphone(const std::string& id);
  void close_microphone();
  void open_speaker(const std::string& id);
  void close_speaker();

  /// Of the last 100 ms or so; absent while no sound passes. Any thread.
  AudioLevels levels() const;
  /// Chunks left out because the speaker runs slower than they come. Any thread.
  std::int64_t speaker_skipped() const;

 private:
  class Worker;
  std::shared_ptr<Worker> worker_;
  DeviceThread thread_;
};

}  // namespace jitterscope
