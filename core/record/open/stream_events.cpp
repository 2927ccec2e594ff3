#include "core/record/open/stream_events.h"

#include <algorithm>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/measures/definitions/known_delays.h"
#include "core/measures/offline/frame_measures.h"
#include "core/measures/offline/unit_dues.h"

namespace jitterscope::trace {
namespace {

constexpr std::int64_t kLongestGap = 1000;  // frames
constexpr double kNanoseconds = 1e9;

/// As jitter_report() of stream_analysis.
StreamClock clock_of(const StreamInput& stream, bool any_stamp, bool stamped) {
  const auto by = stamped     ? StreamClock::JitterBy::kTimestamps
                  : any_stamp ? StreamClock::JitterBy::kNothing
                              : StreamClock::JitterBy::kSendTimes;
  StreamClock clock{stamped ? *stream.clock_rate_hz : kNanoseconds, by, stream.clocks.relation};
  clock.announced = false;
  return clock;
}

FrameDone done_of(const MediaFrame& frame) {
  FrameDone done;
  done.frame = frame.number;
  done.outcome = frame.complete ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
  done.sent_conference = frame.sent;
  done.first_arrival = done.completed = frame.received;
  return done;
}

}  // namespace

StreamEvents::StreamEvents(StreamInput stream) : stream_(std::move(stream)) {
  PacketColumns& packets = stream_.packets;
  std::size_t stamps = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) stamps += packets.rtp_timestamp(i).has_value();
  const bool any_stamp = stamps > 0;
  stamped_ = any_stamp && stream_.clock_rate_hz.value_or(0) > 0 && stamps == packets.size();
  clock_ = clock_of(stream_, any_stamp, stamped_);
  clock_.send_times = why_no_delay(stream_) ? ClockRelation::kUnknown : stream_.clocks.relation;
  PacketOrder by_arrival(packets);
  by_arrival.sort_by_arrival();
  if (!by_arrival.as_listed()) packets = by_arrival.in_order();
  if (stream_.direction == Direction::kSent) return;
  if (packets.empty() || (stream_.medium == Medium::kAudio && stamped_)) return;
  const PacketOrder by_sequence = distinct_orders(PacketOrder(packets)).by_sequence;
  if (stream_.medium == Medium::kVideo)
    list_frames(by_sequence);
  else
    number_units(media_frames(Medium::kAudio, by_sequence));
}

std::int64_t StreamEvents::missing_around(const std::optional<TimeSpan>& span) const {
  if (!span) return stream_.missing_before + stream_.missing_after;
  const MissingAtEdges missing = missing_at_edges(stream_, *span);
  return missing.before + missing.after;
}

StretchUnits StreamEvents::units_of(const TimeSpan& span) const {
  AnalysisOptions options;
  options.skew = SkewVerdict{clock_.skew, {}, clock_.skew_by};
  StretchUnits units = stretch_units(stream_, span, options);
  if (numbers_.empty()) return units;
  std::int64_t first = INT64_MAX, last = INT64_MIN;
  for (const auto& [key, number] : numbers_)
    if (units.has(key)) first = std::min(first, number), last = std::max(last, number);
  units.first = first, units.last = last;
  return units;
}

void StreamEvents::list_frames(const PacketOrder& by_sequence) {
  const std::vector<MediaFrame> frames = media_frames(Medium::kVideo, by_sequence);
  if (frames.empty()) return;
  number_units(frames);
  if (!stream_.packets.any_frame() && !stream_.packets.any_decoding_frame())
    for (const MediaFrame& frame : frames) numbers_.emplace_back(unit_key(stream_, frame), frame.number);
  frames_.reserve(frames.size());
  std::int64_t last = frames.front().number;
  for (const MediaFrame& frame : frames) {
    Frame& listed = frames_.emplace_back(Frame{done_of(frame)});
    listed.done.ssrc = stream_.ssrc.value_or(0);
    const std::int64_t timestamp = stamped_ ? *frame.rtp_timestamp : unit_time(frame.number);
    listed.done.rtp_timestamp = stamped_ && !frame.timed ? FrameDone::kUntimed : timestamp;
    const std::int64_t gap = frame.number - last - 1;
    if (gap > 0 && gap <= kLongestGap) listed.missing = gap;
    last = frame.number;
  }
  std::stable_sort(frames_.begin(), frames_.end(),
                   [](const Frame& a, const Frame& b) { return a.done.completed < b.done.completed; });
}

void StreamEvents::number_units(const std::vector<MediaFrame>& units) {
  first_unit_ = units.front().number;
  period_ms_ = frame_period_ms(units, {}, {}).value_or(0);
}

std::int64_t StreamEvents::unit_time(std::int64_t number) const {
  return Duration::from_ms(static_cast<double>(number - first_unit_) * period_ms_).ns();
}

bool StreamEvents::frame_is_next() const {
  if (next_frame_ == frames_.size()) return false;
  return next_packet_ == stream_.packets.size() ||
         frames_[next_frame_].done.completed < stream_.packets.received(next_packet_);
}

std::optional<Timestamp> StreamEvents::next_at() const {
  if (frame_is_next()) return frames_[next_frame_].done.completed;
  if (next_packet_ == stream_.packets.size()) return std::nullopt;
  return stream_.packets.received(next_packet_);
}

Event StreamEvents::take() {
  if (frame_is_next()) return take_frame();
  if (stream_.direction == Direction::kSent) return take_sent_packet();
  return take_packet();
}

FrameDone StreamEvents::take_frame() {
  Frame& frame = frames_[next_frame_];
  if (frame.missing == 0) return frames_[next_frame_++].done;
  FrameDone lost;
  lost.ssrc = frame.done.ssrc;
  lost.frame = frame.done.frame - frame.missing--;
  lost.outcome = FrameOutcome::kMissing;
  lost.first_arrival = lost.completed = frame.done.completed;
  return lost;
}

PacketArrived StreamEvents::take_packet() {
  const PacketObservation packet = stream_.packets[next_packet_++];
  PacketArrived event;
  event.medium = stream_.medium;
  event.ssrc = stream_.ssrc.value_or(0);
  event.sequence = packet.sequence;
  const std::optional<std::int64_t> unit = stream_.medium == Medium::kAudio ? packet.sequence : packet.frame;
  event.rtp_timestamp = !stamped_ && unit ? unit_time(*unit) : packet.rtp_timestamp.value_or(0);
  event.frame = packet.frame;
  if (packet.block) event.block = static_cast<std::uint16_t>(*packet.block);
  event.marker = packet.marker;
  event.untimed = !packet.timed;
  const auto next_run = std::ranges::upper_bound(stream_.runs, packet.sequence, {}, &RunStart::number);
  if (next_run != stream_.runs.begin()) event.run_offset = std::prev(next_run)->offset;
  event.duplicate = ledger_.add(packet.sequence) == SequenceLedger::Arrival::kDuplicate;
  event.size = packet.size.value_or(0);
  event.received = packet.received;
  if (packet.sent) event.received_conference = packet.received, event.sent_conference = packet.sent;
  return event;
}

/// A frame without a number is the next one where the timestamp changes.
PacketSent StreamEvents::take_sent_packet() {
  const PacketObservation packet = stream_.packets[next_packet_++];
  if (sent_timestamp_ && packet.rtp_timestamp && *packet.rtp_timestamp != *sent_timestamp_) ++sent_frame_;
  if (packet.rtp_timestamp) sent_timestamp_ = *packet.rtp_timestamp;
  PacketSent event;
  event.medium = stream_.medium;
  event.ssrc = stream_.ssrc.value_or(0);
  event.sequence = packet.sequence;
  event.rtp_timestamp = packet.rtp_timestamp.value_or(0);
  const bool video = stream_.medium == Medium::kVideo;
  event.frame = video ? packet.frame.value_or(sent_frame_) : packet.sequence;
  event.block = video ? static_cast<std::uint16_t>(packet.block.value_or(0)) : std::uint16_t{0};
  event.marker = packet.marker;
  event.size = packet.size.value_or(0);
  event.due = event.sent = packet.received;
  return event;
}

}  // namespace jitterscope::trace
