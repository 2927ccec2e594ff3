#include "core/call/analysis/stream_announcer.h"

namespace jitterscope {

void StreamAnnouncer::fill(StreamAnnounced& stream, const std::optional<TraceStream>& known) {
  stream.payload_type = known ? std::optional(known->payload_type) : std::nullopt;
  stream.clock_rate_hz = known ? known->clock_rate_hz : std::nullopt;
  stream.period_ms = known ? known->nominal_period_ms : std::nullopt;
}

void StreamAnnouncer::set_known(const std::vector<TraceStream>& known, Timestamp now, std::vector<Event>& changed) {
  for (Entry& entry : media_) entry.known.reset();
  for (const TraceStream& stream : known) of(stream.direction == Direction::kSent, stream.medium).known = stream;
  for (Entry& entry : media_) {
    if (!entry.newest) continue;
    StreamAnnounced renewed = *entry.newest;
    fill(renewed, entry.known);
    const StreamAnnounced& before = *entry.newest;
    if (renewed.payload_type == before.payload_type && renewed.clock_rate_hz == before.clock_rate_hz &&
        renewed.period_ms == before.period_ms)
      continue;
    renewed.at = now;
    entry.newest = renewed;
    changed.push_back(renewed);
  }
}

Identifier::Whose StreamAnnouncer::whose(const Event& event) {
  Identifier::Whose found = identifier_.whose(event);
  if (!found.began) return found;
  Entry& entry = of(found.began->key().from == kThisEnd, found.began->medium);
  fill(*found.began, entry.known);
  entry.newest = found.began;
  return found;
}

std::vector<Event> StreamAnnouncer::newest() const {
  std::vector<Event> all;
  for (const Entry& entry : media_)
    if (entry.newest) all.emplace_back(*entry.newest);
  return all;
}

}  // namespace jitterscope
