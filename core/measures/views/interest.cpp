#include "core/measures/views/interest.h"

#include <algorithm>
#include <iterator>

namespace jitterscope {
namespace {

template <typename T>
bool includes(const std::optional<T>& all, const std::optional<T>& one) {
  return !all || all == one;
}

bool is_of_snapshots(const Interest& interest) {
  return std::ranges::find(kSnapshotViews, interest.view) != std::end(kSnapshotViews);
}

}  // namespace

Interests Interests::all(const AnalysisQuery& query, Duration period) {
  Interests all;
  for (const ViewKind view : kSnapshotViews) all.add({.view = view, .period = period, .query = query});
  return all;
}

std::optional<Duration> Interests::period(ViewKind view, std::optional<ParticipantId> of,
                                          std::optional<Medium> medium) const {
  std::optional<Duration> shortest;
  for (const Interest& each : each_)
    if (each.is_about(view, of, medium)) shortest = shortest ? std::min(*shortest, each.period) : each.period;
  return shortest;
}

std::vector<AnalysisQuery> Interests::queries(ViewKind view, std::optional<ParticipantId> of,
                                              std::optional<Medium> medium) const {
  std::vector<AnalysisQuery> found;
  for (const Interest& each : each_)
    if (each.is_about(view, of, medium) && std::ranges::find(found, each.query) == found.end())
      found.push_back(each.query);
  return found;
}

bool Interests::covers(const Interests& others) const {
  return std::ranges::all_of(others, [&](const Interest& other) {
    return std::ranges::any_of(each_, [&](const Interest& own) {
      return own.view == other.view && includes(own.of, other.of) && includes(own.medium, other.medium);
    });
  });
}

std::optional<Duration> Interests::snapshot_period() const {
  std::optional<Duration> shortest;
  for (const Interest& each : each_)
    if (is_of_snapshots(each)) shortest = shortest ? std::min(*shortest, each.period) : each.period;
  return shortest;
}

Interests Interests::at_most_every(Duration period) const {
  Interests slower = *this;
  for (Interest& each : slower.each_)
    if (is_of_snapshots(each)) each.period = std::max(each.period, period);
  return slower;
}

AnalysisQuery Interests::query() const {
  const auto asked = std::ranges::find_if(
      each_, [](const Interest& i) { return i.view == ViewKind::kMeasures || i.view == ViewKind::kCompensation; });
  return asked == each_.end() ? AnalysisQuery{} : asked->query;
}

}  // namespace jitterscope
