#include "app/window/qt_devices.h"

namespace jitterscope {
namespace {

constexpr std::size_t kDeviceRingChunks = 100;  // one second

}  // namespace

QtDevices::QtDevices()
    : microphone_("microphone", kDeviceRingChunks),
      speaker_("speaker", kDeviceRingChunks),
      audio_(microphone_, speaker_, [this](DeviceNotice notice) { tell(std::move(notice)); }),
      camera_([this](std::string sentence) { tell({std::move(sentence)}); }) {}

QtDevices::~QtDevices() = default;

void QtDevices::set_notice(Notice notice) {
  const std::lock_guard lock(mutex_);
  notice_ = std::move(notice);
}

void QtDevices::tell(DeviceNotice notice) {
  const std::lock_guard lock(mutex_);
  if (notice_) notice_(std::move(notice));
}

void QtDevices::start_camera(const VideoSourceSetting& source, FrameSink& sink) {
  camera_.start({source.id, source.width, source.height, source.frames_per_second}, sink);
}

}  // namespace jitterscope
