#include "core/call/session/shaping_demonstration.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/events/bytes_on_link.h"

namespace jitterscope {
namespace {

// Shares of the link's rate. Together 0.85: evenly spaced packets hardly ever meet a full queue, while a whole frame
// finds room only when it is a small one and the background leaves the queue empty.
constexpr double kVideoShare = 0.45, kBackgroundShare = 0.4;
constexpr double kSlowestKbps = 100;
constexpr int kSecondsLooked = 10;
constexpr int kShortestQueue = 5, kLongestQueue = 200;  // packets; a mean frame's in between
constexpr int kShortestHalf = 2;
const ShapingSetting kWholeFrames{0, {}}, kSingly{1, {}};  // strategies C and A

/// 9854 -> 9900: two digits.
double rounded(double kbps) {
  const double step = std::pow(10, std::floor(std::log10(kbps)) - 1);
  return std::round(kbps / step) * step;
}

/// Mean of the last whole seconds; the first one of a stream is seldom whole.
std::optional<double> recent_kbps(const std::vector<SeriesPoint>& seconds) {
  double sum = 0;
  int count = 0;
  for (auto i = seconds.size(); i-- > 1 && count < kSecondsLooked;)
    if (seconds[i].value > 0) sum += seconds[i].value, ++count;
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

/// Of the frames whose packets are known.
std::optional<double> frame_interval_s(const std::vector<PacketDot>& packets) {
  std::map<std::int64_t, double> began;
  for (const PacketDot& packet : packets) {
    const auto [found, first] = began.emplace(packet.frame, packet.at_s);
    if (!first) found->second = std::min(found->second, packet.at_s);
  }
  if (began.size() < 2) return std::nullopt;
  const auto &oldest = *began.begin(), &newest = *began.rbegin();
  const double interval = (newest.second - oldest.second) / static_cast<double>(newest.first - oldest.first);
  return interval > 0 ? std::optional(interval) : std::nullopt;
}

}  // namespace

std::optional<VideoOnLink> video_on_link(const StreamSnapshot& video) {
  if (video.rate_kbps <= 0) return std::nullopt;  // it is off, whatever it was
  auto kbps = recent_kbps(video.rate_series);
  if (!kbps) kbps = video.rate_kbps;  // in a call's first two seconds
  const auto interval_s = frame_interval_s(video.last_packets);
  if (!kbps || !interval_s || video.packets <= 0 || video.bytes <= 0) return std::nullopt;
  const double packet_bytes = static_cast<double>(video.bytes) / static_cast<double>(video.packets);
  const double packets_a_second = *kbps * 1e3 / 8 / packet_bytes;
  return VideoOnLink{*kbps + packets_a_second * kUdpHeaderBytes * 8 / 1e3, packets_a_second * *interval_s};
}

LinkSettings demonstration_link(const ShapingStart& start) {
  LinkSetting way;
  way.kernel = start.link.up.kernel;
  way.rate = DataRate::kbits_per_second(rounded(std::max(start.video_kbps / kVideoShare, kSlowestKbps)));
  way.limit_packets = std::clamp(static_cast<int>(std::lround(start.blocks_a_frame)), kShortestQueue, kLongestQueue);
  return {way, way};
}

LinkSettings tighter_link(const ShapingStart& start) {
  LinkSetting way = demonstration_link(start).up;
  way.limit_packets = std::max(*way.limit_packets / 2, kShortestHalf);
  return {way, way};
}

BackgroundSetting demonstration_background(const ShapingStart& start) {
  BackgroundSetting background;
  background.kilobytes_per_second =
      std::round(demonstration_link(start).up.rate->bits_per_second() * kBackgroundShare / 8e3);
  return background;
}

ComparisonPlan shaping_plan(const ShapingStart& start) {
  return {DemonstrationKind::kShaping,
          kWholeFrames.to_string(),
          kSingly.to_string(),
          {{SetLink{demonstration_link(start)}, {}, {}},
           {SetBackground{demonstration_background(start)}, {}, {}},
           {SetShaping{kWholeFrames, End::kRemote}, SetShaping{kSingly, End::kRemote},
            SetShaping{start.remote, End::kRemote}},
           {SetShaping{kWholeFrames}, SetShaping{kSingly}, {}}},
          {SetLink{tighter_link(start)}}};
}

}  // namespace jitterscope
