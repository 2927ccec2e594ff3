#include "core/measures/offline/skew_removal.h"

#include <algorithm>

#include "core/measures/offline/delay_variation.h"
#include "core/measures/offline/frame_measures.h"
#include "core/measures/packets/packet_order.h"

namespace jitterscope {
namespace {

std::optional<ClockSkew> line_of(std::span<const MediaFrame> frames, const StreamInput& stream,
                                 const AnalysisOptions& options) {
  const std::vector<TransitPoint> transits = clock_transits(frames, options.period_ms, stream);
  if (!options.remove_skew && !is_straight(transits)) return std::nullopt;
  return frame_skew(transits);
}

/// Delays of the first copy of each packet.
std::vector<double> corrected_delays_ms(const StreamInput& stream, double slope) {
  PacketOrder by_arrival(stream.packets);
  by_arrival.keep_if([&](std::size_t place) { return stream.packets.sent(place).has_value(); });
  by_arrival.sort_by_arrival();
  const Timestamp origin = by_arrival.empty() ? Timestamp{} : by_arrival.received(0);
  const PacketOrder packets = distinct_orders(std::move(by_arrival)).by_sequence;
  std::vector<double> delays(packets.size());
  for (std::size_t i = 0; i < delays.size(); ++i) {
    const Timestamp received = packets.received(i);
    delays[i] = (received - *packets.sent(i) - ClockSkew{slope}.drift(received, origin)).ms();
  }
  return delays;
}

}  // namespace

StreamClocks clocks_of(const StreamInput& stream, const AnalysisOptions& options) {
  StreamClocks clocks = stream.clocks;
  if (options.clocks) clocks.relation = *options.clocks;
  // Its departures are stamped where they are made: nothing lies between the two clocks.
  clocks.leaves_here = clocks.leaves_here || stream.direction == Direction::kSent;
  return clocks;
}

StreamSkew stream_skew(std::span<const MediaFrame> frames, const StreamInput& stream, const AnalysisOptions& options) {
  return {line_of(frames, stream, options), clocks_of(stream, options)};
}

SkewVerdict skew_verdict(std::span<const MediaFrame> frames, const StreamInput& stream,
                         const AnalysisOptions& options) {
  if (options.skew) return *options.skew;
  const StreamClocks clocks = clocks_of(stream, options);
  const bool any = clocks.relation == ClockRelation::kUnknown;
  const StreamSkew skew{any ? line_of(frames, stream, options) : std::nullopt, clocks};
  return judge_skews(std::span(&skew, 1), options.remove_skew).front();
}

bool may_have_skew(const StreamInput& stream, const AnalysisOptions& options) {
  if (clocks_of(stream, options).relation != ClockRelation::kUnknown || stream.packets.empty()) return false;
  Timestamp first = stream.packets.received(0), last = first;
  for (std::size_t i = 1; i < stream.packets.size(); ++i) {
    first = std::min(first, stream.packets.received(i));
    last = std::max(last, stream.packets.received(i));
  }
  return last - first >= kShortestSkewed;
}

bool may_prove_skew(const std::vector<StreamInput>& streams, const AnalysisOptions& options) {
  if (options.remove_skew) return false;
  return std::ranges::count_if(streams, [&](const StreamInput& stream) {
           return stream.clocks.sender && stream.clocks.receiver && may_have_skew(stream, options);
         }) > 1;
}

void correct_delays(const StreamInput& stream, double slope, std::optional<DelayReport>& delay,
                    std::optional<PdvReport>& pdv) {
  if (!delay && !pdv) return;
  auto corrected = delay_report(corrected_delays_ms(stream, slope), delay ? delay->uncertainty : std::nullopt);
  if (!corrected) return;
  corrected->skew_removed = true;
  if (pdv) pdv = pdv_report(*corrected);
  if (delay) delay = corrected;
}

SkewCandidate skew_candidate(const StreamInput& stream, double slope, const StreamReport& measured,
                             const CompensationReport& corrected) {
  SkewCandidate candidate;
  candidate.ppm = slope * 1e6;
  candidate.measured.delay = candidate.corrected.delay = measured.delay;
  candidate.measured.pdv = candidate.corrected.pdv = measured.pdv;
  correct_delays(stream, slope, candidate.corrected.delay, candidate.corrected.pdv);
  if (measured.compensation) {
    candidate.measured.area_ms_percent = measured.compensation->area_ms_percent;
    candidate.measured.optimal = measured.compensation->optimal;
  }
  candidate.corrected.area_ms_percent = corrected.area_ms_percent;
  candidate.corrected.optimal = corrected.optimal;
  return candidate;
}

std::string refusal(const StreamInput& stream, const AnalysisOptions& options) {
  if (stream.direction == Direction::kSent)
    return "Skew is not removed: the stream was only sent from here, and when it arrived is not known.";
  switch (clocks_of(stream, options).relation) {
    case ClockRelation::kCommon: return "Skew is not removed: one clock stamps both ends, so what grows is delay.";
    case ClockRelation::kSynchronised:
      return "Skew is not removed: the clocks of both ends are synchronised, so what grows is delay.";
    case ClockRelation::kUnknown: break;
  }
  return "Skew is not removed: the stream has no delays, or too few, that could show it.";
}

}  // namespace jitterscope
