#pragma once
// What a trace's table of seconds says of its streams: for a snapshot of which only the end has been read.
#include <optional>
#include <vector>

#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// A second of a stream; times in seconds since the call began, spans as EnvelopeSlot in ms.
struct StreamSecond {
  Direction direction{};
  Medium medium{};
  std::uint32_t ssrc = 0;
  bool known = true;  // false: the recording was cut off in it, and counts are not known
  double at_s = 0;
  double lasts_s = 0;  // until the stream's next one; 0: not known
  std::int64_t packets = 0, lost = 0, bytes = 0;
  std::optional<EnvelopeSlot> delay, spacing;
};

/// Makes the packets, losses and bytes of whole streams those of all seconds, and leaves out what else a snapshot says
/// of whole streams. Puts the seconds before `from_s` into the series of spacing, delay, rate and loss of the newest
/// streams, of the first remote and sent, which begin there: the second that was read in part is left out. Delays that
/// are not believed at the end are not before it, those that cannot be nowhere.
void put_before(const std::vector<StreamSecond>& seconds, double from_s, CallSnapshot& snapshot);

}  // namespace jitterscope
