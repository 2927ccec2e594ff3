#pragma once
// A file in the form of a call: its events, given to the analysis that a live call has.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/snapshot.h"
#include "core/measures/views/stretch.h"
#include "core/record/open/open_options.h"
#include "core/record/open/stream_seconds.h"
#include "core/record/trace/reader.h"

namespace jitterscope {

struct OpenedCall {
  CallAnalyzer analyzer;                 // has seen all events of the file
  Timestamp end;                         // local: the last of them, the moment snapshots are of
  std::string sentence;                  // which of its streams are shown and which are not; empty: a trace is whole
  std::vector<FileStream> streams = {};  // in order of the file; of a trace none: it shows them all
  /// Makes a snapshot of it.
  CallSnapshot snapshot(const AnalysisQuery& query);
  /// Of a trace whose end alone has been read: what its table of seconds says of all of it.
  std::optional<SecondsBefore> before = {};
  std::optional<OnlyFrom> only_from = {};
  std::optional<Stretch> stretch = {};  // of which alone it has seen the events; absent: of all
  // Of a stretch of a trace whose seconds tell it: what is recorded of the call, in seconds since it began.
  std::optional<double> recorded_from_s = {}, recorded_to_s = {};
  bool unfinished = false;                       // of a stretch: the trace grows, and what belongs to it may still come
  std::optional<std::int64_t> began_at_ms = {};  // wall clock at second 0, since 1970; a packet list has none
};

/// A trace: all its events in log order. A packet list, capture or rtpdump: one stream, and with it of each other
/// medium and direction the one with the most packets that overlaps it in time by half of the shorter one or more.
/// Those whose capture says that they were sent are shown as sent, all others as received. nullopt and one sentence in
/// `error` when it cannot be read, holds no stream that can be shown, or `stop` is asked for. Any thread; takes seconds
/// for 10^6 packets.
std::optional<OpenedCall> open_call(const std::string& path, std::string& error, std::stop_token stop = {},
                                    const OpenOptions& options = {});
/// One stretch of any of these: figures are of it alone, counted as analysis counts them between these times, series
/// have no other part. Of a long trace of schema 9 in a part of the time; of a file that is being recorded what has
/// been written. nullopt as open_call().
std::optional<OpenedCall> open_stretch(const std::string& path, const Stretch& stretch, const OpenOptions& options,
                                       std::string& error, std::stop_token stop = {});

/// The end of a trace that takes long to read, of about so many events or more, at once: its last minute, with the
/// settings, marks and notices of all of it. nullopt without a sentence for any other file.
std::optional<OpenedCall> open_end(const std::string& path, std::string& error, std::stop_token stop = {},
                                   std::int64_t least_events = TraceReader::kLong);

}  // namespace jitterscope
