#include "core/measures/offline/unit_dues.h"

#include <algorithm>

#include "core/measures/offline/frame_measures.h"
#include "core/measures/offline/skew_removal.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/offline/stream_orders.h"

namespace jitterscope {
namespace {

constexpr Duration kLongest = Duration::ns(std::int64_t{1} << 61);  // of a true stamp

bool has_frame_numbers(const PacketColumns& packets) {
  return packets.any_frame() || packets.any_decoding_frame();
}

}  // namespace

std::int64_t unit_key(const StreamInput& stream, std::size_t packet) {
  const std::int64_t sequence = stream.packets.sequence(packet);
  if (stream.medium == Medium::kAudio) return sequence;
  if (const auto frame = stream.packets.frame(packet)) return *frame;
  if (const auto frame = stream.packets.decoding_frame(packet)) return *frame;
  return stream.packets.rtp_timestamp(packet).value_or(sequence);
}

std::int64_t unit_key(const StreamInput& stream, const MediaFrame& frame) {
  if (stream.medium == Medium::kAudio || has_frame_numbers(stream.packets)) return frame.number;
  return frame.rtp_timestamp.value_or(frame.number);
}

std::vector<UnitDue> unit_dues(const StreamInput& stream, const AnalysisOptions& options) {
  if (stream.direction == Direction::kSent) return {};
  const std::vector<MediaFrame> frames = media_frames(stream.medium, orders_of(stream).by_sequence, unread_of(stream));
  if (!tells_source_times(frames, stream)) return {};
  std::vector<TransitPoint> transits = frame_transits(frames, options.period_ms, stream);
  if (transits.empty()) return {};
  if (const auto skew = skew_verdict(frames, stream, options).removed) remove_skew({*skew}, transits);
  const Duration reference = reference_transit(transits, options.reference);
  std::vector<UnitDue> dues;
  dues.reserve(transits.size());
  auto frame = frames.begin();  // both are in the order of numbers
  for (const TransitPoint& unit : transits) {
    while (frame->number != unit.number) ++frame;
    const Duration lateness = unit.transit - reference;
    if (lateness > kLongest) continue;
    dues.push_back({unit_key(stream, *frame), unit.received - lateness, lateness});
  }
  if (!std::ranges::is_sorted(dues, {}, &UnitDue::unit)) std::ranges::stable_sort(dues, {}, &UnitDue::unit);
  return dues;
}

std::vector<TransitPoint> transits_in_whole(const StreamInput& stream, std::span<const MediaFrame> frames) {
  std::vector<TransitPoint> transits;
  if (stream.lateness.empty()) return transits;
  transits.reserve(frames.size());
  for (const MediaFrame& frame : frames) {
    const std::int64_t unit = unit_key(stream, frame);
    const auto known = std::ranges::lower_bound(stream.lateness, unit, {}, &KnownLateness::unit);
    if (frame.complete && frame.timed && known != stream.lateness.end() && known->unit == unit)
      transits.push_back({frame.number, frame.received, known->lateness});
  }
  return transits;
}

}  // namespace jitterscope
