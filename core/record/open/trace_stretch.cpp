#include "core/record/open/trace_stretch.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope {
namespace {

using trace::Second;
using Part = TraceReader::Part;

constexpr Duration kDisorder = Duration::seconds(1);  // of times in the log
constexpr Duration kASecond = Duration::seconds(1);
constexpr Duration kOfASecond = Duration::seconds(2);  // in which all rows of a second lie
constexpr std::size_t kMostNeighbours = 32;            // more streams pause in no call

/// What is read for a span: a part of the log, and rows apart from it.
struct Reading {
  Part part;
  struct Neighbour {
    Part part;
    Direction direction{};
  };
  std::vector<Neighbour> before, after;
};

/// The id of the first row of what was logged at or after that time.
std::int64_t id_from(const std::vector<Second>& seconds, Timestamp at) {
  std::int64_t id = INT64_MAX;
  for (const Second& second : seconds)
    if (second.local >= at) id = std::min(id, second.first_row);
  return id;
}

/// The id of a row before what was logged at or after that time, by not more than a second where anything is logged.
std::int64_t id_before(const std::vector<Second>& seconds, Timestamp at) {
  std::int64_t id = 0;
  for (const Second& second : seconds)
    if (second.local < at) id = std::max(id, second.first_row);
  return id;
}

/// The seconds of one stream next to the part.
struct Beside {
  const Second *before = nullptr, *after = nullptr;
  bool any_before = false, any_after = false;  // within the part, before and after the span
  bool any = false;                            // before the span's end
};

/// Until `stop`: of a stranger's file there may be millions of streams.
Reading reading_of(const std::vector<Second>& seconds, const TimeSpan& span, const std::stop_token& stop) {
  const Timestamp begin = span.from - StretchFeed::kAround - kDisorder,
                  end = span.to + StretchFeed::kAround + kDisorder;
  Reading reading{{id_before(seconds, begin), id_from(seconds, end)}, {}, {}};
  std::map<TraceStreamKey, Beside> streams;
  for (const Second& second : seconds) {
    if (!second.direction) continue;
    if (stop.stop_requested()) return reading;
    Beside& beside = streams[{*second.direction, second.medium, second.ssrc}];
    beside.any |= second.local < span.to;
    beside.any_before |= second.local >= begin && second.local < span.from;
    beside.any_after |= second.local >= span.to && second.local < end;
    if (second.local < begin) beside.before = &second;
    if (second.local >= end && !beside.after) beside.after = &second;
  }
  std::size_t before = 0, after = 0;  // streams looked at: each is a look at all seconds
  for (const auto& [key, beside] : streams) {
    if (beside.before && !beside.any_before && before++ < kMostNeighbours) {
      const std::int64_t last = std::min(id_from(seconds, beside.before->local + kOfASecond), reading.part.first_id);
      if (last > beside.before->first_row) reading.before.push_back({{beside.before->first_row, last}, key.direction});
    }
    if (beside.after && beside.any && !beside.any_after && after++ < kMostNeighbours)
      reading.after.push_back(
          {{beside.after->first_row, id_from(seconds, beside.after->local + kOfASecond)}, key.direction});
  }
  return reading;
}

}  // namespace

bool read_stretch(const TraceReader& trace, const TimeSpan& span, StretchFeed& feed, std::string& error,
                  const std::stop_token& stop, std::optional<TimeSpan>& recorded) {
  const auto take = [&](const Event& event) { feed.take(event); };
  const auto read_packets = [&](const Reading::Neighbour& neighbour) {
    return neighbour.direction == Direction::kReceived
               ? trace.read_some_of<PacketArrived>(neighbour.part, take, error, stop)
               : trace.read_some_of<PacketSent>(neighbour.part, take, error, stop);
  };
  const auto read_all = [&] {
    std::vector<Second> seconds;
    if (!trace.read_seconds(seconds, error, stop)) return false;
    for (const Second& second : seconds) {
      if (!recorded) recorded = TimeSpan{second.local, second.local};
      recorded->from = std::min(recorded->from, second.local);
      recorded->to = std::max(recorded->to, second.local + Duration::seconds(1));
    }
    const Reading reading = seconds.empty() ? Reading{} : reading_of(seconds, span, stop);
    if (!std::ranges::all_of(reading.before, read_packets)) return false;
    if (!trace.read_part(reading.part, take, error, stop)) return false;
    return std::ranges::all_of(reading.after, read_packets);
  };
  if (!trace.at_one_moment(read_all, error)) return false;
  feed.finish();
  return true;
}

}  // namespace jitterscope
