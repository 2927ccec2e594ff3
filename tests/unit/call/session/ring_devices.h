#pragma once
// Devices of which the session sees the rings alone.
#include <cstddef>
#include <string>

#include "core/call/capture/device_host.h"

namespace jitterscope {

class RingDevices : public DeviceHost {
 public:
  /// Entries of each ring.
  explicit RingDevices(std::size_t entries) : microphone_("microphone", entries), speaker_("speaker", entries) {}
  void set_notice(Notice) override {}
  void start_camera(const VideoSourceSetting&, FrameSink&) override {}
  void stop_camera() override {}
  void open_microphone(const std::string&) override {}
  void close_microphone() override {}
  void open_speaker(const std::string&) override {}
  void close_speaker() override {}
  AudioRing& microphone() override { return microphone_; }
  AudioRing& speaker() override { return speaker_; }

 private:
  AudioRing microphone_, speaker_;
};

}  // namespace jitterscope
