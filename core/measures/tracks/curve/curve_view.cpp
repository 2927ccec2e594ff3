#include "core/measures/tracks/curve/curve_stream.h"

#include <algorithm>

#include "core/algorithms/playout/policy_definition.h"
#include "core/measures/definitions/clock_skew.h"
#include "core/measures/definitions/playout_bound.h"

namespace jitterscope {
namespace {

constexpr Duration kLeastDrift = Duration::us(5);  // of an RTP clock: half a bin of the running sums
constexpr std::int64_t kReordering = 64;           // units among which the first number is looked for

struct Range {
  std::int64_t begin = 0, end = 0;  // indexes of the ring
  bool whole_stretch = true;        // false: the ring has lost some of the stretch
};

using Figures = std::array<PolicyFigures, kPlayoutPolicies>;

/// Makes one view. The curve comes from running sums where it can, else from the units.
class ViewMaker {
 public:
  ViewMaker(const CurveStream& stream, const StreamClock& clock, Medium medium, Timestamp began,
            const AnalysisQuery& query)
      : stream_(stream), ring_(stream.ring()), clock_(clock), medium_(medium), began_(began), query_(query) {
    view_.query = query;
    range_ = range();
  }

  CompensationView make(const std::optional<PlayoutInForce>& in_force) {
    if (range_.begin == range_.end) return view_;
    const bool whole = query_.window == MeasureWindow::kWhole;
    view_.from_s = at_s(whole ? stream_.first_received() : ring_[range_.begin].received);
    view_.to_s = at_s(ring_[range_.end - 1].received);
    fit_rtp_clock();
    fit_skew();
    const CurveStretch* sums = removed_ || rtp_clock_ ? nullptr : running_sums();
    Figures figures;
    std::vector<LatenessCount> lateness;
    if (sums) {
      reference_ = query_.reference == LatenessReference::kMinimum ? sums->bins().lowest() : first_transit();
      lateness = sums->bins().lateness(reference_);
      figures = sums->figures();
    } else {
      lateness = exact(figures);
    }
    const bool minimum = query_.reference == LatenessReference::kMinimum;
    view_.report = compensation_report(lateness, minimum ? "minimum" : "first", scales());
    view_.report.skew_removed = removed_.has_value();
    if (removed_) view_.report.skew_ppm = removed_->ppm();
    view_.report.skew_by = by_;
    add_points(figures, lateness, in_force);
    if (medium_ == Medium::kAudio && range_.whole_stretch) add_bound();
    return std::move(view_);
  }

 private:
  CurveScales scales() const { return {query_.gap_scale_percent, query_.buffer_scale_ms}; }
  double at_s(Timestamp local) const { return (local - began_).seconds(); }

  Range range() const {
    if (const SlidingStretch* sliding = stream_.sliding(query_.window)) return {sliding->begin(), ring_.end()};
    if (query_.window == MeasureWindow::kWhole) return {ring_.begin(), ring_.end(), ring_.begin() == 0};
    const auto [from, to] = query_.selection_s;
    Range selected{find(from, false), find(to, true)};
    selected.end = std::max(selected.begin, selected.end);
    return selected;
  }

  /// The first unit at or (`after`) later than that.
  std::int64_t find(double s, bool after) const {
    std::int64_t low = ring_.begin(), high = ring_.end();
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      const double at = at_s(ring_[middle].received);
      if (at < s || (after && at == s))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  const CurveStretch* running_sums() const {
    if (const SlidingStretch* sliding = stream_.sliding(query_.window)) return &sliding->sums();
    return query_.window == MeasureWindow::kWhole ? &stream_.whole() : nullptr;
  }

  /// The sums of the whole are already without it. What is below their bins is left in.
  void fit_rtp_clock() {
    const std::optional<ClockSkew>& skew = stream_.rtp_clock_skew();
    if (!skew || (query_.window == MeasureWindow::kWhole && !range_.whole_stretch)) return;
    const Duration drift = skew->drift(ring_[range_.end - 1].received, ring_[range_.begin].received);
    if (std::max(drift, -drift) >= kLeastDrift) rtp_clock_ = skew;
  }

  void fit_skew() {
    // Without send times RTP timestamps may be of a sound card's clock, whatever the machines' are.
    if (stream_.has_send_times() && clock_.send_times != ClockRelation::kUnknown) {
      view_.skew_refused = query_.remove_skew;
      return;
    }
    const Duration length = ring_[range_.end - 1].received - ring_[range_.begin].received;
    view_.skew_unknown = !range_.whole_stretch;
    if (clock_.skew && !view_.skew_unknown && !query_.remove_skew) return remove({*clock_.skew, true}, clock_.skew_by);
    if (view_.skew_unknown || (!query_.remove_skew && length < kShortestSkewed)) return;
    std::vector<TransitPoint> points;
    points.reserve(static_cast<std::size_t>(range_.end - range_.begin));
    for (std::int64_t i = range_.begin; i < range_.end; ++i)
      points.push_back({ring_[i].number, ring_[i].received, transit(ring_[i])});
    const std::optional<ClockSkew> skew = clock_skew(points);
    if (!skew) return;
    view_.skew_ppm = skew->ppm();
    if (query_.remove_skew)
      remove(*skew, "asked for");
    else
      view_.skew_candidate = skew->straight;
  }

  void remove(const ClockSkew& skew, std::string_view by) {
    view_.skew_ppm = skew.ppm();
    removed_ = skew;
    by_ = by;
  }

  Duration drift(const CurveUnit& unit) const {
    const Timestamp origin = ring_[range_.begin].received;
    Duration drift;
    if (removed_) drift += removed_->drift(unit.received, origin);
    if (rtp_clock_) drift += rtp_clock_->drift(unit.received, origin);
    return drift;
  }
  Duration transit(const CurveUnit& unit) const { return unit.transit - drift(unit); }

  Duration first_transit() const {
    if (query_.window == MeasureWindow::kWhole && !removed_ && !rtp_clock_) return stream_.first_transit();
    std::int64_t first = range_.begin;
    for (std::int64_t i = first; i < std::min(range_.begin + kReordering, range_.end); ++i)
      if (ring_[i].number < ring_[first].number) first = i;
    return transit(ring_[first]);
  }

  /// Lateness of each unit of the range, ascending; sets the reference and what became of them.
  std::vector<LatenessCount> exact(Figures& figures) {
    std::vector<Duration> transits;
    for (std::int64_t i = range_.begin; i < range_.end; ++i) {
      transits.push_back(transit(ring_[i]));
      for (std::size_t policy = 0; policy < kPlayoutPolicies; ++policy) {
        const Duration delay = ring_[i].delays[policy];
        const bool played = delay != kNotPlayed && delay != kNotDecided;
        const Duration held = policy == really_played() ? ring_[i].held : Duration();
        figures[policy].add(played ? delay - drift(ring_[i]) : delay, held);
      }
    }
    std::sort(transits.begin(), transits.end());
    reference_ = query_.reference == LatenessReference::kMinimum ? transits.front() : first_transit();
    std::vector<LatenessCount> lateness;
    for (Duration value : transits) {
      if (lateness.empty() || lateness.back().lateness != value - reference_)
        lateness.push_back({value - reference_, 0});
      ++lateness.back().count;
    }
    return lateness;
  }

  void add_points(const Figures& figures, const std::vector<LatenessCount>& lateness,
                  const std::optional<PlayoutInForce>& in_force) {
    const PolicyFigures& real = figures[really_played()];
    const bool measured = in_force && real.units() > 0;
    if (measured) add_real(*in_force, real);
    for (std::size_t i = 0; i < kPlayoutPolicies; ++i) {
      const PlayoutSetting setting = playout_setting_of(playout_policies()[i]);
      if (measured && setting.policy == in_force->setting.policy) continue;
      const PolicyFigures& figure = figures[i];
      if (setting.is_fixed())
        add_fixed(in_force ? in_force->setting : setting, lateness);
      else if (figure.played() > 0)
        add_point({setting, false, figure.units(), figure.mean_ms(reference_), figure.dropped_percent()});
    }
  }

  void add_real(const PlayoutInForce& in_force, const PolicyFigures& figure) {
    const bool any = figure.played() > 0;
    const double held_ms = any ? figure.held_ms() : in_force.held.ms();
    const double delay_ms = any ? figure.mean_ms(reference_) : in_force.delay.ms() + held_ms;
    add_point({in_force.setting, true, figure.units(), delay_ms, figure.dropped_percent(), held_ms});
  }

  void add_point(OperatingPoint point) {
    point.distance = curve_distance({point.delay_ms, point.dropped_percent}, scales());
    view_.points.push_back(point);
  }

  void add_fixed(PlayoutSetting setting, const std::vector<LatenessCount>& lateness) {
    if (!setting.is_fixed()) setting = {};
    const Duration delay = setting.delay.value_or(PlayoutSetting::kUsualDelay);
    std::int64_t late = 0;
    for (const LatenessCount& bin : lateness) late += bin.lateness > delay ? bin.count : 0;
    const std::int64_t units = view_.report.frames;
    const double dropped = 100 * static_cast<double>(late) / static_cast<double>(units);
    add_point({setting, false, units, delay.ms(), dropped});
  }

  void add_bound() {
    std::vector<const CurveUnit*> units;
    for (std::int64_t i = range_.begin; i < range_.end; ++i) units.push_back(&ring_[i]);
    std::stable_sort(units.begin(), units.end(), [](auto* a, auto* b) { return a->number < b->number; });
    std::vector<BoundArrival> arrivals;
    for (const CurveUnit* unit : units) arrivals.push_back({transit(*unit) - reference_, unit->talkspurt});
    view_.bound = playout_bound(arrivals);
  }

  const CurveStream& stream_;
  const UnitRing& ring_;
  const StreamClock& clock_;
  Medium medium_;
  Timestamp began_;
  AnalysisQuery query_;
  Range range_;
  std::optional<ClockSkew> removed_, rtp_clock_;
  std::string by_;
  Duration reference_;
  CompensationView view_;
};

}  // namespace

CompensationView compensation_view(const CurveStream& stream, const StreamClock& clock, Medium medium,
                                   Timestamp call_began, const AnalysisQuery& query,
                                   const std::optional<PlayoutInForce>& in_force) {
  return ViewMaker(stream, clock, medium, call_began, query).make(in_force);
}

}  // namespace jitterscope
