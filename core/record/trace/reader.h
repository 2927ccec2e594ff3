#pragma once
// Reads a .jscope file: what it says of the call, the event log, and the streams for analysis.
#include "core/events/event.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/record/trace/second.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

struct AnalysisInput;

/// One thread at a time. A trace of the schema before has no events of the types that came later. Also opens a trace
/// that is being recorded or was cut off by a crash: what was committed is read.
class TraceReader {
 public:
  /// A packed one (.gz) is unpacked into memory.
  /// nullptr when the file is missing, no trace, damaged, or of a schema that is not read; `error` then says so in one
  /// sentence.
  static std::unique_ptr<TraceReader> open(const std::string& path, std::string& error,
                                           const std::stop_token& stop = {});
  ~TraceReader();

  const std::string& path() const { return path_; }
  const TraceMeta& meta() const { return meta_; }
  std::int32_t schema_version() const;
  /// The stream's entry in the `stream` table, if it has one.
  const TraceStream* find_stream(const TraceStreamKey& key) const;

  /// From now on what is read names no people, machines and files (anonymous.h).
  void leave_out_names();
  /// More events than that in one reading are an error. At first: as many as this machine has memory for.
  std::int64_t most_events() const { return most_events_; }
  void set_most_events(std::int64_t most) { most_events_ = most; }
  /// All events in log order (the order in which the analysis thread saw them). False and a sentence in `error` when
  /// the file turns out to be damaged on the way. Ends early when `stop` is asked for.
  bool read_events(const std::function<void(const Event&)>& take, std::string& error,
                   const std::stop_token& stop = {}) const;
  /// Events of the log from the one with the first id on up to that before the second one.
  struct Part {
    std::int64_t first_id = 0, end_id = INT64_MAX;
  };
  /// The events of a part, and before them what is in force since earlier (streams, settings, clocks, classes, drops,
  /// marks, notices, playout; no demonstration of before).
  bool read_part(const Part& part, const std::function<void(const Event&)>& take, std::string& error,
                 const std::stop_token& stop = {}) const;
  /// The seconds of all streams and threads, as they began; of schema 8 none.
  bool read_seconds(std::vector<trace::Second>& seconds, std::string& error, const std::stop_token& stop = {}) const;
  /// Where its last `span` begins, by the seconds of its streams. Absent in schema 8, in a trace without
  /// packets, and in one of less than about `least_events`, which is read soon.
  static constexpr std::int64_t kLong = 1'000'000;  // events
  struct End {
    std::int64_t first_id = 0;
    Timestamp from;
    std::vector<trace::Second> seconds = {};
  };
  /// Its `seconds`: all of streams, as they began; some lie before it.
  std::optional<End> end_of_long(Duration span, std::string& error, std::int64_t least_events = kLong,
                                 const std::stop_token& stop = {}) const;

  /// Those of some types only.
  template <typename... EventTypes>
  bool read_some(const std::function<void(const Event&)>& take, std::string& error,
                 const std::stop_token& stop = {}) const {
    return read_some_of<EventTypes...>({}, take, error, stop);
  }
  /// Those of all other types.
  template <typename... EventTypes>
  bool read_others(const std::function<void(const Event&)>& take, std::string& error,
                   const std::stop_token& stop = {}) const {
    Types wanted{};
    wanted.fill(true);
    ((wanted[kPlaceOf<EventTypes>] = false), ...);
    return read_types(wanted, {}, INT64_MAX, take, error, stop);
  }
  /// Those of a part, without what is in force since earlier.
  template <typename... EventTypes>
  bool read_some_of(const Part& part, const std::function<void(const Event&)>& take, std::string& error,
                    const std::stop_token& stop = {}) const {
    Types wanted{};
    ((wanted[kPlaceOf<EventTypes>] = true), ...);
    Begins begins;
    begins.fill(part.first_id);
    return read_types(wanted, begins, part.end_id, take, error, stop);
  }
  /// The events of one type, in log order.
  template <typename EventType>
  bool read(const std::function<void(const EventType&)>& take, std::string& error,
            const std::stop_token& stop = {}) const {
    return read_some<EventType>([&take](const Event& event) { take(get<EventType>(event)); }, error, stop);
  }
  /// What `read` reads, one after the other, is of one moment of a trace that grows. False when `read` says so.
  bool at_one_moment(const std::function<bool()>& read, std::string& error) const;

 private:
  using Types = std::array<bool, kEventKinds>;
  /// Of each type the events from that id on.
  using Begins = std::array<std::int64_t, kEventKinds>;
  bool read_types(const Types& wanted, const Begins& begins, std::int64_t end_id,
                  const std::function<void(const Event&)>& take, std::string& error, const std::stop_token& stop) const;
  struct Database;
  TraceReader();
  std::unique_ptr<Database> database_;
  std::string path_;
  TraceMeta meta_;
  std::map<TraceStreamKey, std::size_t> stream_places_;  // in meta_.streams; of several the first
  bool anonymous_ = false;
  std::int64_t most_events_ = 0;
};

/// Received streams from packet_arrived, sent streams from packet_sent (packets the kernel refused are left out, so
/// they count as lost), one an SSRC of a medium and direction, in order of appearance. `received` is on the local
/// clock; `sent` is moved there by the packet's own two stamps, so that received − sent is the delay on the conference
/// clock. Also nullopt soon after `stop` is asked for.
std::optional<AnalysisInput> to_analysis(const TraceReader& trace, std::string& error,
                                         const std::stop_token& stop = {});

}  // namespace jitterscope
