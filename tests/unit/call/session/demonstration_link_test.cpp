// The link that Demonstrate > Shaping chooses, in virtual time, with the pictures of the synthetic talker: strategy C
// must lose frames on it and strategy A hardly any, whenever the demonstration begins.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/algorithms/link/background_traffic.h"
#include "core/algorithms/link/network.h"
#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/algorithms/media/synthetic_scene.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/algorithms/shaping/shaper.h"
#include "core/call/session/demonstration_plans.h"

namespace jitterscope::demonstration_link_test {
namespace {

constexpr std::size_t kBlockSize = 1024;
constexpr double kFramesPerSecond = 15;
constexpr int kRtpBytes = 40, kHeaders = kUdpHeaderBytes;  // RTP, JPEG and extension headers of a block
constexpr int kSeconds = 30;
const Duration kPeriod = Duration::from_seconds(1 / kFramesPerSecond);

/// UDP payload of each block of each frame of the talker.
std::vector<std::vector<int>> talker(int width, int height) {
  SyntheticScene scene(width, height, kFramesPerSecond);
  VideoFrame picture, converted;
  PictureConverter converter;
  JpegEncoder encoder;
  JpegBuffer jpeg;
  std::vector<rtp::Fragment> fragments;
  std::vector<std::vector<int>> frames;
  for (int number = 0; number < kSeconds * kFramesPerSecond; ++number) {
    EXPECT_TRUE(scene.fetch(number, Timestamp() + kPeriod * number, picture));
    EXPECT_TRUE(converter.convert(picture, PixelFormat::kI420, width, height, converted));
    EXPECT_TRUE(encoder.encode(converted, 75, Subsampling::k420, jpeg));
    const auto layout = rtp::parse_jpeg(jpeg.view());
    EXPECT_TRUE(layout && rtp::fragment_scan(*layout, layout->scan(jpeg.view()), kBlockSize, fragments));
    auto& blocks = frames.emplace_back(fragments.size(), static_cast<int>(kBlockSize) + kRtpBytes);
    blocks.back() = static_cast<int>(layout->scan_size % kBlockSize) + kRtpBytes;
  }
  return frames;
}

/// What the call knows of that video at second `now`.
StreamSnapshot seen_at(const std::vector<std::vector<int>>& frames, double now) {
  StreamSnapshot video;
  std::vector<double> kilobits(static_cast<std::size_t>(now) + 2);
  const auto end = static_cast<std::size_t>(now * kFramesPerSecond);
  for (std::size_t frame = 0; frame < end; ++frame) {
    const double at_s = static_cast<double>(frame) / kFramesPerSecond;
    std::uint16_t block = 0;
    for (const int bytes : frames[frame]) {
      const double sent_s = at_s + block * 0.8 / kFramesPerSecond / static_cast<double>(frames[frame].size());
      ++video.packets;
      video.bytes += bytes;
      kilobits[static_cast<std::size_t>(sent_s)] += bytes * 8 / 1e3;
      if (end - frame <= 12) video.last_packets.push_back({static_cast<std::int64_t>(frame), block, sent_s, 0});
      ++block;
    }
  }
  for (std::size_t second = 0; second + 1 <= static_cast<std::size_t>(now); ++second)
    video.rate_series.push_back({static_cast<double>(second + 1), kilobits[second]});
  video.rate_kbps = video.rate_series.empty() ? 0 : video.rate_series.back().value;
  return video;
}

/// Share of the frames that lose a block on that link with that background, `from_frame` on for ten seconds.
double frames_lost(const std::vector<std::vector<int>>& frames, std::size_t from_frame, const ShapingSetting& shaping,
                   const ShapingStart& start, std::uint64_t seed) {
  std::string error;
  const Timestamp began;
  const auto network = link::make_network(demonstration_link(start), {}, seed, began, error);
  link::BackgroundTraffic background(demonstration_background(start), seed + 1000, began);
  link::Results results;
  Timestamp now = began;
  const auto offer = [&](const link::Packet& packet, Timestamp at) {
    network->advance(at, results);
    network->offer(packet, now = at);
  };
  const std::size_t count = 150;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& blocks = frames[(from_frame + i) % frames.size()];
    const auto schedule = schedule_frame(shaping, began + kPeriod * static_cast<int>(i),
                                         static_cast<int>(blocks.size()), kPeriod, Duration::ms(8));
    for (std::size_t block = 0; block < blocks.size(); ++block) {
      const Timestamp due = schedule.due(static_cast<int>(block));
      while (background.due() && *background.due() <= due) {
        const Timestamp at = *background.due();
        for (int n = background.take(); n > 0; --n)
          offer({0, LinkWay::kUp, link::Traffic::kBackground, demonstration_background(start).packet_bytes + kHeaders},
                at);
      }
      offer({i + 1, LinkWay::kUp, link::Traffic::kVideo, blocks[block] + kHeaders}, due);
    }
  }
  network->advance(now + Duration::seconds(5), results);
  std::vector<bool> lost(count + 1);
  for (const auto& drop : results.drops)
    if (drop.traffic == link::Traffic::kVideo) lost[drop.id] = true;
  return static_cast<double>(std::count(lost.begin(), lost.end(), true)) / static_cast<double>(count);
}

class DemonstrationLink : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(DemonstrationLink, CLosesFramesAndAAtMostATenthOfThem) {
  const auto frames = talker(GetParam().first, GetParam().second);
  std::optional<LinkSettings> chosen;
  for (int run = 0; run < 10; ++run) {
    const double now = 6 + 1.37 * run;
    const auto video = video_on_link(seen_at(frames, now));
    ASSERT_TRUE(video);
    ShapingStart start;
    start.video_kbps = video->kbps;
    start.blocks_a_frame = video->blocks_a_frame;
    const auto link = demonstration_link(start);
    SCOPED_TRACE(link.to_string() + " at " + std::to_string(now) + " s");
    if (chosen) {
      EXPECT_NEAR(link.up.rate->kbits_per_second() / chosen->up.rate->kbits_per_second(), 1, 0.03)
          << chosen->to_string();
      EXPECT_NEAR(*link.up.limit_packets, *chosen->up.limit_packets, 1);
    }
    chosen = link;
    const auto from = static_cast<std::size_t>(now * kFramesPerSecond);
    const double with_c = frames_lost(frames, from + 60, {0, {}}, start, static_cast<std::uint64_t>(run));
    const double with_a = frames_lost(frames, from + 255, {1, {}}, start, static_cast<std::uint64_t>(run) + 100);
    EXPECT_GE(with_c, 0.01);
    EXPECT_LE(with_a, with_c / 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DemonstrationLink, testing::Values(std::pair(640, 480), std::pair(320, 240)));

}  // namespace
}  // namespace jitterscope::demonstration_link_test
