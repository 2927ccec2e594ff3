#pragma once
// The streams of a packet list, capture or rtpdump that are shown as a call, as its events.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/record/open/open_options.h"
#include "core/record/open/stream_events.h"

namespace jitterscope {

class CallAnalyzer;

/// At least one, with an event; or none of a file whose streams nobody knows (OpenOptions::also_without_stream).
class ShownStreams {
 public:
  /// As open_call() has it of such a file.
  static std::optional<ShownStreams> read(const std::string& path, const OpenOptions& options, std::string& error,
                                          const std::stop_token& stop);

  Timestamp began() const { return began_; }                 // the first packet of the file, of any stream
  Timestamp ended() const { return ended_; }                 // the last one
  const std::string& sentence() const { return sentence_; }  // which streams are shown and which are not
  const std::vector<FileStream>& names() const { return names_; }
  bool tells_time() const { return tells_time_; }  // of day
  /// Before the first event.
  void tell_clocks(CallAnalyzer& analyzer) const;
  /// Calls expect(StreamKey, packets) for each stream of which packets are known to be missing beside its events, as
  /// CallAnalyzer and StretchFeed take it; `span`: of those that were due in it.
  template <typename Expect>
  void each_missing(const std::optional<TimeSpan>& span, Expect expect) const {
    for (const trace::StreamEvents& stream : streams_)
      if (const std::int64_t missing = stream.missing_around(span); missing > 0) expect(stream.key(), missing);
  }
  /// Calls take(StreamKey, StretchUnits) for each received stream, as StretchFeed takes it.
  template <typename Take>
  void each_units(const TimeSpan& span, Take take) const {
    for (const trace::StreamEvents& stream : streams_)
      if (stream.direction() == Direction::kReceived) take(stream.key(), stream.units_of(span));
  }
  /// In order of time; absent: there are no more.
  std::optional<Event> next();

 private:
  ShownStreams() = default;
  std::vector<trace::StreamEvents> streams_;
  Timestamp began_, ended_;
  std::string sentence_;
  std::vector<FileStream> names_;
  bool tells_time_ = false;
};

}  // namespace jitterscope
