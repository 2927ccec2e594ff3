#include "core/call/session/rate_demonstration.h"

#include <algorithm>
#include <cmath>

namespace jitterscope {
namespace {

constexpr double kPictureShare = 0.5, kQueueSeconds = 0.4, kSlowestPictureKbps = 40;
constexpr const char *kWithout = "off", *kWith = "two-stream";

}  // namespace

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
