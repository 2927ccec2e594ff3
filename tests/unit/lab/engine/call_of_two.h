#pragma once
// A call of two ends in virtual time whose packets share one link, as the demonstration's do: sound, pictures as the
// actuator makes them, both ends' controllers and reports. Unlike simulate(), where one end sends and the other's
// packets are its mirror image, each end decides for itself, and threads wake late.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/events/events.h"
#include "core/events/link_setting.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

struct CallScenario {
  LinkSettings link;  // up: from the first end to the second
  RateControlSetting control = two_stream();
  bool second_is_controlled = true;  // else its pictures go as they are captured, as with rate control off
  Duration length = Duration::seconds(90);
  Duration latest_wake = Duration::ms(3);    // threads wake up to so much late, one time in ten; else a tenth of it
  Duration clock_error = Duration::us(500);  // conference clocks wander by ± this
  Duration round = Duration::ms(20);         // of the analysis and the rtcp thread
  double complexity = 1;                     // of the picture
  KeepOrder keep = KeepOrder::kSharpness;
  static RateControlSetting two_stream();
};

/// What one end sent, and what came of it.
struct EndRun {
  struct Sound {
    Timestamp sent;
    std::optional<Duration> delay;  // absent: lost
  };
  std::vector<Sound> sound;
  std::vector<RateDecided> decisions;
  std::vector<TrendReported> received;  // of the remote
  std::vector<std::int64_t> delivered;  // bytes of media on the link that left it, by second
  std::vector<int> pictures;            // sent, by second

  /// Longest delay of the sound sent in these seconds.
  double highest_ms(double from_s, double until_s) const;
  double least_ms() const;
  double lost_until(double until_s) const;  // share of the sound sent until then
  /// Of media, kb/s on the link.
  double carried_kbps(std::size_t from_s, std::size_t until_s) const;
};

std::array<EndRun, 2> run_call(const CallScenario& scenario, std::uint64_t seed);

}  // namespace jitterscope
