#pragma once
// Announces the streams of a call with what the session knows of them: each before its first event, and again when
// something else is known of it.
#include <array>
#include <optional>
#include <vector>

#include "core/events/identifier.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

/// Analysis thread.
class StreamAnnouncer {
 public:
  /// As call set-up and settings say now; at most one a direction and medium, whatever its SSRC: a sender that begins
  /// anew sends what was agreed. Appends the announcement of each stream of which something else is known now.
  void set_known(const std::vector<TraceStream>& known, Timestamp now, std::vector<Event>& changed);
  /// Whose the event is, and what goes before it where it begins a stream.
  Identifier::Whose whose(const Event&);
  /// The announcement of the newest stream of each direction and medium: for whoever begins to record.
  std::vector<Event> newest() const;

 private:
  struct Entry {
    std::optional<TraceStream> known;
    std::optional<StreamAnnounced> newest;
  };
  Entry& of(bool sent, Medium medium) { return media_[(sent ? 0u : 2u) + static_cast<std::size_t>(medium)]; }
  static void fill(StreamAnnounced& stream, const std::optional<TraceStream>& known);

  Identifier identifier_;
  std::array<Entry, 4> media_;
};

}  // namespace jitterscope
