#pragma once
// Plays a sound that is there as a whole on a loudspeaker, on a thread of its own ("sound-player"), apart from a call's
// sound.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/devices/device_thread.h"

namespace jitterscope {

struct MonoSound {
  int rate_hz = 0;
  std::vector<std::int16_t> samples;
};

class SoundPlayer {
 public:
  /// Empty: the sound has come to its end; else one sentence for the user. Called on the player's thread.
  using Ended = std::function<void(const std::string& why)>;

  /// Needs a QCoreApplication. Returns at once.
  SoundPlayer();
  /// After it returns nobody is told any more, even when the sound server has the thread stuck.
  ~SoundPlayer();

  // Any thread; return at once.
  /// In place of what is played. `speaker` is an id of DeviceLists; empty: the first one. `ended` comes once, unless
  /// stop() or another play() came before.
  void play(const std::string& speaker, MonoSound sound, Ended ended);
  void stop();
  /// How much of the sound has been heard, s; absent: nothing is played, or not yet.
  std::optional<double> heard_s() const;

 private:
  class Worker;
  Worker* worker_;
  DeviceThread thread_;
};

}  // namespace jitterscope
