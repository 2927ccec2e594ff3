#include "core/call/analysis/stream_announcer.h"

namespace jitterscope {

void StreamAnnouncer::fill(StreamAnnounced& stream, const std::optional<TraceStream>& known) {
  stream.payload_type = known ? std::optional(known->payload_type) : std::nullopt;
  stream.clock_rate_hz = known ? known->clock_rate_hz : std::nullopt;
  stream.period_ms = known ? known->nominal_period_ms : std::nullopt;
}

void StreamAnnouncer::set_known(const std::vector<TraceStream>& all, Timestamp now, std::vector<Event>& changed) {
  known_ = {};
  for (const TraceStream& stream : all) known(stream.direction == Direction::kSent, stream.medium) = stream;
  for (auto& [of, newest] : newest_) {
    const auto& [from, medium] = of;
    StreamAnnounced& before = newest.stream;
    if (newest.is_expected || (from != kThisEnd && from != kFirstRemote)) continue;
    StreamAnnounced renewed = before;
    fill(renewed, known(from == kThisEnd, medium));
    if (renewed.payload_type == before.payload_type && renewed.clock_rate_hz == before.clock_rate_hz &&
        renewed.period_ms == before.period_ms)
      continue;
    renewed.at = now;
    before = renewed;
    changed.push_back(renewed);
  }
}

Identifier::Whose StreamAnnouncer::whose(const Event& event, ParticipantId remote) {
  Identifier::Whose found = identifier_.whose(event, remote);
  if (!found.began) return found;
  const ParticipantId from = found.began->key().from;
  const bool is_expected = found.began->payload_type.has_value();
  if (!is_expected) fill(*found.began, known(from == kThisEnd, found.began->medium));
  if (!found.began->to) newest_.insert_or_assign({from, found.began->medium}, Newest{*found.began, is_expected});
  return found;
}

std::vector<Event> StreamAnnouncer::newest() const {
  std::vector<Event> all;
  for (const auto& [of, newest] : newest_) all.emplace_back(newest.stream);
  return all;
}

}  // namespace jitterscope
