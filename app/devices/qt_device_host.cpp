#include "app/devices/qt_device_host.h"

#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kRingChunks = 64;  // 640 ms

}  // namespace

QtDeviceHost::QtDeviceHost()
    : microphone_("microphone samples", kRingChunks),
      speaker_("speaker samples", kRingChunks),
      camera_([this](std::string sentence) { say(std::move(sentence)); }),
      audio_(microphone_, speaker_, [this](std::string sentence) { say(std::move(sentence)); }) {}

void QtDeviceHost::set_notice(Notice notice) {
  const std::scoped_lock lock(mutex_);
  notice_ = std::move(notice);
}

void QtDeviceHost::start_camera(const VideoSourceSetting& source, FrameSink& sink) {
  camera_.start({source.id, source.width, source.height, source.frames_per_second}, sink);
}

void QtDeviceHost::say(std::string sentence) {
  const std::scoped_lock lock(mutex_);
  if (notice_) notice_(std::move(sentence));
}

}  // namespace jitterscope
