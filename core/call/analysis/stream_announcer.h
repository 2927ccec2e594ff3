#pragma once
// Announces the streams of a call with what the session knows of them: each before its first event, and again when
// something else is known of it.
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "core/events/identifier.h"
#include "core/events/kinds/stream_announced.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope {

/// Analysis thread.
class StreamAnnouncer {
 public:
  /// As call set-up and settings say now; at most one a direction and medium, whatever its SSRC: a sender that begins
  /// anew sends what was agreed. Appends the announcement of each stream of which something else is known now.
  void set_known(const std::vector<TraceStream>& known, Timestamp now, std::vector<Event>& changed);
  /// Whose the event is, and what goes before it where it begins a stream. What an expected stream was announced with
  /// stays.
  Identifier::Whose whose(const Event&, ParticipantId remote = kFirstRemote);
  /// Who has left: its streams are no news to who begins to record.
  void forget(ParticipantId from) {
    for (const Medium medium : kMedia) newest_.erase({from, medium});
  }
  /// The announcement of the newest stream of each sender and medium: for whoever begins to record.
  std::vector<Event> newest() const;

 private:
  std::optional<TraceStream>& known(bool sent, Medium medium) { return known_[sent][static_cast<std::size_t>(medium)]; }
  static void fill(StreamAnnounced& stream, const std::optional<TraceStream>& known);

  Identifier identifier_;
  std::array<std::array<std::optional<TraceStream>, 2>, 2> known_;  // received, sent; by medium
  struct Newest {
    StreamAnnounced stream;
    bool is_expected = false;  // it was announced by who made its slot
  };
  std::map<std::pair<ParticipantId, Medium>, Newest> newest_;  // by sender and medium; of what goes to all
};

}  // namespace jitterscope
