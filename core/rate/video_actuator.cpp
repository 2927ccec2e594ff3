#include "core/rate/video_actuator.h"

namespace jitterscope {

VideoActuator::VideoActuator(const ActuatorConfig& config) : config_(config) {}
void VideoActuator::set(const ActuatorConfig& config) { config_ = config; }
std::optional<FramePlan> VideoActuator::plan(Timestamp) {
  return FramePlan{config_.width, config_.height, config_.quality, config_.frames_per_second};
}
void VideoActuator::encoded(const FramePlan&, DataSize, Timestamp) {}

}  // namespace jitterscope
