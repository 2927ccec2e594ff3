#pragma once
// What the path carries, as far as the sound's delays tell it before any congestion: the sender knows when it sent
// what, so it can tell how long its own sound would wait behind its own packets on a path of any rate.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/units/time.h"

namespace jitterscope {

/// Of all media, kb/s on the link.
struct Carried {
  double kbps = 0;        // that explains the delays best
  double least_kbps = 0;  // below it they would have been longer
  bool bounded = false;   // above some rate they would have been shorter; else that may be far from what there is
  double packet_ms = 0;   // that the largest packet of the picture takes
  double misfit_ms = 0;   // mean distance of the delays from those
  bool sharp = false;     // even with much noise it is known within some per cent
};

/// Sans-IO; bounded memory. Others' traffic in the same queue makes the path look narrower by about what it takes, or
/// the delays like nothing that our own packets could make: then there is no result.
class CapacityFit {
 public:
  /// `bytes` on the link, of both media, in order of time but for a few ms; `sound`: its sequence.
  void sent(Timestamp at, std::int32_t bytes, std::optional<std::int64_t> sound);
  /// The median of the 8 delays that end with this packet of sound lies so much over the base.
  void reported(std::int64_t end_sequence, double rise_ms, Timestamp at);
  /// By how much the last one reported is longer than on a path of this rate.
  double unexplained_ms(double kbps) const;
  /// Reports from now on tell of another queue.
  void forget() { reports_.clear(); }
  /// Enough reports came for a result.
  bool ready() const;
  /// By the reports of the last seconds. nullopt: too few of them; or the path is so quick that the largest packet,
  /// `largest_bytes`, delays nothing by as much as noise does; or the delays are not of our making.
  std::optional<Carried> carried(std::int32_t largest_bytes) const;

 private:
  struct Sent {
    Timestamp at;
    std::int32_t bytes;
    std::optional<std::int64_t> sound;
  };
  struct Report {
    std::int64_t end;
    double ms;
    Timestamp at;
  };
  struct Expected {
    double mean_ms = 0;    // of the medians reported
    double misfit_ms = 0;  // their mean distance from those
    double last_ms = 0;    // of the last one
  };
  Expected expected(double kbps) const;
  double reported_ms() const;
  /// At which the medians would have been so long in the mean; nullopt: at none.
  std::optional<double> kbps_for(double mean_ms) const;

  std::deque<Sent> sent_;
  std::deque<Report> reports_;
};

}  // namespace jitterscope
