#include "ui/plots/scale_top.h"

#include <algorithm>
#include <cmath>

#include "core/measures/views/stream_snapshot.h"

namespace jitterscope {
namespace {

constexpr std::size_t kFewestEntries = 20;       // of fewer entries a twentieth is none
constexpr double kUsualShare = 0.95;             // this share of them is always seen
constexpr double kStillSeen = 2, kFlattens = 4;  // times the usual: is seen too; flattens
constexpr double kLeastUsual = 0.25;             // of the least top: below it there is nothing that could be flattened
constexpr double kOnlyBegun_s = 1;

}  // namespace

double scale_top(const std::vector<EnvelopeSlot>& entries, double least, bool goes_on) {
  std::vector<double> tops;
  tops.reserve(entries.size());
  for (const EnvelopeSlot& entry : entries)
    if (std::isfinite(entry.max)) tops.push_back(entry.max);
  if (tops.empty()) return 0;
  const double largest = *std::max_element(tops.begin(), tops.end());
  if (tops.size() < kFewestEntries || largest <= kFlattens * least) return largest;
  const auto usual = tops.begin() + static_cast<std::ptrdiff_t>(kUsualShare * static_cast<double>(tops.size() - 1));
  std::nth_element(tops.begin(), usual, tops.end());
  if (*usual < kLeastUsual * least || largest <= kFlattens * *usual) return largest;
  const double in_reach = kStillSeen * std::max(*usual, least);
  double top = 0;
  for (const double each : tops)
    if (each <= in_reach) top = std::max(top, each);
  if (!goes_on) return top;
  const auto above = [top](const EnvelopeSlot& entry) { return std::isfinite(entry.max) && entry.max > top; };
  double latest = 0;
  auto entry = entries.rbegin();
  for (; entry != entries.rend() && above(*entry); ++entry) latest = std::max(latest, entry->max);
  const bool lasts = entry != entries.rbegin() && entries.back().at_s - std::prev(entry)->at_s >= kOnlyBegun_s;
  return lasts ? largest : top;
}

}  // namespace jitterscope
