#include "core/events/identifier.h"

#include <algorithm>
#include <concepts>
#include <limits>

#include "core/events/events.h"
#include "core/events/table.h"

namespace jitterscope {
namespace {

template <typename E>
concept NamesStream = requires(const E& e) {
  e.medium;
}
|| requires(const E& e) {
  e.ssrc;
};

/// Others, threads, rings, notices, marks, link, loads and clock, are this end's own; a stream's announcement is looked
/// at apart.
template <typename E>
concept SaysWhose = requires(const E& e) {
  e.belonging();
};

}  // namespace

void Identifier::take(const StreamAnnounced& stream) {
  Streams& streams = of(ParticipantId{stream.from}, stream.medium, stream.key().to);
  const auto known = streams.by_ssrc.find(stream.ssrc);
  if (known == streams.by_ssrc.end() || known->second != stream.id()) streams.begin(stream.ssrc, stream.id());
  const ParticipantId from{stream.from};
  if (from != kThisEnd && from != remote_) expected_.insert_or_assign({stream.medium, stream.ssrc}, stream);
  last_ = std::max(last_, stream.stream);
}

Identifier::Whose Identifier::whose(const Event& event, std::optional<ParticipantId> remote) {
  if (const auto* stream = get_if<StreamAnnounced>(&event)) {
    if (stream->id())
      take(*stream);
    else
      expect(*stream);
    return {ParticipantId{stream->from}, stream->id()};
  }
  return visit(
      [&]<typename E>(const E& e) -> Whose {
        if constexpr (SaysWhose<E>) {
          return whose(e.belonging(), event, remote.value_or(remote_));
        } else {
          static_assert(!NamesStream<E> || std::same_as<E, StreamAnnounced>, "whose is it?");
          return {kThisEnd, {}};
        }
      },
      event);
}

Identifier::Whose Identifier::whose(const Belonging& says, const Event& event, ParticipantId meant) {
  const StreamAnnounced* expected = expected_of(says);
  const ParticipantId remote = expected ? ParticipantId{expected->from} : meant;
  const bool is_copy = !says.remote && !says.from_remote && says.begins && meant != remote_;
  Whose found{says.remote ? remote : kThisEnd, {}};
  found.says_itself = meant == remote_ || expected || !(says.remote || says.from_remote || is_copy);
  if (!says.medium) return found;
  const ParticipantId from = says.from_remote ? remote : kThisEnd;
  const auto to = is_copy ? std::optional(meant) : std::nullopt;
  Streams& streams = of(from, *says.medium, to);
  if (!says.ssrc || (streams.newest && *says.ssrc == streams.newest_ssrc)) {
    found.stream = streams.newest;
  } else if (const auto known = streams.by_ssrc.find(*says.ssrc);
             known != streams.by_ssrc.end() && (!says.begins || known->second == streams.newest)) {
    found.stream = known->second;
  } else if (says.begins && last_ < std::numeric_limits<std::uint16_t>::max()) {
    streams.begin(*says.ssrc, found.stream = StreamId{++last_});
    found.began = expected ? *expected : announced({}, {from, to, *says.medium, *says.ssrc}, {});
    found.began->stream = found.stream.value;
    found.began->at = trace::local_time(event);
  }
  return found;
}

void Identifier::expect(const StreamAnnounced& stream) {
  expected_.insert_or_assign({stream.medium, stream.ssrc}, stream);
  Streams& streams = of(ParticipantId{stream.from}, stream.medium);
  streams.by_ssrc.erase(stream.ssrc);
  if (streams.newest_ssrc == stream.ssrc) streams.newest = {};
}

const StreamAnnounced* Identifier::expected_of(const Belonging& says) const {
  if (expected_.empty() || !says.from_remote || !says.medium || !says.ssrc) return nullptr;
  const auto found = expected_.find({*says.medium, *says.ssrc});
  return found == expected_.end() ? nullptr : &found->second;
}

}  // namespace jitterscope
