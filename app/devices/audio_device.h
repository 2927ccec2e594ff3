#pragma once
// Microphone and speaker by QAudioSource and QAudioSink (push mode), on a thread of their own ("audio-device").
// microphone → microphone ring → audio-send; audio-receive → speaker ring → speaker. 8 kHz mono 16-bit on this side,
// converted when the device cannot do that; 10 ms a ring entry.
#include <string>

#include "app/devices/device_thread.h"
#include "core/call/capture/device_host.h"

namespace jitterscope {

class AudioDevice {
 public:
  /// A sentence for the user. Called on the audio-device thread.
  using Notice = DeviceHost::Notice;

  /// Rings must live until this is destroyed. `microphone` is written (push_wake) while a microphone is open; `speaker`
  /// is always emptied, with or without a device. Returns at once.
  AudioDevice(AudioRing& microphone, AudioRing& speaker, Notice notice);
  /// After it returns rings and notice are not touched again, even when the sound server has the thread stuck.
  ~AudioDevice();

  /// Open, replace or close a device while running; `id` of DeviceLists, empty = the first one. A failure or a device
  /// that goes away is told by `notice`; all else goes on. Any thread, return at once.
  void open_microphone(const std::string& id);
  void close_microphone();
  void open_speaker(const std::string& id);
  void close_speaker();

  /// Any thread, never blocks.
  SpeakerState speaker_state() const;

  /// Of what was played, or would have been where no speaker is open: see PlayedSound. Any thread, return at once.
  void keep_played(std::size_t half);
  void forget_played();
  void play_kept(std::size_t half);
  bool keeps_played(std::size_t half) const;

 private:
  class Worker;
  Worker* worker_;
  DeviceThread thread_;
};

}  // namespace jitterscope
