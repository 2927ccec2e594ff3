#pragma once
// What the call needs of real devices; implemented with Qt in app/, absent in tests that use files and synthetic media.
#include <functional>
#include <string>

#include "core/algorithms/media/sources.h"
#include "core/call/exchange/audio_ring.h"
#include "core/events/settings.h"

namespace jitterscope {

struct DeviceNotice {
  std::string sentence;
  int severity = 1;  // of a Notice; 0: what is missing was never there, and a control says so
};

/// All functions but speaker_state are called on the session thread and return at once. Troubles come as sentences
/// through `notice`.
class DeviceHost : public SpeakerProbe {
 public:
  using Notice = std::function<void(DeviceNotice)>;
  /// `notice` may be called on any thread.
  virtual void set_notice(Notice notice) = 0;
  /// Pictures go to `sink` until stop_camera() returns.
  virtual void start_camera(const VideoSourceSetting& source, FrameSink& sink) = 0;
  virtual void stop_camera() = 0;
  virtual void open_microphone(const std::string& id) = 0;
  virtual void close_microphone() = 0;
  virtual void open_speaker(const std::string& id) = 0;
  virtual void close_speaker() = 0;
  virtual AudioRing& microphone() = 0;  // written by the device
  virtual AudioRing& speaker() = 0;     // emptied by the device

  // Of a demonstration, which compares two halves (0 and 1), what was played last in each.
  virtual void keep_played(std::size_t half) { static_cast<void>(half); }
  virtual void forget_played() {}
};

}  // namespace jitterscope
