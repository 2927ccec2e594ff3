#include "core/record/trace/delay_bounds.h"

#include <algorithm>
#include <queue>

#include "core/events/kinds/clock_synced.h"

namespace jitterscope {
namespace {

/// By the time at which `member` says something comes into force.
template <typename T>
std::vector<T> by_time(std::vector<T> list, Timestamp T::*member) {
  std::stable_sort(list.begin(), list.end(), [&](const T& a, const T& b) { return a.*member < b.*member; });
  return list;
}

}  // namespace

void DelayBounds::add(const ClockSynced& event) {
  if (event.doubted_since && *event.doubted_since < event.at)
    doubts_.push_back({*event.doubted_since, event.at, event.bound_ms});
  if (!event.synchronised) {
    said_.push_back({event.at, std::nullopt});
    return;
  }
  relation_ = event.source.view() == "same clock" ? ClockRelation::kCommon : ClockRelation::kSynchronised;
  said_.push_back({event.at, event.bound_ms});
}

std::vector<DelayBound> DelayBounds::list() const {
  const auto narrower = [](const Doubt& a, const Doubt& b) { return a.bound_ms < b.bound_ms; };
  std::priority_queue<Doubt, std::vector<Doubt>, decltype(narrower)> in_force(narrower);
  const std::vector<DelayBound> said = by_time(said_, &DelayBound::at);
  const std::vector<Doubt> doubts = by_time(doubts_, &Doubt::since);
  std::vector<DelayBound> bounds;
  bounds.reserve(said.size() + doubts.size());
  std::optional<double> now_ms;
  const auto tell = [&](Timestamp at) {
    while (!in_force.empty() && in_force.top().until <= at) in_force.pop();
    const bool doubted = now_ms && !in_force.empty();
    bounds.push_back({at, doubted ? std::max(*now_ms, in_force.top().bound_ms) : now_ms});
  };
  auto doubt = doubts.begin();
  const auto begin_doubts = [&](auto is_due) {
    for (; doubt != doubts.end() && is_due(doubt->since); ++doubt) {
      in_force.push(*doubt);
      if (!bounds.empty()) tell(doubt->since);
    }
  };
  for (const DelayBound& bound : said) {
    begin_doubts([&](Timestamp since) { return since < bound.at; });
    now_ms = bound.ms;
    tell(bound.at);
  }
  begin_doubts([](Timestamp) { return true; });
  return bounds;
}

}  // namespace jitterscope
