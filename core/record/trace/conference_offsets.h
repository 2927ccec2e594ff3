#pragma once
// Conference clock − local clock over the time of a trace: fixed, or for the end that learned it from the other one as
// its ClockSynced events say. For events that carry no conference stamp of their own.
#include <optional>
#include <string>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope {

struct ClockSynced;
class TraceReader;

class ConferenceOffsets {
 public:
  /// `agreed`: TraceMeta::conference_offset; the end that learns counts its offsets from it.
  explicit ConferenceOffsets(std::optional<Duration> agreed = {}) : agreed_(agreed) {}
  /// nullopt and a sentence in `error` when the file turns out to be damaged.
  static std::optional<ConferenceOffsets> of(const TraceReader& trace, std::string& error);

  /// In order of time.
  void add(const ClockSynced& event);
  /// nullopt while it was not known.
  std::optional<Duration> at(Timestamp local) const;

 private:
  struct Learned {
    Timestamp at;
    bool synchronised = false;
    double offset_ms = 0, skew_ppm = 0;
  };
  std::optional<Duration> agreed_;
  std::vector<Learned> learned_;
};

}  // namespace jitterscope
