#include "core/record/open/stretch_units.h"

#include <algorithm>

#include "core/measures/offline/stream_orders.h"
#include "core/measures/offline/unit_dues.h"

namespace jitterscope {

StretchUnits stretch_units(const StreamInput& stream, const TimeSpan& span, const AnalysisOptions& options) {
  const StreamInput part = units_within(stream, span, options);
  StretchUnits units;
  units.packets_around = part.missing_before + part.missing_after;
  if (part.packets.empty()) return units;
  units.first_packet = units.first = INT64_MAX;
  units.last_packet = units.last = INT64_MIN;
  for (std::size_t i = 0; i < part.packets.size(); ++i) {
    const std::int64_t sequence = part.packets.sequence(i), unit = unit_key(part, i);
    units.first_packet = std::min(units.first_packet, sequence);
    units.last_packet = std::max(units.last_packet, sequence);
    units.first = std::min(units.first, unit);
    units.last = std::max(units.last, unit);
  }
  const PacketOrder distinct = orders_of(part).by_sequence;
  for (std::size_t i = 0; i < distinct.size(); ++i) units.came = std::max(units.came, distinct.received(i));
  return units;
}

}  // namespace jitterscope
