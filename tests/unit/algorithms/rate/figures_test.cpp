// The behaviour of latecki04's figures 1 to 5, and what is no trend, through one slow link.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/algorithms/rate/trend.h"
#include "tests/unit/algorithms/rate/sound_path.h"

namespace jitterscope::figures_test {
namespace {

/// 100 kb/s, 53 ms, a queue of 32 000 B; sound of 104 B each 40 ms, a frame in one packet each `video_interval`, both
/// sent up to 0.3 ms off their time. The rate of the picture is what video_kbps says at the time.
struct SlowLink {
  explicit SlowLink(unsigned seed) : random(seed) { audio_due = phase(40), video_due = phase(20); }

  static constexpr int kHeader = 42, kSound = 104, kQueue = 32000;
  std::mt19937 random;
  double kbps = 100, drift = 0;  // drift: of the receiver's clock, a share
  double video_interval_ms = 20;
  double jitter_ms = 0.3;
  std::function<double(double now_ms)> video_kbps = [](double) { return 0.0; };
  StreamMonitor monitor{TrendSetting{}};
  std::vector<TrendReported> reports;
  double audio_due, video_due, link_free = 0;  // ms
  std::int64_t audio_sequence = 0, video_sequence = 0;

  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }
  double phase(double interval) { return uniform(0, interval); }

  /// Sends until `end_ms`.
  void run(double end_ms) {
    while (std::min(audio_due, video_due) < end_ms) {
      const bool audio = audio_due <= video_due;
      double& due = audio ? audio_due : video_due;
      const double wanted = audio ? 1 : video_kbps(due);
      if (wanted > 0) send(audio, due + uniform(-jitter_ms, jitter_ms), audio ? kSound : size_of(wanted));
      due += audio ? 40 : video_interval_ms;
    }
  }
  int size_of(double video) const { return std::max(1, static_cast<int>(video * video_interval_ms / 8) - kHeader); }

  int verdicts(double value, std::size_t from = 0) const {
    int count = 0;
    for (std::size_t i = from; i < reports.size(); ++i) count += reports[i].verdict == value;
    return count;
  }

 private:
  void send(bool audio, double at_ms, int size) {
    PacketArrived p;
    p.medium = audio ? Medium::kAudio : Medium::kVideo;
    p.ssrc = audio ? 7 : 8;
    p.sequence = audio ? audio_sequence++ : video_sequence++;
    p.rtp_timestamp = p.sequence * 320;
    p.size = size;
    if ((link_free - at_ms) * kbps / 8 + size + kHeader > kQueue) return;
    link_free = std::max(link_free, at_ms) + (size + kHeader) * 8 / kbps;
    p.received = Timestamp::ns(1) + Duration::from_ms((link_free + 53) * (1 + drift));
    p.received_conference = p.received;
    p.sent_conference = Timestamp::ns(1) + Duration::from_ms(at_ms);
    monitor.add(p);
    if (const auto report = monitor.take(p.received)) reports.push_back(*report);
  }
};

TEST(Figures, ShortSteepRiseOfUdpIsCaughtBeforeTheQueueIsFull) {  // figures 1 and 2
  for (unsigned seed = 0; seed < 10; ++seed) {
    SlowLink link(seed);
    link.video_kbps = [](double now) { return now < 40000 || now >= 80000 ? 0.0 : 120.0; };
    link.run(40000);
    EXPECT_EQ(link.verdicts(0), static_cast<int>(link.reports.size()) - 3) << "seed " << seed;
    const std::size_t before = link.reports.size();
    link.run(46000);
    ASSERT_GE(link.verdicts(1, before), 1) << "seed " << seed;
    for (std::size_t i = before; i < link.reports.size(); ++i) {
      if (link.reports[i].verdict != 1) continue;
      EXPECT_LT(link.reports[i].rise_ms, 1300);  // a full queue: 2560 ms
      break;
    }
    // The congested phase: the queue is full, its delays are stable. The rise and the loss tell of it.
    link.run(80000);
    EXPECT_NE(link.reports.back().verdict, 1);
    EXPECT_GT(link.reports.back().rise_ms, 2300);
    EXPECT_GT(link.reports.back().video_lost, 100u);
    // It drains when the picture stops.
    const std::size_t congested = link.reports.size();
    link.run(84500);
    EXPECT_GE(link.verdicts(-1, congested), 1);
    link.run(100000);
    EXPECT_EQ(link.reports.back().verdict, 0);
    EXPECT_LT(link.reports.back().rise_ms, 1);
  }
}

/// Figure 3: the slow rises and falls of TCP, noisy in the small.
std::vector<double> tcp_sawtooth(unsigned seed, bool rising) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, 60);
  std::vector<double> delays(128);
  for (std::size_t i = 0; i < delays.size(); ++i)
    delays[i] = 500 + (rising ? 1 : -1) * 3.0 * static_cast<double>(i) + noise(random);
  return delays;
}

TEST(Figures, ALongNoisySawtoothOfTcpIsCaughtByTheLongestScaleOnly) {  // figures 3 and 4
  int by_32 = 0, by_128 = 0, fallen = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    const auto delays = tcp_sawtooth(seed, true);
    by_32 += trend_of(std::span(delays).last(32), {}, 0.5).phase == TrendPhase::kIncreasing;
    by_128 += trend_of(delays, {}, 0.5).phase == TrendPhase::kIncreasing;
    fallen += trend_of(tcp_sawtooth(seed, false), {}, 0.5).phase == TrendPhase::kDecreasing;
  }
  EXPECT_LT(by_32, by_128 / 2);
  EXPECT_GT(by_128, 85);
  EXPECT_GT(fallen, 85);
}

TEST(Figures, TheVerdictOfThreeFollowsTheSawtooth) {  // figure 5
  SoundPath path;
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 10);
  const auto sawtooth = [&](std::int64_t n) {  // 20 s up, 20 s down
    const std::int64_t at = n % 1000;
    return 500 + 2.0 * static_cast<double>(at < 500 ? at : 1000 - at) + noise(random);
  };
  path.play(3000, sawtooth);
  int right = 0, wrong = 0;
  for (const auto& report : path.reports) {
    const std::int64_t at = (report.end_sequence - path.first_sequence) % 1000;
    if (report.end_sequence - path.first_sequence < 500 || at % 500 < 128) continue;  // a window has seen the corner
    right += report.verdict == (at < 500 ? 1 : -1);
    wrong += report.verdict == (at < 500 ? -1 : 1);
  }
  EXPECT_GT(right, 200);
  EXPECT_EQ(wrong, 0);
}

TEST(Figures, AStepIsATrendOnlyWhileItPasses) {
  // PCT counts one pair of medians, or two where the step halves a group that has two neighbours: 1/5 or 2/5, 1/7 or
  // 2/7, 1/10 or 2/10 with 32, 64, 128 packets, of which 2/5 and 2/7 are above L, 0.25; PDT is 1. Reports, and windows
  // with them, end at each 8th packet: a step at the 4th halves 6 such groups of 8 of the 64 one after another, one at
  // the 5th the one such group of 6 of the 32.
  constexpr std::array<int, 8> kIncreasing{0, 0, 0, 0, 6, 1, 0, 0};
  for (std::int64_t at = 0; at < 8; ++at) {
    SoundPath path;
    const std::int64_t step = 256 + at;
    path.play(step, [](auto) { return 53.0; });
    path.play(512 - step, [](auto) { return 93.0; });
    ASSERT_EQ(path.reports.size(), 512U / 8);
    for (const auto& report : path.reports) {
      const std::int64_t after = report.end_sequence - path.first_sequence + 1 - step;  // packets of the new level
      ASSERT_EQ(report.verdict.has_value(), after + step >= 32);
      EXPECT_NE(report.phase[2], TrendPhase::kIncreasing) << step << " " << after;
      if (after <= 0 || after > 60) {  // before; or no median of 64 packets, nor of 32, is of the old level
        EXPECT_EQ(report.verdict.value_or(0), 0) << step << " " << after;
      } else if (after >= 4) {
        EXPECT_GE(report.verdict, 0.5) << step << " " << after;
      }
    }
    EXPECT_EQ(path.verdicts(1), kIncreasing.at(static_cast<std::size_t>(at))) << step;
    EXPECT_EQ(path.verdicts(-1) + path.verdicts(-0.5), 0) << step;
    EXPECT_GT(path.reports.back().rise_ms, 35);
  }
}

TEST(Figures, ASpikeIsNoTrend) {
  SoundPath path;
  path.play(512, [](std::int64_t n) { return n % 100 == 50 ? 400.0 : 53.0; });
  EXPECT_EQ(path.verdicts(0), 512 / 8 - 3);
}

TEST(NoTrend, IdleNoise) {
  SoundPath path;
  std::mt19937 random(1);
  std::exponential_distribution<double> noise(1 / 0.1);
  path.play(15000, [&](auto) { return 0.2 + noise(random); });
  EXPECT_EQ(path.verdicts(0), 15000 / 8 - 3);
}

TEST(NoTrend, NoiseOfAnySizeIsHardlyEverOne) {
  for (const double size : {1.0, 3.0, 10.0, 30.0}) {
    SoundPath path;
    std::mt19937 random(7);
    std::exponential_distribution<double> noise(1 / size);
    path.play(15000, [&](auto) { return 53 + noise(random); });
    EXPECT_LE(path.verdicts(1), 2) << size;
    EXPECT_GE(path.verdicts(0), 15000 / 8 * 97 / 100) << size;
    EXPECT_GT(path.reports.back().noise_ms, size * 0.8);
    EXPECT_EQ(path.reports.back().epsilon_ms, path.reports.back().noise_ms);
  }
}

TEST(NoTrend, SkewAndSlewOfTheClocks) {
  for (const double share : {100e-6, -100e-6, 500e-6, -500e-6}) {
    for (const bool agree : {true, false}) {
      SoundPath path;
      path.clocks_agree = agree;
      path.play(3000, [=](std::int64_t n) { return 100 + 40 * share * static_cast<double>(n); });
      EXPECT_EQ(path.verdicts(0), 3000 / 8 - 3) << share;
      EXPECT_LT(path.reports.back().rise_ms, 6) << share;  // at most what ten seconds make
    }
  }
}

TEST(NoTrend, PacketsWaitingBehindEachOtherAtConstantLoad) {
  // From in step with the sound to a beat of 80 s, of 2.7 s, and none at all; 50 to 70 of the 70.8 kb/s left.
  for (const double interval : {20.0, 20.01, 20.1, 20.3, 33.3, 66.7}) {
    for (const double kbps : {50.0, 65.0, 70.0}) {
      for (unsigned seed = 0; seed < 5; ++seed) {
        SlowLink link(seed);
        link.video_interval_ms = interval;
        link.video_kbps = [=](double) { return kbps; };
        link.run(60000);
        EXPECT_EQ(link.verdicts(1), 0) << interval << " ms, " << kbps << " kb/s, seed " << seed;
        EXPECT_GE(link.verdicts(0), 178) << interval << " ms, " << kbps << " kb/s, seed " << seed;
      }
    }
  }
}

TEST(Trends, TooMuchByTwoOfAHundredKilobitsIsFoundInTwoSeconds) {
  for (const double over : {2.0, 5.0, 20.0}) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      SlowLink link(seed);
      link.video_kbps = [=](double now) { return now < 20000 ? 60.0 : 70.8 + over; };
      link.run(20000);
      link.monitor.judge_from(link.audio_sequence);
      const std::size_t before = link.reports.size();
      link.run(22000);
      EXPECT_GE(link.verdicts(1, before), 1) << over << " kb/s, seed " << seed;
    }
  }
}

TEST(Trends, SearchingForTheRateDoesNotBlindTheMonitor) {
  SlowLink link(5);  // steps of 1.4 s, 10 kb/s too much, with breaks of 0.6 s
  link.video_kbps = [](double now) { return now < 20000 ? 60.0 : std::fmod(now, 2000) < 1400 ? 80.8 : 0.0; };
  link.run(20000);
  for (double step = 20000; step < 40000; step += 2000) {
    link.monitor.judge_from(link.audio_sequence);
    link.run(step + 1400);
    EXPECT_LT(link.reports.back().epsilon_ms, 4);
    link.monitor.judge_from(link.audio_sequence);
    link.run(step + 2000);
  }
}

}  // namespace
}  // namespace jitterscope::figures_test
