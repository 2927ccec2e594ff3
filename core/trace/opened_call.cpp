#include "core/trace/opened_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "core/metrics/media_frames.h"
#include "core/trace/reader.h"
#include "core/trace/schema.h"
#include "core/trace/stream_file.h"

namespace jitterscope {
namespace {

Timestamp time_of(const Event& event) {
  return std::visit([]<typename E>(const E& e) { return e.*trace::Table<E>::local; }, event);
}

std::optional<Timestamp> first_time(const TraceReader& trace, std::string& error) {
  std::optional<Timestamp> first;
  if (!trace.read_events([&](const Event& event) { first = first ? std::min(*first, time_of(event)) : time_of(event); },
                         error))
    return std::nullopt;
  return first.value_or(Timestamp());
}

std::int64_t wall_clock_ms(Timestamp real) {
  return real.ns() / 1'000'000;
}

std::optional<OpenedCall> open_trace(const std::string& path, std::string& error, const std::stop_token& stop) {
  const auto trace = TraceReader::open(path, error);
  if (!trace) return std::nullopt;
  const auto began = trace->meta().call_began ? trace->meta().call_began : first_time(*trace, error);
  if (!began) return std::nullopt;
  OpenedCall call{CallAnalyzer(*began, SampleMemory::kFile), *began, path + " is shown."};
  if (const auto offset = trace->meta().realtime_offset) call.began_at_ms = wall_clock_ms(*began + *offset);
  for (const TraceStream& stream : trace->meta().streams)
    if (stream.direction == Direction::kReceived) call.analyzer.set_period(stream.medium, stream.nominal_period_ms);
  const bool complete = trace->read_events(
      [&](const Event& event) {
        if (stop.stop_requested()) return;
        call.analyzer.add(event);
        call.end = std::max(call.end, time_of(event));
      },
      error);
  if (!complete) return std::nullopt;
  return call;
}

/// RTP timestamps on the clock that live analysis knows (8 or 90 kHz): those of the stream, on another clock; else the
/// send times; else the numbers of blocks or frames at the mean period.
class MediaClock {
 public:
  explicit MediaClock(const StreamInput& stream) : stream_(stream) {
    if (stream.packets.size() < 2) return;
    const PacketObservation &first = stream.packets.front(), &last = stream.packets.back();
    const auto units = static_cast<double>(number(last) - number(first));
    if (units > 0) period_ns_ = static_cast<double>((last.received - first.received).ns()) / units;
  }
  std::int64_t at(const PacketObservation& packet) const {
    if (packet.rtp_timestamp)
      return std::llround(static_cast<double>(*packet.rtp_timestamp) * rate_ / stream_.clock_rate_hz.value_or(rate_));
    const double ns =
        packet.sent ? static_cast<double>(packet.sent->ns()) : static_cast<double>(number(packet)) * period_ns_;
    return std::llround(ns * rate_ / 1e9);
  }

 private:
  std::int64_t number(const PacketObservation& packet) const { return packet.frame.value_or(packet.sequence); }

  const StreamInput& stream_;
  const double rate_ = stream_.medium == Medium::kVideo ? 90000 : 8000;
  double period_ns_ = 0;
};

PacketArrived arrival(const StreamInput& stream, const MediaClock& clock, const PacketObservation& packet) {
  PacketArrived event;
  event.medium = stream.medium;
  event.ssrc = stream.ssrc.value_or(0);
  event.sequence = packet.sequence;
  event.rtp_timestamp = clock.at(packet);
  event.frame = packet.frame;
  if (packet.block) event.block = static_cast<std::uint16_t>(*packet.block);
  event.marker = packet.marker;
  event.size = packet.size.value_or(0);
  event.received = packet.received;
  if (packet.sent) event.received_conference = packet.received, event.sent_conference = packet.sent;
  return event;
}

/// What the reassembler would have said of the frames.
std::vector<FrameDone> frames_of(const StreamInput& stream) {
  std::vector<const PacketObservation*> by_sequence;
  for (const PacketObservation& packet : stream.packets) by_sequence.push_back(&packet);
  const auto before = [](auto* a, auto* b) { return a->sequence < b->sequence; };
  const auto same = [](auto* a, auto* b) { return a->sequence == b->sequence; };
  std::stable_sort(by_sequence.begin(), by_sequence.end(), before);
  by_sequence.erase(std::unique(by_sequence.begin(), by_sequence.end(), same), by_sequence.end());
  std::vector<FrameDone> done;
  for (const MediaFrame& frame : video_frames(by_sequence)) {
    FrameDone event;
    event.ssrc = stream.ssrc.value_or(0);
    event.frame = frame.number;
    event.outcome = frame.complete ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
    event.rtp_timestamp = frame.rtp_timestamp.value_or(0);
    event.sent_conference = frame.sent;
    event.first_arrival = event.completed = frame.received;
    done.push_back(event);
  }
  return done;
}

/// Events of one stream in order of time.
std::vector<Event> events_of(const StreamInput& stream) {
  std::vector<Event> events;
  events.reserve(stream.packets.size() + stream.packets.size() / 4);
  const MediaClock clock(stream);
  for (const PacketObservation& packet : stream.packets) events.emplace_back(arrival(stream, clock, packet));
  if (stream.medium == Medium::kVideo)
    for (const FrameDone& frame : frames_of(stream)) events.emplace_back(frame);
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return time_of(a) < time_of(b); });
  return events;
}

std::string name_of(const StreamInput& stream) {
  const auto medium = to_string(stream.medium);
  return stream.ssrc ? fmt::format("{} 0x{:08x} ({} packets)", medium, *stream.ssrc, stream.packets.size())
                     : fmt::format("{} ({} packets)", medium, stream.packets.size());
}

std::string sentence_of(const AnalysisInput& input, const std::array<const StreamInput*, 2>& shown,
                        const std::string& note) {
  std::string named, others;
  for (const StreamInput& stream : input.streams) {
    const bool is_shown = std::find(shown.begin(), shown.end(), &stream) != shown.end();
    std::string& list = is_shown ? named : others;
    list += (list.empty() ? "" : ", ") + name_of(stream);
  }
  std::string sentence = fmt::format("{}: {}.", input.file, named);
  if (!others.empty()) sentence += " Not shown: " + others + '.';
  return note.empty() ? sentence : sentence + ' ' + note;
}

std::optional<OpenedCall> open_streams(const std::string& path, std::string& error, const std::stop_token& stop) {
  std::string note;
  const auto input = read_stream_file(path, {}, error, note);
  if (!input) return std::nullopt;
  std::array<const StreamInput*, 2> shown{};
  for (const StreamInput& stream : input->streams) {
    const StreamInput*& most = shown[static_cast<std::size_t>(stream.medium)];
    if (!most || stream.packets.size() > most->packets.size()) most = &stream;
  }
  std::vector<Event> events, other;
  if (shown[0]) events = events_of(*shown[0]);
  if (shown[1]) other = events_of(*shown[1]);
  const auto middle = static_cast<std::ptrdiff_t>(events.size());
  events.insert(events.end(), other.begin(), other.end());
  std::inplace_merge(events.begin(), events.begin() + middle, events.end(),
                     [](const Event& a, const Event& b) { return time_of(a) < time_of(b); });
  if (events.empty()) {
    error = path + " holds no packets.";
    return std::nullopt;
  }
  OpenedCall call{CallAnalyzer(time_of(events.front()), SampleMemory::kFile), time_of(events.back()),
                  sentence_of(*input, shown, note)};
  if (stream_file_kind(path) != StreamFileKind::kPacketList)  // captures have the wall clock
    call.began_at_ms = wall_clock_ms(time_of(events.front()));
  for (const StreamInput* stream : shown)
    if (stream) call.analyzer.set_period(stream->medium, stream->nominal_period_ms);
  for (const Event& event : events)
    if (!stop.stop_requested()) call.analyzer.add(event);
  return call;
}

}  // namespace

std::optional<OpenedCall> open_call(const std::string& path, std::string& error, std::stop_token stop) {
  const bool is_trace = stream_file_kind(path) == StreamFileKind::kTrace;
  auto call = is_trace ? open_trace(path, error, stop) : open_streams(path, error, stop);
  if (!stop.stop_requested()) return call;
  error = path + " was not opened: something else was chosen.";
  return std::nullopt;
}

}  // namespace jitterscope
