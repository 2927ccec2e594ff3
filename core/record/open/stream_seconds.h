#pragma once
// What a trace's table of seconds says of its streams: for a snapshot of which only the end has been read.
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/stats/series.h"
#include "core/measures/views/stream_snapshot.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

struct CallSnapshot;

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

/// What is said of a call before its end at `from_s`. One thread at a time.
class SecondsBefore {
 public:
  SecondsBefore(const std::vector<StreamSecond>& seconds, double from_s);

  /// Makes the packets, losses and bytes of whole streams those of all seconds, and leaves out what else a snapshot
  /// says of whole streams. Puts the seconds before `from_s` into the series of spacing, delay, rate and loss of the
  /// newest streams, of the first remote and sent, which begin there: the second that was read in part is left out. Of
  /// more than 4000 seconds several are one point. Delays that are not believed at the end are not before it, those
  /// that cannot be nowhere.
  void put_into(CallSnapshot& snapshot) const;

 private:
  struct Series {
    std::vector<EnvelopeSlot> delay, spacing;
    std::vector<SeriesPoint> rate, loss;
  };
  struct Counts {
    bool known = true;
    std::int64_t packets = 0, lost = 0, bytes = 0;
  };
  void make_whole(Direction direction, StreamSnapshot& stream) const;

  double from_s_;
  std::map<std::pair<Direction, Medium>, Series> series_;
  std::map<TraceStreamKey, Counts> counts_;
};

}  // namespace jitterscope
