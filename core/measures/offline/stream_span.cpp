#include "core/measures/offline/stream_span.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/measures/definitions/sender_counts.h"
#include "core/measures/offline/missing_share.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/offline/unit_dues.h"

namespace jitterscope {

std::int64_t counted_beyond(const StreamInput& stream, std::int64_t lowest, std::int64_t highest) {
  if (stream.sender_counts.empty()) return 0;
  const SenderCount &first = stream.sender_counts.front(), &last = stream.sender_counts.back();
  std::int64_t highest_then = lowest - 1;  // when the first report came
  for (std::size_t i = 0; i < stream.packets.size(); ++i)
    if (stream.packets.received(i) <= first.at && stream.packets.sequence(i) <= highest)
      highest_then = std::max(highest_then, stream.packets.sequence(i));
  Timestamp last_received = Timestamp::ns(INT64_MIN / 2);
  for (std::size_t i = 0; i < stream.packets.size(); ++i)
    last_received = std::max(last_received, stream.packets.received(i));
  const bool under_way = last.at - last_received < kUnderWay;
  const std::int64_t settled = under_way ? 0 : packets_beyond({first.packets, highest_then}, {last.packets, highest});
  if (!stream.newest_count) return settled;
  return std::max(settled, packets_beyond({first, *stream.newest_count, highest_then, highest, last_received}));
}

namespace {

/// The mean of a number, in ns; of numbers that all came at once not 0, so that what is missing beside them has an
/// order.
double pace_ns(const NumberAt& first, const NumberAt& last) {
  const auto numbers = static_cast<double>(last.sequence - first.sequence);
  return numbers > 0 ? std::max(1.0, static_cast<double>((last.at - first.at).ns()) / numbers) : 1.0;
}

/// The time of so many numbers, at most 73 years.
Duration time_of_numbers(double pace, std::int64_t numbers) {
  constexpr double kMostNs = 2305843009213693952.0;  // 2^61
  return Duration::ns(static_cast<std::int64_t>(std::min(kMostNs, pace * static_cast<double>(numbers))));
}

MissingAtEdges missing_beside(const StreamInput& stream, const NumberAt& first, const NumberAt& last,
                              const TimeSpan& span) {
  const double pace = pace_ns(first, last);
  const auto within = [&](const NumberAt& before, const NumberAt& after) {
    return missing_from(before, after, span.from) - missing_from(before, after, span.to);
  };
  MissingAtEdges missing;
  if (const std::int64_t n = stream.missing_before + 1; n > 1)
    missing.before = within({first.sequence - n, first.at - time_of_numbers(pace, n)}, first);
  if (const std::int64_t n = stream.missing_after + 1; n > 1)
    missing.after = within(last, {last.sequence + n, last.at + time_of_numbers(pace, n)});
  return missing;
}

struct Due : NumberAt {
  std::int64_t unit = 0;
};

/// Lists by number when the first copy of each distinct packet came.
std::vector<Due> arrivals(const StreamInput& stream) {
  std::vector<Due> made;
  made.reserve(stream.packets.size());
  constexpr std::int64_t kReach = std::int64_t{1} << 61;  // beyond it a number is damaged
  for (std::size_t i = 0; i < stream.packets.size(); ++i)
    if (const std::int64_t sequence = stream.packets.sequence(i); sequence > -kReach && sequence < kReach)
      made.push_back({{sequence, stream.packets.received(i)}, unit_key(stream, i)});
  const auto sooner = [](const Due& a, const Due& b) {
    return std::tie(a.sequence, a.at) < std::tie(b.sequence, b.at);
  };
  if (!std::ranges::is_sorted(made, sooner)) std::ranges::sort(made, sooner);
  const auto copies = std::ranges::unique(made, {}, &Due::sequence);
  made.erase(copies.begin(), copies.end());
  return made;
}

/// A packet is due before all that have higher numbers.
void put_in_order(std::vector<Due>& made) {
  for (std::size_t i = made.size(); i-- > 1;) made[i - 1].at = std::min(made[i - 1].at, made[i].at);
}

/// Lists by number when each distinct packet was due; times do not fall.
std::vector<Due> dues(const StreamInput& stream) {
  std::vector<Due> made = arrivals(stream);
  put_in_order(made);
  return made;
}

/// All packets of a unit are due with its last one.
void put_units_together(std::vector<Due>& made) {
  std::map<std::int64_t, Timestamp> last;
  // Most units lie on end: one look-up each.
  const auto each_run = [&](const auto& with) {
    for (auto run = made.begin(); run != made.end();) {
      const auto end = std::find_if(run, made.end(), [&](const Due& due) { return due.unit != run->unit; });
      with(run, end, last[run->unit]);
      run = end;
    }
  };
  each_run([](auto, auto end, Timestamp& at) { at = std::prev(end)->at; });
  each_run([](auto run, auto end, Timestamp& at) { std::for_each(run, end, [&](Due& due) { due.at = at; }); });
  put_in_order(made);  // units may mix
}

/// The time of a number on the line from one packet to another; the numbers of `from` and `to` differ.
Timestamp on_line(const NumberAt& from, const NumberAt& to, std::int64_t sequence) {
  const double share = static_cast<double>(sequence - from.sequence) / static_cast<double>(to.sequence - from.sequence);
  return from.at + Duration::ns(std::llround(share * static_cast<double>((to.at - from.at).ns())));
}

/// Sets the times of packets of which `is_known` is false by those of their neighbours by number, outside the known
/// ones by the mean pace of these.
void fill_in(std::vector<Due>& made, const std::vector<bool>& is_known) {
  std::optional<std::size_t> first, last;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!is_known[i]) continue;
    for (std::size_t k = last.value_or(i) + 1; k < i; ++k) made[k].at = on_line(made[*last], made[i], made[k].sequence);
    if (!first) first = i;
    last = i;
  }
  if (!first) return;
  const NumberAt begin = made[*first], end = made[*last];
  const double pace = pace_ns(begin, end);
  for (std::size_t i = 0; i < *first; ++i)
    made[i].at = begin.at - time_of_numbers(pace, begin.sequence - made[i].sequence);
  for (std::size_t i = *last + 1; i < made.size(); ++i)
    made[i].at = end.at + time_of_numbers(pace, made[i].sequence - end.sequence);
}

/// As dues(), but a packet is due when its unit was.
std::vector<Due> dues_of_units(const StreamInput& stream, const std::vector<UnitDue>& units) {
  std::vector<Due> made = arrivals(stream);
  if (made.empty()) return made;
  const Timestamp began = std::ranges::min_element(made, {}, &Due::at)->at;
  std::vector<bool> is_known(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const auto unit = std::ranges::lower_bound(units, made[i].unit, {}, &UnitDue::unit);
    is_known[i] = unit != units.end() && unit->unit == made[i].unit;
    if (is_known[i]) made[i].at = unit->at;
  }
  fill_in(made, is_known);
  // A false timestamp makes a time too early and hardly ever too late, as nothing comes before it is due.
  Timestamp latest = began;
  for (Due& due : made) due.at = latest = std::max(latest, due.at);
  put_units_together(made);
  return made;
}

/// Of what the sender counted behind the last packet, up to the time of its last count, how much was due in the span.
std::int64_t missing_behind(const StreamInput& stream, const TimeSpan& span, const std::vector<Due>& due) {
  if (due.empty()) return 0;
  const std::int64_t beyond = counted_beyond(stream, due.front().sequence, due.back().sequence);
  if (beyond == 0) return 0;
  const NumberAt counted{due.back().sequence + beyond + 1,
                         stream.newest_count.value_or(stream.sender_counts.back()).at};
  return missing_from(due.back(), counted, span.from) - missing_from(due.back(), counted, span.to);
}

/// The lowest and the highest number; of a stream with packets.
std::pair<std::int64_t, std::int64_t> units_of(const StreamInput& stream) {
  std::int64_t low = unit_key(stream, 0), high = low;
  for (std::size_t i = 1; i < stream.packets.size(); ++i) {
    low = std::min(low, unit_key(stream, i));
    high = std::max(high, unit_key(stream, i));
  }
  return {low, high};
}

/// What is told of units, of those that are kept alone.
void keep_units(const StreamInput& whole, StreamInput& part) {
  part.delay_splits = {};
  const auto [first, last] = part.packets.empty() ? std::pair<std::int64_t, std::int64_t>{0, -1} : units_of(part);
  for (std::size_t i = 0; i < whole.delay_splits.size(); ++i)
    if (const std::int64_t unit = whole.delay_splits.unit(i); unit >= first && unit <= last)
      part.delay_splits.push_back(whole.delay_splits[i]);
  part.sender_counts.clear();  // they are in missing_after
  if (!whole.delay_splits.empty()) part.no_latency = why_no_whole(part.delay_splits);
  if (!whole.units_played) return;
  part.units_played = part.units_waiting = 0;
  if (part.packets.empty()) return part.units_not_played.clear();
  const auto [low, high] = units_of(part);
  const std::int64_t end = units_of(whole).second;
  std::erase_if(part.units_not_played,
                [&, low = low, high = high](std::int64_t unit) { return unit < low || unit > high; });
  part.units_waiting = std::clamp<std::int64_t>(high - (end - whole.units_waiting), 0, high - low + 1);
  part.units_played = high - low + 1 - part.units_waiting - static_cast<std::int64_t>(part.units_not_played.size());
}

StreamInput kept(const StreamInput& stream, const TimeSpan& span, const std::vector<Due>& due) {
  const auto first = std::ranges::lower_bound(due, span.from, {}, &Due::at);
  const auto end = std::ranges::lower_bound(first, due.end(), span.to, {}, &Due::at);
  StreamInput part = stream;
  std::erase_if(part.own_drops, [&](const OwnDrops& drops) {
    return drops.told < span.from || drops.told >= span.to + kDropsToldEvery;
  });
  part.missing_before = part.missing_after = 0;
  if (first != due.begin() && first != due.end())
    part.missing_before = missing_from(*std::prev(first), *first, span.from);
  if (end != due.begin() && end != due.end()) {
    const Due& before = *std::prev(end);
    part.missing_after = first == end ? -missing_from(before, *end, span.to)
                                      : end->sequence - before.sequence - 1 - missing_from(before, *end, span.to);
  }
  part.missing_after += missing_behind(stream, span, due);
  if (!due.empty()) {
    const MissingAtEdges edges = missing_beside(stream, due.front(), due.back(), span);
    part.missing_before += edges.before;
    part.missing_after += edges.after;
  }
  part.packets = {};
  for (std::size_t i = 0; first != end && i < stream.packets.size(); ++i) {
    const std::int64_t sequence = stream.packets.sequence(i);
    if (sequence >= first->sequence && sequence <= std::prev(end)->sequence) part.packets.push_back(stream.packets[i]);
  }
  part.silences.clear();
  for (const Silence& silence : stream.silences)
    if (const Silence in = silence.within(span.from, span.to); in.units != 0) part.silences.push_back(in);
  if (part.refusals)
    std::erase_if(*part.refusals, [&](const Refusal& each) {
      return first == end || each.sequence < first->sequence || each.sequence > std::prev(end)->sequence;
    });
  keep_units(stream, part);
  return part;
}

}  // namespace

MissingAtEdges missing_at_edges(const StreamInput& stream, const TimeSpan& span) {
  if (stream.missing_before == 0 && stream.missing_after == 0) return {};
  const std::vector<Due> due = dues(stream);
  return due.empty() ? MissingAtEdges{} : missing_beside(stream, due.front(), due.back(), span);
}

StreamInput packets_within(const StreamInput& stream, const TimeSpan& span) {
  return kept(stream, span, dues(stream));
}

StreamInput units_within(const StreamInput& stream, const TimeSpan& span, const AnalysisOptions& options) {
  const std::vector<UnitDue> units = unit_dues(stream, options);
  if (units.empty()) {
    std::vector<Due> due = dues(stream);
    if (stream.medium == Medium::kVideo) put_units_together(due);
    return kept(stream, span, due);
  }
  const Duration buffer = Duration::from_ms(stream.units_played ? 0 : options.playout_ms.value_or(0));
  StreamInput part = kept(stream, {span.from - buffer, span.to - buffer}, dues_of_units(stream, units));
  if (part.packets.empty()) return part;
  const auto [low, high] = units_of(part);
  for (const UnitDue& unit : units)
    if (unit.unit >= low && unit.unit <= high) part.lateness.push_back({unit.unit, unit.lateness});
  return part;
}

}  // namespace jitterscope
