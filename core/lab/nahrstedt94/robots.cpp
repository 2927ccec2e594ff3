// Robotics beside video (nahrstedt94 §2.2): the processes that send them, and the one that takes them in.
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/base/realtime/clock.h"
#include "core/lab/engine/worker_process.h"
#include "core/lab/nahrstedt94/frame_stream.h"
#include "core/lab/nahrstedt94/roles.h"

namespace jitterscope::nahrstedt94 {
namespace {

constexpr std::size_t kSampleBytes = 64;
constexpr int kRobotSocket = kFirstSocket, kVideoSocket = kFirstSocket + 1;
constexpr double kForgotten = 0.05;                // of the longest fragment so far, each fragment
constexpr Duration kSendCall = Duration::us(500);  // at the most; a stall of the machine is not the rule

/// Video frames of which one fragment at a time is copied and sent.
class FragmentSource {
 public:
  FragmentSource(int socket, Duration period, Duration copy, Timestamp begin)
      : fragments_(socket), period_(period), copy_(copy), due_(begin) {}

  /// When there is something to do.
  Timestamp due() const { return due_; }
  /// How long the next fragment may take, from those before.
  Duration longest() const { return longest_; }
  std::uint64_t frames() const { return frame_->number; }

  void send_one() {
    const Timestamp began = monotonic_now();
    if (index_ == 0) ++frame_->number, frame_->loaded = due_;
    work_for(copy_);
    fragments_.send_fragment(*frame_, index_);
    index_ = (index_ + 1) % kFragments;
    due_ = index_ == 0 ? frame_->loaded + period_ : began;
    const Duration faded = Duration::from_ms(longest_.ms() * (1 - kForgotten));
    longest_ = std::min(std::max(monotonic_now() - began, faded), copy_ * 2 + kSendCall);
  }

 private:
  FrameFragmentSender fragments_;
  const Duration period_, copy_;
  Timestamp due_;
  Duration longest_;
  std::unique_ptr<StreamedFrame> frame_ = std::make_unique<StreamedFrame>();  // that is sent, or was last
  std::size_t index_ = 0;                                                     // of its next fragment
};

FragmentSource video_of(const nlohmann::json& task, Timestamp begin) {
  return {kVideoSocket, Duration::from_ms(task.at("video_period_ms")), Duration::from_ms(task.at("copy_ms")), begin};
}

/// Fragments in the time that is left until `deadline`: none is begun that could outlast it.
void send_until(FragmentSource& video, Timestamp deadline) {
  while (true) {
    if (video.due() + video.longest() >= deadline) return;
    const Timestamp now = sleep_until(video.due());
    if (now + video.longest() >= deadline) return;
    video.send_one();
  }
}

}  // namespace

nlohmann::json run_robot(const nlohmann::json& task) {
  const auto period = Duration::from_ms(task.at("period_ms"));
  const auto samples = std::clamp<std::int64_t>(task.at("samples"), 0, 1'000'000);
  std::vector<double> late;
  late.reserve(static_cast<std::size_t>(samples));
  const std::array<std::byte, kSampleBytes> sample{};
  Timestamp deadline = monotonic_now() + period;
  std::optional<FragmentSource> video;
  if (task.value("video", false)) video.emplace(video_of(task, deadline));
  for (std::int64_t i = 0; i < samples && !told_to_end(); ++i, deadline += period) {
    if (video) send_until(*video, deadline);
    late.push_back((sleep_until(deadline) - deadline).ms());
    send_datagram(kRobotSocket, sample);
  }
  return {{"late_ms", late}, {"frames", video ? video->frames() : 0}};
}

nlohmann::json run_video(const nlohmann::json& task) {
  FragmentSource video = video_of(task, monotonic_now());
  while (!told_to_end())
    if (video.due() > monotonic_now() + kLook)
      sleep_until(monotonic_now() + kLook);
    else
      sleep_until(video.due()), video.send_one();
  return {{"frames", video.frames()}};
}

nlohmann::json run_sink(const nlohmann::json&) {
  FrameFragmentReceiver video(kVideoSocket);
  std::array<std::byte, kSampleBytes> sample;
  std::int64_t frames = 0, samples = 0;
  while (!told_to_end()) {
    pollfd waits[] = {{kRobotSocket, POLLIN, 0}, {kVideoSocket, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    poll(waits, 3, -1);
    if (waits[0].revents && read(kRobotSocket, sample.data(), sample.size()) > 0) ++samples;
    if (waits[1].revents && video.receive() == FrameArrival::kFrame) ++frames;
  }
  return {{"frames", frames}, {"samples", samples}};
}

}  // namespace jitterscope::nahrstedt94
