#include "core/measures/tracks/told_lost.h"

#include <algorithm>
#include <map>
#include <span>

#include "core/algorithms/signalling/messages/arrivals.h"

namespace jitterscope {
namespace {

using Arrivals = std::map<std::uint16_t, const PacketDot*>;  // by block

/// Dots of one frame stand together.
std::span<const PacketDot> of_frame(const std::vector<PacketDot>& dots, std::int64_t frame) {
  const auto found = std::ranges::equal_range(dots, frame, {}, &PacketDot::frame);
  return {found.begin(), found.end()};
}

void put_lost(std::span<const PacketDot> left, std::span<const PacketDot> told, std::vector<PacketDot>& lost) {
  Arrivals came;
  for (const PacketDot& dot : told) came.emplace(dot.block, &dot);
  std::map<std::uint16_t, double> departures_ms;
  for (const PacketDot& dot : left) departures_ms.emplace(dot.block, dot.offset_ms);
  std::vector<std::pair<std::uint16_t, double>> transits_ms;  // less that of the frame, by block
  for (const auto& [block, dot] : came)
    if (const auto departure = departures_ms.find(block); departure != departures_ms.end())
      transits_ms.emplace_back(block, dot->offset_ms - departure->second);
  if (transits_ms.empty()) return;
  for (const auto& [block, departure_ms] : departures_ms) {
    if (came.contains(block)) continue;
    const auto behind = std::ranges::lower_bound(transits_ms, block, {}, &std::pair<std::uint16_t, double>::first);
    const auto& above = behind == transits_ms.end() ? transits_ms.back() : *behind;
    const auto& below = behind == transits_ms.begin() ? transits_ms.front() : *std::prev(behind);
    const double share = above.first > below.first && block > below.first && block < above.first
                             ? static_cast<double>(block - below.first) / static_cast<double>(above.first - below.first)
                             : 0;
    const double transit_ms = below.second + share * (above.second - below.second);
    lost.push_back({told.front().frame, block, told.front().at_s, departure_ms + transit_ms});
  }
}

}  // namespace

std::vector<PacketDot> told_lost(const std::vector<PacketDot>& left, const std::vector<PacketDot>& told) {
  std::vector<PacketDot> lost;
  for (auto first = told.begin(); first != told.end();) {
    const auto next = std::find_if(first, told.end(), [&](const auto& dot) { return dot.frame != first->frame; });
    const std::span<const PacketDot> of_told{first, next};
    const auto departures = of_frame(left, first->frame);
    if (!departures.empty() && of_told.size() < message::Arrivals::kMost) put_lost(departures, of_told, lost);
    first = next;
  }
  return lost;
}

}  // namespace jitterscope
