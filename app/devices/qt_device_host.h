#pragma once
// The devices of this machine as the call wants them (core/call/device_host.h): joins CameraSource and AudioDevice.
#include <memory>
#include <mutex>

#include "app/devices/audio_device.h"
#include "app/devices/camera_source.h"
#include "core/call/device_host.h"

namespace jitterscope {

class QtDeviceHost : public DeviceHost {
 public:
  /// Needs a QCoreApplication. No device is touched before it is asked for.
  QtDeviceHost();

  void set_notice(Notice notice) override;
  void start_camera(const VideoSourceSetting& source, FrameSink& sink) override;
  void stop_camera() override { camera_.stop(); }
  void open_microphone(const std::string& id) override { audio_.open_microphone(id); }
  void close_microphone() override { audio_.close_microphone(); }
  void open_speaker(const std::string& id) override { audio_.open_speaker(id); }
  void close_speaker() override { audio_.close_speaker(); }
  AudioRing& microphone() override { return microphone_; }
  AudioRing& speaker() override { return speaker_; }

 private:
  void say(std::string sentence);

  std::mutex mutex_;
  Notice notice_;
  AudioRing microphone_, speaker_;
  CameraSource camera_;
  AudioDevice audio_;
};

}  // namespace jitterscope
