#pragma once
// Link, loads and clock of the call, as its events tell them. Series are bounded.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/stats/series.h"

namespace jitterscope {

/// One direction of the emulated link, from LinkReport events.
struct LinkView {
  bool kernel = false;
  std::optional<int> queue_limit;  // packets, from the setting; absent: unlimited or in bytes
  int queue_packets = 0, queue_packets_max = 0;
  std::int64_t offered = 0, delivered = 0, dropped_queue = 0, dropped_random = 0, dropped_collisions = 0,
               dropped_overload = 0;
  std::optional<std::int64_t> dropped_at_end;  // what was still inside when the call ended; absent until then
  std::int64_t media_dropped = 0, background_offered = 0, background_dropped = 0;
  double delivered_kbps = 0;               // over the last second
  std::optional<double> own_delay_us;      // the relay's own, median
  bool overloaded = false;                 // now: what is measured is not the model
  double overloaded_s = 0;                 // how long it was
  std::vector<EnvelopeSlot> queue_series;  // packets waiting
  std::vector<SeriesPoint> drop_series;    // drops a second, all reasons
  std::vector<SeriesPoint> rate_series;    // delivered kbit/s
};

/// The clock between the ends, from ClockSynced events.
struct ClockView {
  bool synchronised = false;
  std::string source;  // "master", "same clock", "exchanges"
  double offset_ms = 0, skew_ppm = 0, bound_ms = 0;
  std::optional<double> round_trip_ms;
  std::vector<SeriesPoint> offset_series, bound_series;
  /// A stretch in which the clocks jumped apart unnoticed: delays of it are wrong by up to so much more than the bound.
  struct Doubt {
    double from_s = 0, to_s = 0, jumped_ms = 0;
  };
  std::vector<Doubt> doubts;  // at most 50, the first ones
  std::int64_t steps = 0;     // of the system clock during the call
};

/// Link, loads and clock of the call: what the Conditions panel shows.
struct ConditionsView {
  std::string link;         // as LinkSettings::to_string; "off" = none
  std::string remote_link;  // the remote's own, in its words; empty = none was sent
  std::string background;   // as BackgroundSetting::to_string
  std::optional<LinkView> up, down;
  int counters = 0, video_applications = 0;
  std::optional<double> load_average;
  double background_kbytes_per_second = 0;  // offered
  std::vector<SeriesPoint> load_average_series;
  std::optional<ClockView> clock;
};

}  // namespace jitterscope
