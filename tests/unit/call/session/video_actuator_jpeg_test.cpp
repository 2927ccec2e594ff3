// The actuator with the real encoder and pictures of the synthetic scene.
#include <gtest/gtest.h>

#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/algorithms/media/synthetic_scene.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "tests/unit/algorithms/rate/actuator_run.h"

namespace jitterscope::video_actuator_jpeg_test {
namespace {

constexpr std::size_t kBlockSize = 1024;
constexpr std::int64_t kHeaderBytes = 42 + 32 + 8, kTableBytes = 132;

/// Bytes on the link of the scene's picture `number`.
class EncodedScene {
 public:
  EncodedScene(int width, int height, double frames_per_second) : scene_(width, height, frames_per_second) {}

  std::int64_t operator()(std::int64_t number, const FramePlan& plan) {
    const auto time =
        Timestamp::ns(static_cast<std::int64_t>(static_cast<double>(number) * 1e9 / scene_.frames_per_second()));
    EXPECT_TRUE(scene_.fetch(number, time, picture_));
    EXPECT_TRUE(converter_.convert(picture_, PixelFormat::kI420, plan.width, plan.height, converted_));
    EXPECT_TRUE(encoder_.encode(converted_, plan.quality, Subsampling::k420, jpeg_));
    const auto layout = rtp::parse_jpeg(jpeg_.view());
    EXPECT_TRUE(layout && rtp::fragment_scan(*layout, layout->scan(jpeg_.view()), kBlockSize, fragments_));
    return static_cast<std::int64_t>(layout->scan_size + fragments_.size() * kHeaderBytes) + kTableBytes;
  }

 private:
  SyntheticScene scene_;
  VideoFrame picture_, converted_;
  PictureConverter converter_;
  JpegEncoder encoder_;
  JpegBuffer jpeg_;
  std::vector<rtp::Fragment> fragments_;
};

void expect_target_met(KeepOrder keep, double kbps) {
  EncodedScene scene(640, 480, 15);
  ActuatorConfig config;
  config.keep = keep;
  ActuatorRun run(config, [&](std::int64_t number, const FramePlan& plan) { return scene(number, plan); });
  run.actuator.set_target(DataRate::kbits_per_second(kbps));
  const Timestamp begin = run.now;
  run.run(16);
  EXPECT_LE(run.worst_ten_seconds(begin + Duration::seconds(1), kbps), 0.05) << kbps;
  EXPECT_LE(run.worst_second_in_pictures(begin, kbps), 1) << kbps;
  EXPECT_LE(run.size_changes(begin + Duration::seconds(3)), 2) << kbps;
}

TEST(VideoActuatorWithJpeg, MeetsTheTargetKeepingSharpness) {
  for (const double kbps : {30.0, 120.0, 250.0, 1000.0, 2500.0}) expect_target_met(KeepOrder::kSharpness, kbps);
}

TEST(VideoActuatorWithJpeg, MeetsTheTargetKeepingMotion) {
  for (const double kbps : {120.0, 250.0, 1000.0}) expect_target_met(KeepOrder::kMotion, kbps);
}

TEST(VideoActuatorWithJpeg, FollowsASequenceOfTargets) {
  EncodedScene scene(640, 480, 15);
  ActuatorConfig config;
  config.keep = KeepOrder::kMotion;
  ActuatorRun run(config, [&](std::int64_t number, const FramePlan& plan) { return scene(number, plan); });
  for (const double kbps : {60.0, 40.0, 50.0, 45.0, 200.0, 1500.0, 150.0}) {
    const Timestamp step = run.now;
    run.actuator.set_target(DataRate::kbits_per_second(kbps));
    run.sent.clear();
    run.run(12);
    EXPECT_LE(run.worst_ten_seconds(step + Duration::seconds(1), kbps), 0.05) << kbps;
    EXPECT_LE(run.worst_second_in_pictures(step, kbps), 1) << kbps;
  }
}

TEST(VideoActuatorWithJpeg, FollowsAnotherSource) {
  EncodedScene small(160, 120, 15), large(640, 480, 30);
  ActuatorConfig config;
  config.keep = KeepOrder::kMotion;
  config.width = 160;
  config.height = 120;
  ActuatorRun run(config, [&](std::int64_t number, const FramePlan& plan) { return small(number, plan); });
  run.actuator.set_target(DataRate::kbits_per_second(800));
  run.run(12);
  config.width = 640;
  config.height = 480;
  config.frames_per_second = run.frames_per_second = 30;
  run.actuator.set(config);
  run.size_of = [&](std::int64_t number, const FramePlan& plan) { return large(number, plan); };
  const Timestamp change = run.now;
  run.run(12.5);
  EXPECT_LE(run.worst_second_in_pictures(change, 800), 1);
  EXPECT_LE(run.worst_ten_seconds(change + Duration::seconds(2), 800), 0.05);
}

}  // namespace
}  // namespace jitterscope::video_actuator_jpeg_test
