#pragma once
// A VideoActuator fed with captured pictures in virtual time, and what came of it.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/rate/video_actuator.h"

namespace jitterscope {

struct SentPicture {
  Timestamp at;
  FramePlan plan;
  std::int64_t bytes = 0;  // on the link
  Duration period;
};

/// What a picture with this number becomes on the link.
using PictureSizeModel = std::function<std::int64_t(std::int64_t number, const FramePlan& plan)>;

struct ActuatorRun {
  VideoActuator actuator;
  PictureSizeModel size_of;
  double frames_per_second = 15;
  Timestamp now = Timestamp::ns(1'000'000'000);
  std::int64_t captured = 0;
  std::vector<SentPicture> sent;

  ActuatorRun(const ActuatorConfig& config, PictureSizeModel sizes)
      : actuator(config), size_of(std::move(sizes)), frames_per_second(config.frames_per_second) {}

  /// Captured pictures come with a jitter of ± 2 ms, always the same.
  void run(double seconds, bool sending = true) {
    const Timestamp end = now + Duration::from_seconds(seconds);
    for (; now < end; now += Duration::from_seconds(1 / frames_per_second), ++captured) {
      const Timestamp at = now + Duration::us(captured * 7919 % 4001 - 2000);
      if (!sending) {
        actuator.rest(at);
        continue;
      }
      const auto plan = actuator.plan(at);
      if (!plan) continue;
      const std::int64_t bytes = size_of(captured, *plan);
      actuator.encoded(*plan, DataSize::bytes(bytes), at);
      sent.push_back({at, *plan, bytes, actuator.period()});
    }
  }
  /// Mean from `from` on, kb/s.
  double mean_kbps(Timestamp from, double seconds) const {
    double bytes = 0;
    for (const SentPicture& picture : sent)
      if (picture.at >= from && picture.at < from + Duration::from_seconds(seconds))
        bytes += static_cast<double>(picture.bytes);
    return bytes * 8 / seconds / 1000;
  }
  /// The largest relative distance of the mean of any 10 s from the target, from `from` on.
  double worst_ten_seconds(Timestamp from, double target_kbps) const {
    double worst = 0;
    for (Timestamp begin = from; begin + Duration::seconds(10) <= now; begin += Duration::ms(500))
      worst = std::max(worst, std::abs(mean_kbps(begin, 10) / target_kbps - 1));
    return worst;
  }
  /// By how many of its own largest picture the fullest second exceeds the target, each picture spread over its period
  /// as the shaper does with strategies A and B. Not with C, which sends it at once: see VideoActuator.
  double worst_second_in_pictures(Timestamp from, double target_kbps) const {
    double worst = -1e9;
    for (Timestamp begin = from; begin + Duration::seconds(1) <= now; begin += Duration::ms(20)) {
      const Timestamp end = begin + Duration::seconds(1);
      double sum = 0, largest = 1;
      for (const SentPicture& picture : sent) {
        const Duration part = std::min(picture.at + picture.period, end) - std::max(picture.at, begin);
        if (part <= Duration{}) continue;
        sum += static_cast<double>(picture.bytes) * (part / picture.period);
        largest = std::max(largest, static_cast<double>(picture.bytes));
      }
      worst = std::max(worst, (sum - target_kbps * 125) / largest);
    }
    return worst;
  }
  int quality_changes(Timestamp from) const {
    return changes(from, [](const FramePlan& plan) { return plan.quality; });
  }
  int size_changes(Timestamp from) const {
    return changes(from, [](const FramePlan& plan) { return plan.width; });
  }

 private:
  template <typename Of>
  int changes(Timestamp from, Of of) const {
    int count = 0;
    for (std::size_t i = 1; i < sent.size(); ++i)
      count += sent[i].at >= from && of(sent[i].plan) != of(sent[i - 1].plan) ? 1 : 0;
    return count;
  }
};

/// A JPEG of `complexity` times the synthetic scene's, which breathes by ± 15 % in some seconds and by ± 2 % from
/// picture to picture, as a talking person's does.
inline PictureSizeModel talking_person(double complexity = 1) {
  return [complexity](std::int64_t number, const FramePlan& plan) {
    const double scale = plan.quality < 50 ? 50.0 / plan.quality : std::max(0.02, 2 - plan.quality / 50.0);
    const double breath =
        1 + 0.15 * std::sin(static_cast<double>(number) / 30) + 0.02 * std::sin(static_cast<double>(number) * 2.3);
    const double scan = complexity * breath * 2.4 * std::pow(plan.width * plan.height, 0.73) * std::pow(scale, -0.5);
    return static_cast<std::int64_t>(scan) + (static_cast<std::int64_t>(scan) / 1024 + 1) * 82 + 132;
  };
}

}  // namespace jitterscope
