#pragma once
// The real devices of this machine for a call: camera, microphone and speaker by Qt.
#include <mutex>

#include "app/devices/audio_device.h"
#include "app/devices/camera_source.h"
#include "core/call/capture/device_host.h"

namespace jitterscope {

/// Needs a QCoreApplication; outlives the session that uses it.
class QtDevices : public DeviceHost {
 public:
  QtDevices();
  ~QtDevices() override;

  void set_notice(Notice notice) override;
  void start_camera(const VideoSourceSetting& source, FrameSink& sink) override;
  void stop_camera() override { camera_.stop(); }
  void open_microphone(const std::string& id) override { audio_.open_microphone(id); }
  void close_microphone() override { audio_.close_microphone(); }
  void open_speaker(const std::string& id) override { audio_.open_speaker(id); }
  void close_speaker() override { audio_.close_speaker(); }
  AudioRing& microphone() override { return microphone_; }
  AudioRing& speaker() override { return speaker_; }
  SpeakerState speaker_state() const override { return audio_.speaker_state(); }
  void keep_played(std::size_t half) override { audio_.keep_played(half); }
  void forget_played() override { audio_.forget_played(); }
  void play_kept(std::size_t half) { audio_.play_kept(half); }
  bool keeps_played(std::size_t half) const { return audio_.keeps_played(half); }

 private:
  void tell(DeviceNotice notice);

  std::mutex mutex_;
  Notice notice_;
  AudioRing microphone_, speaker_;
  AudioDevice audio_;
  CameraSource camera_;
};

}  // namespace jitterscope
