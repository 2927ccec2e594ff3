#include "core/call/session/call_recording.h"

#include <stdexcept>
#include <utility>

namespace jitterscope {

bool CallRecording::start(const std::string& path, const TraceMeta& meta) {
  stop();
  trouble_.clear();
  try {
    recorder_ = std::make_shared<RecorderThread>(path, meta);
  } catch (const std::runtime_error& error) {
    tell(error.what());
    return false;
  }
  analysis_.record_to(recorder_);
  return true;
}

void CallRecording::stop(std::optional<Timestamp> call_ended) {
  if (!recorder_) return;
  analysis_.record_to(nullptr);
  recorder_->finish(call_ended);
  look();
  recorder_.reset();
}

std::string CallRecording::discard() {
  if (!recorder_) return {};
  analysis_.record_to(nullptr);
  return std::exchange(recorder_, {})->discard();
}

void CallRecording::look() {
  if (recorder_ && trouble_.empty() && !recorder_->error().empty()) tell(recorder_->error());
}

void CallRecording::tell(const std::string& sentence) {
  trouble_ = sentence;
  tell_(sentence);
}

}  // namespace jitterscope
