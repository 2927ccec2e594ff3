#include "core/algorithms/rate/video_actuator.h"

#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "tests/unit/algorithms/rate/actuator_run.h"

namespace jitterscope::video_actuator_test {
namespace {

constexpr double kTenSeconds = 0.05;  // most that 10 s are off the target
constexpr double kPictures = 1;       // most pictures that a second is over it

ActuatorConfig config_of(KeepOrder keep, double frames_per_second = 15) {
  ActuatorConfig config;
  config.keep = keep;
  config.frames_per_second = frames_per_second;
  return config;
}

ActuatorRun run_at(KeepOrder keep, double kbps, double frames_per_second = 15,
                   PictureSizeModel sizes = talking_person()) {
  ActuatorRun run(config_of(keep, frames_per_second), std::move(sizes));
  run.actuator.set_target(DataRate::kbits_per_second(kbps));
  return run;
}

TEST(VideoActuator, SendsEveryPictureAsItIsSetWithoutATarget) {
  ActuatorRun run(config_of(KeepOrder::kSharpness), talking_person());
  run.run(10);
  ASSERT_EQ(run.sent.size(), 150u);
  for (const SentPicture& picture : run.sent) {
    EXPECT_EQ(picture.plan, (FramePlan{640, 480, 75, 15}));
    EXPECT_EQ(picture.period, Duration::from_seconds(1.0 / 15));
  }
}

class ReachedTarget : public testing::TestWithParam<std::tuple<KeepOrder, double, double>> {};

TEST_P(ReachedTarget, IsMetOverTenSecondsAndNeverExceededByMoreThanAPicture) {
  const auto [keep, frames_per_second, kbps] = GetParam();
  ActuatorRun run = run_at(keep, kbps, frames_per_second);
  const Timestamp begin = run.now;
  run.run(60);
  EXPECT_LE(run.worst_ten_seconds(begin + Duration::seconds(1), kbps), kTenSeconds);
  EXPECT_LE(run.worst_second_in_pictures(begin, kbps), kPictures);
}

INSTANTIATE_TEST_SUITE_P(Rates, ReachedTarget,
                         testing::Combine(testing::Values(KeepOrder::kSharpness, KeepOrder::kMotion),
                                          testing::Values(7.5, 10, 15, 25, 30),
                                          testing::Values(30, 60, 110, 200, 333, 500, 1000, 1600)));

TEST(VideoActuator, KeepsSharpnessByLeavingOutPictures) {
  ActuatorRun run = run_at(KeepOrder::kSharpness, 2000);
  run.run(30);
  EXPECT_LT(run.sent.size(), 30 * 8u);
  EXPECT_GT(run.sent.size(), 30 * 5u);
  for (const SentPicture& picture : run.sent) {
    EXPECT_EQ(picture.plan.width, 640);
    EXPECT_EQ(picture.plan.quality, 75);
  }
}

TEST(VideoActuator, KeepsFivePicturesASecondBeforeSharpness) {
  ActuatorRun run = run_at(KeepOrder::kSharpness, 300);
  run.run(30);
  EXPECT_NEAR(static_cast<double>(run.sent.size()) / 30, 5, 1);
  EXPECT_LT(run.sent.back().plan.width, 640);
}

TEST(VideoActuator, KeepsMotionByQualityAndThenSize) {
  ActuatorRun run = run_at(KeepOrder::kMotion, 3200);
  run.run(30);
  EXPECT_EQ(run.sent.size(), 450u);
  EXPECT_LT(run.sent.back().plan.quality, 75);
  EXPECT_EQ(run.sent.back().plan.width, 640);

  ActuatorRun slower = run_at(KeepOrder::kMotion, 500);
  slower.run(30);
  EXPECT_GE(slower.sent.size(), 445u);
  EXPECT_LT(slower.sent.back().plan.width, 320);
  EXPECT_GE(slower.sent.back().plan.quality, 28);
}

TEST(VideoActuator, AQualityAboveTheUsersIsNeverChosen) {
  ActuatorRun run(config_of(KeepOrder::kMotion), talking_person());
  ActuatorConfig config = config_of(KeepOrder::kMotion);
  config.quality = 20;
  run.actuator.set(config);
  run.actuator.set_target(DataRate::kbits_per_second(400));
  run.run(20);
  for (const SentPicture& picture : run.sent) EXPECT_LE(picture.plan.quality, 20);
  EXPECT_LE(run.worst_ten_seconds(Timestamp::ns(3'000'000'000), 400), kTenSeconds);
}

TEST(VideoActuator, FollowsStepsOfTheTarget) {
  for (const KeepOrder keep : {KeepOrder::kSharpness, KeepOrder::kMotion}) {
    ActuatorRun run = run_at(keep, 1000);
    run.run(20);
    for (const double kbps : {300.0, 1500.0, 60.0, 63.0, 600.0}) {
      const Timestamp step = run.now;
      run.actuator.set_target(DataRate::kbits_per_second(kbps));
      run.run(20);
      ActuatorRun after = run;  // of the pictures that were planned for this target
      std::erase_if(after.sent, [&](const SentPicture& picture) { return picture.at < step; });
      EXPECT_LE(after.worst_ten_seconds(step + Duration::seconds(1), kbps), kTenSeconds) << kbps;
      EXPECT_LE(after.worst_second_in_pictures(step, kbps), kPictures) << kbps;
    }
  }
}

TEST(VideoActuator, TheSmallestPictureComesLessOftenWhenEvenThatIsTooMuch) {
  for (const double kbps : {20.0, 10.0, 4.0}) {
    ActuatorRun run = run_at(KeepOrder::kMotion, kbps);
    const Timestamp begin = run.now;
    run.run(60);
    EXPECT_EQ(run.sent.back().plan.width, 128) << kbps;
    EXPECT_EQ(run.sent.back().plan.quality, 10) << kbps;
    EXPECT_NEAR(run.mean_kbps(begin, 60) / kbps, 1, 0.05) << kbps;
    EXPECT_LE(run.worst_second_in_pictures(begin, kbps), kPictures) << kbps;
  }
}

TEST(VideoActuator, SendsNothingAtATargetOfZero) {
  ActuatorRun run = run_at(KeepOrder::kSharpness, 0);
  run.run(5);
  EXPECT_TRUE(run.sent.empty());
  run.actuator.set_target(DataRate::kbits_per_second(300));
  run.run(5);
  EXPECT_GT(run.sent.size(), 15u);
  run.actuator.set_target(std::nullopt);
  run.sent.clear();
  run.run(5);
  EXPECT_EQ(run.sent.size(), 75u);
  EXPECT_EQ(run.sent.back().plan.quality, 75);
}

TEST(VideoActuator, WhatABreakLeftOutIsNotMadeUpFor) {
  for (const KeepOrder keep : {KeepOrder::kSharpness, KeepOrder::kMotion}) {
    ActuatorRun run = run_at(keep, 400);
    run.run(10);
    run.run(3, false);
    const Timestamp again = run.now;
    run.run(10);
    EXPECT_LE(run.worst_second_in_pictures(again, 400), kPictures);
    EXPECT_NEAR(run.mean_kbps(again, 10) / 400, 1, kTenSeconds);
  }
}

TEST(VideoActuator, ShortBreaksGiveNoCreditEither) {
  for (const KeepOrder keep : {KeepOrder::kSharpness, KeepOrder::kMotion}) {
    ActuatorRun run = run_at(keep, 400);
    run.run(10);
    const Timestamp begin = run.now;
    for (int i = 0; i < 60; ++i) {
      run.run(0.6);
      run.run(0.4, false);
    }
    EXPECT_LE(run.mean_kbps(begin, 60) / (0.6 * 400), 1 + kTenSeconds);
  }
}

TEST(VideoActuator, WhatWasNeverSentLeavesItsRoomToOthers) {
  ActuatorRun run = run_at(KeepOrder::kSharpness, 400, 25);
  std::int64_t obsolete = 0, left_out = 0, pictures = 0;
  run.size_of = [&, sizes = run.size_of](std::int64_t number, const FramePlan& plan) {
    const std::int64_t bytes = sizes(number, plan);
    if (++pictures % 4 == 0) obsolete += bytes;
    return bytes;
  };
  const Timestamp begin = run.now;
  while (run.now < begin + Duration::seconds(40)) {
    run.run(0.04);
    run.actuator.give_back(DataSize::bytes(obsolete));
    left_out += std::exchange(obsolete, 0);
  }
  const double sent_kbps = run.mean_kbps(begin, 40) - static_cast<double>(left_out) * 8 / 40 / 1000;
  EXPECT_NEAR(sent_kbps / 400, 1, kTenSeconds);
}

TEST(VideoActuator, AnotherSourceHasItsOwnSizesAtTheSameRate) {
  ActuatorRun run = run_at(KeepOrder::kMotion, 1000);
  run.run(20);
  ActuatorConfig config = config_of(KeepOrder::kMotion, 30);
  config.width = 1280;
  config.height = 720;
  run.actuator.set(config);
  run.frames_per_second = 30;
  const Timestamp change = run.now;
  run.run(30);
  const FramePlan& plan = run.sent.back().plan;
  EXPECT_NEAR(plan.width * 9.0 / (plan.height * 16.0), 1, 0.036);
  EXPECT_LE(run.worst_ten_seconds(change + Duration::seconds(2), 1000), kTenSeconds);
}

TEST(VideoActuator, ASceneOfFourTimesTheBytesCostsOnePicture) {
  for (const KeepOrder keep : {KeepOrder::kSharpness, KeepOrder::kMotion}) {
    ActuatorRun run = run_at(keep, 500, 15, talking_person(0.5));
    run.run(20);
    run.size_of = talking_person(2);
    const Timestamp change = run.now;
    run.run(20);
    EXPECT_LE(run.worst_second_in_pictures(change, 500), kPictures);
    EXPECT_LE(run.worst_ten_seconds(change + Duration::seconds(2), 500), kTenSeconds);
  }
}

TEST(VideoActuator, StaysCalm) {
  for (const KeepOrder keep : {KeepOrder::kSharpness, KeepOrder::kMotion}) {
    for (const double kbps : {150.0, 400.0, 1000.0, 1700.0}) {
      ActuatorRun run = run_at(keep, kbps);
      const Timestamp begin = run.now + Duration::seconds(5);
      run.run(125);
      EXPECT_LE(run.size_changes(begin), 4) << kbps;
      EXPECT_LE(run.quality_changes(begin), 120 * 2) << kbps;
      const int most = keep == KeepOrder::kMotion ? 6 : 20;
      for (std::size_t i = 100; i < run.sent.size(); ++i) {
        const FramePlan &plan = run.sent[i].plan, &before = run.sent[i - 1].plan;
        const int change = plan.width == before.width ? std::abs(plan.quality - before.quality) : 0;
        EXPECT_LE(change, most);
      }
    }
  }
}

TEST(VideoActuator, SmallStepsOfTheTargetAreNoReasonToChangeTheSize) {
  int changes = 0;
  for (const KeepOrder keep : {KeepOrder::kSharpness, KeepOrder::kMotion}) {
    for (double kbps = 100; kbps < 2000; kbps *= 1.15) {
      ActuatorRun run = run_at(keep, kbps);
      run.run(10);
      const Timestamp begin = run.now;
      for (int i = 0; i < 60; ++i) {
        run.actuator.set_target(DataRate::kbits_per_second(kbps * (i % 2 == 0 ? 1.05 : 1)));
        run.run(1);
      }
      changes += run.size_changes(begin);
    }
  }
  EXPECT_LE(changes, 20);  // in 44 minutes; 25 when each step may change it at once
}

TEST(VideoActuator, APictureIsSpreadUntilTheNext) {
  ActuatorRun run = run_at(KeepOrder::kSharpness, 300);
  run.run(30);
  int spread_too_long = 0;
  for (std::size_t i = 1; i < run.sent.size(); ++i) {
    const Duration gap = run.sent[i].at - run.sent[i - 1].at;
    spread_too_long += run.sent[i - 1].period > gap + Duration::ms(10) ? 1 : 0;
    EXPECT_GE(run.sent[i - 1].period + Duration::ms(75), gap);  // a captured picture more, where one was early
  }
  EXPECT_LE(spread_too_long, 3);
}

TEST(VideoActuator, FollowsACameraThatIsSlowerThanItSays) {
  ActuatorRun run(config_of(KeepOrder::kMotion, 30), talking_person());
  run.frames_per_second = 12;
  run.actuator.set_target(DataRate::kbits_per_second(600));
  const Timestamp begin = run.now;
  run.run(40);
  EXPECT_LE(run.worst_ten_seconds(begin + Duration::seconds(6), 600), kTenSeconds);
}

}  // namespace
}  // namespace jitterscope::video_actuator_test
