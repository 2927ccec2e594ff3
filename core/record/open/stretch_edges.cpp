#include "core/record/open/stretch_edges.h"

namespace jitterscope {
namespace {

/// The lower of the two numbers, at the time of the first.
void note_lower(std::optional<StretchEdges::Packet>& lowest, const StretchEdges::Packet& packet) {
  if (!lowest) {
    lowest = packet;
  } else if (packet.number.sequence < lowest->number.sequence) {
    lowest->number.sequence = packet.number.sequence;
    lowest->unit = packet.unit;
  }
}

bool is_above(const StretchEdges::Packet& packet, const std::optional<StretchEdges::Packet>& other) {
  return !other || packet.number.sequence > other->number.sequence;
}

bool is_of_unit(const StretchEdges::Packet& packet, const std::optional<StretchEdges::Packet>& other) {
  return other && packet.unit && packet.unit == other->unit;
}

}  // namespace

void StretchEdges::note(const Packet& packet) {
  numbered_ &= packet.unit.has_value();
  const Timestamp at = packet.number.at;
  if (at < span_.from) {
    if (is_above(packet, before_)) before_ = packet;
  } else if (is_above(packet, before_)) {
    note_lower(first_, packet);
    begins_within_unit_ |= is_of_unit(packet, before_);
  }
  if (at < span_.to) {
    if (is_above(packet, last_)) last_ = packet;
  } else if (is_above(packet, last_)) {
    note_lower(next_, packet);
    ends_within_unit_ |= is_of_unit(packet, last_);
  }
}

bool StretchEdges::after_start(const Packet& packet) const {
  if (!packet.unit || !before_ || !before_->unit) return is_above(packet, before_);
  return *packet.unit > *before_->unit || (begins_within_unit_ && packet.unit == before_->unit);
}

bool StretchEdges::before_end(const Packet& packet) const {
  if (!last_) return false;
  if (!packet.unit || !last_->unit) return packet.number.sequence <= last_->number.sequence;
  return *packet.unit < *last_->unit || (!ends_within_unit_ && packet.unit == last_->unit);
}

bool StretchEdges::has(const Packet& packet) const {
  return is_above(packet, before_) && last_ && packet.number.sequence <= last_->number.sequence;
}

std::optional<PacketCounts> StretchEdges::counts(const Packet& packet) const {
  const bool in = has(packet);
  const bool unit_in = after_start(packet) && before_end(packet);
  if (in) return unit_in ? PacketCounts::kAll : PacketCounts::kAlone;
  return unit_in ? std::optional(PacketCounts::kForItsUnit) : std::nullopt;
}

bool StretchEdges::has_packet(std::int64_t sequence, bool so_far) const {
  return first_ && last_ && sequence >= first_->number.sequence && (so_far || sequence <= last_->number.sequence);
}

bool StretchEdges::has_unit(std::int64_t unit, bool so_far) const {
  if (!first_ || !last_) return false;
  const auto& lowest = begins_within_unit_ ? before_ : first_;
  return lowest->unit && unit >= *lowest->unit && (so_far || before_end({{}, unit}));
}

std::int64_t StretchEdges::packets_around() const {
  if (!last_) return 0;
  std::int64_t around = 0;
  if (before_ && first_) around += missing_from(before_->number, first_->number, span_.from);
  if (!next_) return around;
  const std::int64_t from_end = missing_from(last_->number, next_->number, span_.to);
  const bool any = first_ && first_->number.sequence <= last_->number.sequence;
  return around + (any ? next_->number.sequence - last_->number.sequence - 1 : 0) - from_end;
}

}  // namespace jitterscope
