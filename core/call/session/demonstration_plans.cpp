#include "core/call/session/demonstration_plans.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/events/audio_block.h"
#include "core/events/bytes_on_link.h"

namespace jitterscope {
namespace {

// Shares of the link's rate. Together 0.85: evenly spaced packets hardly ever meet a full queue, while a whole frame
// finds room only when it is a small one and the background leaves the queue empty.
constexpr double kVideoShare = 0.45, kBackgroundShare = 0.4;
constexpr double kSlowestKbps = 100;
constexpr int kSecondsLooked = 10;
constexpr int kShortestQueue = 5, kLongestQueue = 200;  // packets; a mean frame's in between
constexpr int kShortestHalvedQueue = 2;
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

constexpr int kCounters = 4, kMoreVideos = 2;
const PrioritySetting kOrdinaryClass{};

constexpr double kPictureShare = 0.5, kQueueSeconds = 0.4, kSlowestPictureKbps = 40;
constexpr const char *kWithout = "off", *kWith = "two-stream";

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
  way.limit_packets = std::max(*way.limit_packets / 2, kShortestHalvedQueue);
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

ComparedClass compared_class(const std::function<std::string(const PrioritySetting&)>& why_refused) {
  using Kind = PrioritySetting::Kind;
  ComparedClass found;
  for (const Kind kind : {Kind::kRealtime, Kind::kNice, Kind::kSlice}) {
    const std::string reason = why_refused({kind});
    if (kind == Kind::kRealtime) found.refusal = reason;
    if (!reason.empty()) continue;
    found.granted = {kind};
    break;
  }
  if (found.granted && !found.refusal.empty())
    found.refusal += " Compared in its place: " + found.granted->to_string() + ".";
  return found;
}

ComparisonPlan priority_plan(const PriorityStart& start) {
  ComparisonPlan plan{DemonstrationKind::kPriority, kOrdinaryClass.to_string(), start.compared.to_string(), {}};
  if (start.remote_audio_block)
    plan.settings.push_back(
        {SetAudioBlock{kFreeAudioBlock, End::kRemote}, {}, SetAudioBlock{*start.remote_audio_block, End::kRemote}});
  plan.settings.push_back({SetAudioBlock{kFreeAudioBlock}, {}, {}});
  for (const ThreadRole role : kMediaThreads)
    plan.settings.push_back({SetPriority{role, kOrdinaryClass}, SetPriority{role, start.compared}, {}});
  plan.settings.push_back({SetReceiveProcessor{start.processor}, {}, {}});
  // Never fewer than run already.
  plan.settings.push_back({SetCpuLoad{std::max(start.cpu_load, kCounters)}, {}, {}});
  plan.settings.push_back({SetVideoLoad{start.video_load}, {}, {}});
  const int more = start.video_load + kMoreVideos;
  if (more <= setting::VideoLoad::kMost) plan.harder = {SetVideoLoad{more}};
  return plan;
}

LinkSettings demonstration_link(const RateStart& start) {
  const double kbps = std::max(start.picture_kbps * kPictureShare, kSlowestPictureKbps) + start.sound_kbps;
  LinkSettings link;
  link.up.kernel = link.down.kernel = start.kernel;
  link.up.rate = DataRate::kbits_per_second(std::round(kbps));
  link.up.limit_bytes = static_cast<std::int64_t>(std::round(kbps * 1e3 / 8 * kQueueSeconds));
  return link;
}

ComparisonPlan rate_plan(const RateStart& start) {
  RateControlSetting without = start.control, with = start.control;
  without.controller = kWithout;
  with.controller = kWith;
  without.argument = with.argument = {};
  // A limit of the user's would be shown in place of the controller.
  with.highest = std::max(with.highest, RateControlSetting{}.highest);
  with.lowest = std::min(with.lowest, RateControlSetting{}.lowest);
  return {DemonstrationKind::kRateControl,
          kWithout,
          kWith,
          {{SetTransport{Transport::kUdp}, {}, {}},
           {SetBackground{}, {}, {}},
           {SetRateControl{without}, SetRateControl{with}, {}},
           {SetLink{demonstration_link(start)}, {}, {}}}};
}

}  // namespace jitterscope
