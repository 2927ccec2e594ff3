#pragma once
// The streams of a packet list, capture or rtpdump that are shown as a call, as its events.
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/measures/definitions/stream_clock.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/record/import/payload_rule.h"
#include "core/record/open/stream_events.h"

namespace jitterscope {

/// A stream of a packet list, capture or rtpdump.
struct FileStream {
  std::string name;  // "video 0x00000003 (30 packets, JPEG, sent)"
  bool shown = false;
  bool can_be_shown = false;  // what it carries is known, and it holds packets
};

/// How a file that is no trace is read and shown.
struct OpenOptions {
  std::optional<std::size_t> stream =
      {};  // one of OpenedCall::streams that can be shown; absent: the one with most packets
  std::vector<PayloadRule> payloads = {};    // as CaptureOptions::payloads
  std::optional<ClockRelation> clocks = {};  // wins over what the file says
};

/// At least one, with an event.
class ShownStreams {
 public:
  /// As open_call() has it of such a file.
  static std::optional<ShownStreams> read(const std::string& path, const OpenOptions& options, std::string& error,
                                          const std::stop_token& stop);

  Timestamp began() const { return began_; }                 // the first event
  const std::string& sentence() const { return sentence_; }  // which streams are shown and which are not
  const std::vector<FileStream>& names() const { return names_; }
  bool tells_time() const { return tells_time_; }  // of day
  /// Before the first event.
  void tell_clocks(CallAnalyzer& analyzer) const;
  /// In order of time; absent: there are no more.
  std::optional<Event> next();

 private:
  ShownStreams() = default;
  std::vector<trace::StreamEvents> streams_;
  Timestamp began_;
  std::string sentence_;
  std::vector<FileStream> names_;
  bool tells_time_ = false;
};

}  // namespace jitterscope
