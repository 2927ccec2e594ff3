#include "core/measures/definitions/playout_bound.h"

#include <algorithm>
#include <limits>

namespace jitterscope {
namespace {

constexpr double kMostDropped = 0.2;
constexpr std::size_t kMostUnitsExactly = 1 << 13, kMostPoints = 200;

/// Transits of a talkspurt, ascending, ms: playing all but k of them takes the delay of the (k + 1)th largest.
using Spurt = std::vector<double>;

std::vector<Spurt> talkspurts(std::span<const BoundArrival> arrivals) {
  std::vector<Spurt> spurts;
  for (const BoundArrival& unit : arrivals) {
    if (spurts.empty() || unit.talkspurt) spurts.emplace_back();
    spurts.back().push_back(unit.transit.ms());
  }
  for (Spurt& spurt : spurts) std::sort(spurt.begin(), spurt.end());
  return spurts;
}

/// Sum of playout − source over what is played with `dropped` of the talkspurt's units left out.
double total_delay(const Spurt& spurt, std::size_t dropped) {
  const std::size_t played = spurt.size() - dropped;
  return played ? spurt[played - 1] * static_cast<double>(played) : 0;
}

/// {mean delay, dropped} along the lower convex hull of (dropped, total delay), read at 200 numbers of drops.
class HullBound {
 public:
  explicit HullBound(const std::vector<Spurt>& spurts) {
    for (const Spurt& spurt : spurts) add_edges(spurt);
    std::sort(edges_.begin(), edges_.end(), [](auto& a, auto& b) { return a.gain > b.gain; });
  }
  /// Least total with `drops`, at or below what integers allow.
  double total(double drops) const {
    double total = all_played_;
    for (const Edge& edge : edges_) {
      const double part = std::min(drops, edge.drops);
      total -= edge.gain * part;
      if ((drops -= part) <= 0) break;
    }
    return total;
  }

 private:
  struct Edge {
    double drops = 0, gain = 0;  // total delay saved by each drop
  };
  /// The convex hull of one talkspurt, as edges of falling gain.
  void add_edges(const Spurt& spurt) {
    all_played_ += total_delay(spurt, 0);
    std::vector<std::size_t> hull{0};
    const auto gain = [&](std::size_t from, std::size_t to) {
      return (total_delay(spurt, from) - total_delay(spurt, to)) / static_cast<double>(to - from);
    };
    for (std::size_t dropped = 1; dropped <= spurt.size(); ++dropped) {
      while (hull.size() > 1 && gain(hull[hull.size() - 2], hull.back()) <= gain(hull.back(), dropped)) hull.pop_back();
      hull.push_back(dropped);
    }
    for (std::size_t i = 1; i < hull.size(); ++i)
      edges_.push_back({static_cast<double>(hull[i] - hull[i - 1]), gain(hull[i - 1], hull[i])});
  }

  double all_played_ = 0;
  std::vector<Edge> edges_;
};

std::vector<double> hull_means(const std::vector<Spurt>& spurts, std::size_t units,
                               const std::vector<std::size_t>& drops) {
  const HullBound hull(spurts);
  std::vector<double> means;
  for (std::size_t k : drops) means.push_back(hull.total(static_cast<double>(k)) / static_cast<double>(units - k));
  return means;
}

std::size_t most_drops(std::size_t units, double most_dropped) {
  return std::min(static_cast<std::size_t>(static_cast<double>(units) * most_dropped + 1e-9), units - 1);
}

}  // namespace

std::vector<double> least_mean_delays(std::span<const BoundArrival> arrivals, double most_dropped) {
  if (arrivals.empty()) return {};
  const std::size_t most = most_drops(arrivals.size(), most_dropped);
  constexpr double kImpossible = std::numeric_limits<double>::infinity();
  std::vector<double> least{0}, next;  // of the talkspurts so far: least total by drops
  for (const Spurt& spurt : talkspurts(arrivals)) {
    next.assign(std::min(least.size() + spurt.size(), most + 1), kImpossible);
    for (std::size_t here = 0; here <= std::min(spurt.size(), most); ++here) {
      const double total = total_delay(spurt, here);
      for (std::size_t before = 0; before < least.size() && before + here < next.size(); ++before)
        next[before + here] = std::min(next[before + here], least[before] + total);
    }
    least.swap(next);
  }
  for (std::size_t k = 0; k < least.size(); ++k) least[k] /= static_cast<double>(arrivals.size() - k);
  return least;
}

std::vector<CurvePoint> playout_bound(std::span<const BoundArrival> arrivals) {
  if (arrivals.empty()) return {};
  const std::size_t most = most_drops(arrivals.size(), kMostDropped), points = std::min(most + 1, kMostPoints);
  std::vector<std::size_t> drops;
  for (std::size_t i = 0; i < points; ++i) drops.push_back(points > 1 ? i * most / (points - 1) : 0);
  std::vector<double> means;
  if (arrivals.size() <= kMostUnitsExactly) {
    const std::vector<double> all = least_mean_delays(arrivals, kMostDropped);
    for (std::size_t k : drops) means.push_back(all[k]);
  } else {
    means = hull_means(talkspurts(arrivals), arrivals.size(), drops);
  }
  std::vector<CurvePoint> bound;
  for (std::size_t i = 0; i < points; ++i)
    bound.push_back({means[i], 100 * static_cast<double>(drops[i]) / static_cast<double>(arrivals.size())});
  return bound;
}

}  // namespace jitterscope
