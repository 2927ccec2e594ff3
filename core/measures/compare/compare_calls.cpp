#include "core/measures/compare/compare_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/events/kinds/peer_summary.h"
#include "core/events/words.h"
#include "core/measures/compare/compare_streams.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/skew_removal.h"

namespace jitterscope {
namespace {

/// Of one side: the stream of a medium that is compared.
struct Side {
  Side(const AnalysisInput& from, const AnalysisOptions& with) : input(from), options(with), span(span_of(from, with)) {
    if (may_prove_skew(input.streams, options)) skews = skews_of(input, options);
  }

  const AnalysisInput& input;
  const AnalysisOptions& options;
  std::optional<TimeSpan> span;
  std::vector<SkewVerdict> skews = {};  // of each stream; empty: each stream tells its own

  std::int64_t came(const StreamInput& stream) const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < stream.packets.size(); ++i) count += !span || span->holds(stream.packets.received(i));
    return count;
  }
  bool is_of(const StreamInput& stream, Medium medium) const {
    return stream.medium_known && stream.medium == medium && stream.direction == Direction::kReceived;
  }
  /// The one with the most packets; its place.
  std::optional<std::size_t> main_stream(Medium medium) const {
    std::optional<std::size_t> main;
    std::int64_t most = -1;
    for (std::size_t i = 0; i < input.streams.size(); ++i)
      if (is_of(input.streams[i], medium) && came(input.streams[i]) > most) most = came(input.streams[i]), main = i;
    return main;
  }
  /// Of the medium, others than the main one of which anything came.
  std::int64_t others(Medium medium) const {
    return std::ranges::count_if(input.streams,
                                 [&](auto& stream) { return is_of(stream, medium) && came(stream) > 0; }) -
           1;
  }
  std::optional<ToldFigures> told(Medium medium) const {
    return input.told ? told_figures(*input.told, medium, span) : std::nullopt;
  }
  StretchFigures figures(std::size_t place) const {
    AnalysisOptions own = options;
    if (!skews.empty()) own.skew = skews[place];
    return figures_of(stretch_of(input.streams[place], span, own), own);
  }
};

void compare_medium(Medium medium, const Side& before, const Side& after, Comparison& comparison) {
  const auto one = before.main_stream(medium), other = after.main_stream(medium);
  if (!one && !other) return;
  if (!one || !other) {
    comparison.notes.push_back(fmt::format("No {} was received {}.", to_string(medium), one ? "after" : "before"));
    return;
  }
  for (const Side* side : {&before, &after})
    if (const std::int64_t left = side->others(medium); left > 0)
      comparison.notes.push_back(fmt::format("{}, {} more of {} came: the stream of most packets is compared.",
                                             side == &before ? "Before" : "After", left, to_string(medium)));
  comparison.media.push_back({medium, before.input.streams[*one].ssrc, after.input.streams[*other].ssrc,
                              compare(before.figures(*one), after.figures(*other))});
}

void compare_sent(Medium medium, const Side& before, const Side& after, Comparison& comparison) {
  const auto one = before.told(medium), other = after.told(medium);
  if (one && other) {
    auto rows = compare(*one, *other);
    if (!rows.empty()) comparison.media.push_back({medium, {}, {}, std::move(rows), Direction::kSent});
  } else if (one || other)
    comparison.notes.push_back(
        fmt::format("The remote told nothing of the {} sent to it {}.", to_string(medium), one ? "after" : "before"));
}

}  // namespace

Comparison compare(const AnalysisInput& before, const AnalysisOptions& of_before, const AnalysisInput& after,
                   const AnalysisOptions& of_after) {
  Comparison comparison{
      {before.file, of_before.from_s, of_before.to_s}, {after.file, of_after.from_s, of_after.to_s}, {}, {}};
  const Side one(before, of_before), other(after, of_after);
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) compare_medium(medium, one, other, comparison);
  for (const Medium medium : {Medium::kAudio, Medium::kVideo}) compare_sent(medium, one, other, comparison);
  if (comparison.media.empty() && comparison.notes.empty())
    comparison.notes.push_back("No received stream of sound or picture is in either.");
  return comparison;
}

}  // namespace jitterscope
