#pragma once
// Whose each event is in a log whose events name media and SSRCs but no participants: a call of two, or more remotes
// whose streams are expected by their SSRCs.
#include <map>
#include <optional>
#include <utility>

#include "core/events/belonging.h"
#include "core/events/event.h"
#include "core/events/identity.h"
#include "core/events/kinds/stream_announced.h"
#include "core/events/per_medium.h"

namespace jitterscope {

/// One log, its events in log order. Not thread-safe.
class Identifier {
 public:
  /// `remote`: the other participant, who sends every stream that is not expected of anybody else.
  explicit Identifier(ParticipantId remote = kFirstRemote) : remote_(remote) {}

  struct Whose {
    ParticipantId participant;  // who sent what it tells of; of a report, a setting or a thread: whose it is
    StreamId stream;            // of which it tells; none: of no single one, or of one that has not begun
    std::optional<StreamAnnounced> began = {};  // the stream, with its first packet
    bool says_itself = true;                    // the same is found without being told which remote is meant
  };
  /// A stream begins with its first packet sent or received, and with the first one of an SSRC to which its sender
  /// returns; in a log that announces its streams, with that, and has the number said there. What names another SSRC,
  /// or comes before, has none; what names none at all is of the newest stream of its medium. Beyond 65535 streams none
  /// begin. An announcement without a number makes the stream expected: it begins with its next packet, as announced,
  /// also where there was one with its SSRC.
  /// `remote`: who is meant where the event is of a remote and does not say of which; absent: the constructor's. A
  /// packet sent that is of another is a copy, and of a stream of its own, to that remote.
  Whose whose(const Event&, std::optional<ParticipantId> remote = {});

 private:
  struct Streams {
    std::map<std::uint32_t, StreamId> by_ssrc;
    StreamId newest;  // none: nothing has begun
    std::uint32_t newest_ssrc = 0;
    void begin(std::uint32_t ssrc, StreamId id) { newest = by_ssrc[newest_ssrc = ssrc] = id; }
  };
  using Ssrc = std::pair<Medium, std::uint32_t>;
  Streams& of(ParticipantId from, Medium medium, std::optional<ParticipantId> to = {}) {
    return (to ? copies_[*to] : from == kThisEnd ? sent_ : from == remote_ ? received_ : others_[from])[medium];
  }
  const StreamAnnounced* expected_of(const Belonging& says) const;

  void take(const StreamAnnounced&);
  void expect(const StreamAnnounced&);
  Whose whose(const Belonging&, const Event&, ParticipantId remote);

  ParticipantId remote_;
  PerMedium<Streams> sent_, received_;                  // this end's, remote_'s
  std::map<ParticipantId, PerMedium<Streams>> others_;  // of remotes
  std::map<ParticipantId, PerMedium<Streams>> copies_;  // this end's, by whom they go to
  std::map<Ssrc, StreamAnnounced> expected_;
  std::uint16_t last_ = 0;
};

}  // namespace jitterscope
