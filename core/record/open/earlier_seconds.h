#pragma once
// What a trace's table of seconds says of the time before the first event that was read: for the series of a snapshot.
#include <optional>
#include <vector>

#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// A second of a stream; times in seconds since the call began, spans as EnvelopeSlot in ms.
struct EarlierSecond {
  Direction direction{};
  Medium medium{};
  double at_s = 0;
  double lasts_s = 0;  // until the stream's next one; 0: not known
  std::int64_t packets = 0, lost = 0, bytes = 0;
  std::optional<EnvelopeSlot> delay, spacing;
};

/// Puts their spacing, delays, rates and losses before the series of the newest streams, of the first remote and sent,
/// which begin at `from_s`: the second that was read in part is left out there.
void put_before(const std::vector<EarlierSecond>& seconds, double from_s, CallSnapshot& snapshot);

}  // namespace jitterscope
