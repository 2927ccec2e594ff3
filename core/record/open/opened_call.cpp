#include "core/record/open/opened_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <variant>
#include <vector>

#include "core/base/units/plain_digits.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_events.h"
#include "core/record/open/stream_file.h"
#include "core/record/trace/reader.h"
#include "core/record/trace/schema.h"

namespace jitterscope {
namespace {

// A call's threads end within a second of its last event: any other end is damage, and would stretch every axis.
constexpr Duration kLongestSilence = Duration::seconds(10);

Timestamp time_of(const Event& event) {
  return std::visit([]<typename E>(const E& e) { return e.*trace::Table<E>::local; }, event);
}

std::optional<Timestamp> first_time(const TraceReader& trace, std::string& error, const std::stop_token& stop) {
  std::optional<Timestamp> first;
  const auto note = [&](const Event& event) { first = first ? std::min(*first, time_of(event)) : time_of(event); };
  if (!trace.read_events(note, error, stop)) return std::nullopt;
  return first.value_or(Timestamp());
}

std::int64_t wall_clock_ms(Timestamp real) {
  return real.ns() / 1'000'000;
}

std::optional<EnvelopeSlot> slot_of(const std::optional<trace::Spread>& spread, double at_s) {
  if (!spread) return std::nullopt;
  return EnvelopeSlot{at_s, Duration::ns(spread->least).ms(), Duration::ns(spread->most).ms()};
}

std::vector<StreamSecond> seconds_of(const std::vector<trace::Second>& seconds, Timestamp began) {
  std::vector<StreamSecond> listed;
  std::map<std::pair<Direction, std::uint32_t>, std::size_t> newest;
  for (const trace::Second& second : seconds) {
    const double at_s = (second.local - began).seconds();
    if (at_s < 0) continue;
    const auto [entry, is_new] = newest.try_emplace({*second.direction, second.ssrc}, listed.size());
    if (!is_new && at_s <= listed[entry->second].at_s) continue;  // no recorder writes that
    if (!is_new) listed[entry->second].lasts_s = at_s - listed[entry->second].at_s;
    entry->second = listed.size();
    const trace::SecondFigures figures = second.figures.value_or(trace::SecondFigures{});
    listed.push_back({*second.direction, second.medium, second.ssrc, second.figures.has_value(), at_s, 0,
                      figures.packets, figures.lost, figures.bytes, slot_of(figures.delay, at_s),
                      slot_of(figures.spacing, at_s)});
  }
  return listed;
}

std::optional<OpenedCall> open_trace(const TraceReader* trace, const std::optional<TraceReader::End>& end,
                                     std::string& error, const std::stop_token& stop) {
  if (!trace) return std::nullopt;
  auto began = trace->meta().call_began;
  if (!began && end) began = end->seconds.front().local;
  if (!began) began = first_time(*trace, error, stop);
  if (!began) return std::nullopt;
  OpenedCall call{CallAnalyzer(*began, SampleMemory::kFile), *began, {}};
  if (const auto offset = trace->meta().realtime_offset) call.began_at_ms = wall_clock_ms(*began + *offset);
  for (const TraceStream& stream : trace->meta().streams)
    if (stream.direction == Direction::kReceived) call.analyzer.set_period(stream.medium, stream.nominal_period_ms);
  const auto take = [&](const Event& event) {
    call.analyzer.add(event);
    call.end = std::max(call.end, time_of(event));
  };
  const bool read = end ? trace->read_end(end->first_id, take, error, stop) : trace->read_events(take, error, stop);
  if (!read) return std::nullopt;
  if (end) {
    call.only_from = OnlyFrom{std::max(0.0, (end->from - *began).seconds()), {}};
    call.seconds = seconds_of(end->seconds, *began);
  }
  if (const auto ended = trace->meta().call_ended; ended && *ended - call.end < kLongestSilence)
    call.end = std::max(call.end, *ended);
  return call;
}

std::string name_of(const StreamInput& stream) {
  std::string name = stream.medium_known ? std::string(to_string(stream.medium)) : "unknown payload";
  if (stream.ssrc) name += fmt::format(" 0x{:08x}", *stream.ssrc);
  name += fmt::format(" ({} packets", stream.packets.size());
  if (stream.payload && !stream.payload->name.empty()) name += ", " + stream.payload->name;
  if (!stream.medium_known && stream.payload) name += fmt::format(", type {}", stream.payload->type);
  return name + (stream.direction == Direction::kSent ? ", sent)" : ")");
}

bool can_be_shown(const StreamInput& stream) {
  return stream.medium_known && !stream.packets.empty();
}

struct Span {
  Timestamp from, to;
  explicit Span(const StreamInput& stream) : from(stream.packets.received(0)), to(from) {
    for (std::size_t i = 1; i < stream.packets.size(); ++i) {
      from = std::min(from, stream.packets.received(i));
      to = std::max(to, stream.packets.received(i));
    }
  }
};

/// By half of the shorter one or more.
bool overlap(const Span& a, const Span& b) {
  const Duration shared = std::min(a.to, b.to) - std::max(a.from, b.from);
  const Duration shorter = std::min(a.to - a.from, b.to - b.from);
  return shared >= Duration() && shared.ns() * 2 >= shorter.ns();
}

/// The stream about which a file is opened: received rather than sent, with the most packets; null: none can be shown.
const StreamInput* lead_of(const AnalysisInput& input) {
  const StreamInput* lead = nullptr;
  const auto rank = [](const StreamInput& stream) {
    return std::pair(stream.direction == Direction::kReceived, stream.packets.size());
  };
  for (const StreamInput& stream : input.streams)
    if (can_be_shown(stream) && (!lead || rank(stream) > rank(*lead))) lead = &stream;
  return lead;
}

/// `lead`, and what goes with it: see open_call().
std::vector<const StreamInput*> streams_to_show(const AnalysisInput& input, const StreamInput& lead) {
  std::array<const StreamInput*, 4> most{};
  const auto slot = [](const StreamInput& stream) {
    return static_cast<std::size_t>(stream.medium) * 2 + static_cast<std::size_t>(stream.direction);
  };
  const Span span(lead);
  most.at(slot(lead)) = &lead;
  for (const StreamInput& stream : input.streams) {
    if (!can_be_shown(stream) || slot(stream) == slot(lead) || !overlap(span, Span(stream))) continue;
    const StreamInput*& best = most.at(slot(stream));
    if (!best || stream.packets.size() > best->packets.size()) best = &stream;
  }
  std::vector<const StreamInput*> shown;
  for (const StreamInput* stream : most)
    if (stream) shown.push_back(stream);
  return shown;
}

constexpr double kCoarseStep_ms = 0.1;

/// " Times are in steps of 1 ms: no figure is finer."; empty where they are fine enough for any figure.
std::string steps_of(const AnalysisInput& input) {
  double steps_ms = 0;
  for (const StreamInput& stream : input.streams) steps_ms = std::max(steps_ms, stream.stamp_resolution_ms.value_or(0));
  if (steps_ms < kCoarseStep_ms) return {};
  return fmt::format(" Times are in steps of {} ms: no figure is finer.", plain_digits(steps_ms));
}

std::string sentence_of(const std::vector<FileStream>& streams, const std::string& note) {
  std::string named, others;
  for (const FileStream& stream : streams) {
    std::string& list = stream.shown ? named : others;
    list += (list.empty() ? "" : ", ") + stream.name;
  }
  std::string sentence = fmt::format("Shown: {}.", named);
  if (!others.empty()) sentence += " Not shown: " + others + '.';
  return note.empty() ? sentence : sentence + ' ' + note;
}

std::string why_none(const AnalysisInput& input) {
  const auto unknown = std::find_if(input.streams.begin(), input.streams.end(),
                                    [](const StreamInput& stream) { return !stream.medium_known && stream.payload; });
  if (unknown == input.streams.end()) return input.file + " holds no packets.";
  return fmt::format("{} does not say what its streams carry: {}. Say it, as --payload {}=AMR/8000.", input.file,
                     name_of(*unknown), unknown->payload->type);
}

trace::StreamEvents* earliest(std::vector<trace::StreamEvents>& streams) {
  trace::StreamEvents* next = nullptr;
  for (trace::StreamEvents& stream : streams)
    if (const auto at = stream.next_at(); at && (!next || *at < *next->next_at())) next = &stream;
  return next;
}

std::optional<OpenedCall> open_streams(const std::string& path, const OpenOptions& options, std::string& error,
                                       const std::stop_token& stop) {
  std::string note;
  CaptureOptions capture;
  capture.payloads = options.payloads;
  auto input = read_stream_file(path, capture, error, note, stop);
  if (!input) return std::nullopt;
  const bool chosen =
      options.stream && *options.stream < input->streams.size() && can_be_shown(input->streams[*options.stream]);
  const StreamInput* lead = chosen ? &input->streams[*options.stream] : lead_of(*input);
  if (!lead) {
    error = why_none(*input);
    return std::nullopt;
  }
  const auto shown = streams_to_show(*input, *lead);
  if (options.clocks)
    for (StreamInput& stream : input->streams) stream.clocks.relation = *options.clocks;
  const std::vector<SkewVerdict> skews = skews_of(*input);
  const std::string steps = steps_of(*input);
  std::vector<FileStream> names;
  std::vector<trace::StreamEvents> streams;
  for (StreamInput& stream : input->streams) {
    if (stop.stop_requested()) return std::nullopt;
    const SkewVerdict& skew = skews[static_cast<std::size_t>(&stream - input->streams.data())];
    const bool is_shown = std::find(shown.begin(), shown.end(), &stream) != shown.end();
    names.push_back({name_of(stream), is_shown, can_be_shown(stream)});
    if (is_shown) streams.emplace_back(std::move(stream)).set_skew(skew);
  }
  input.reset();  // the packets of streams that are not shown
  const Timestamp began = *earliest(streams)->next_at();
  OpenedCall call{CallAnalyzer(began, SampleMemory::kFile), began, sentence_of(names, note) + steps, std::move(names)};
  if (stream_file_kind(path) != StreamFileKind::kPacketList) call.began_at_ms = wall_clock_ms(began);  // captures tell
  for (const trace::StreamEvents& stream : streams)
    if (stream.direction() == Direction::kReceived) call.analyzer.set_clock(stream.medium(), stream.clock());
  while (trace::StreamEvents* next = stop.stop_requested() ? nullptr : earliest(streams)) {
    call.end = *next->next_at();
    call.analyzer.add(next->take());
  }
  return call;
}

}  // namespace

std::optional<OpenedCall> open_call(const std::string& path, const OpenOptions& options, std::string& error,
                                    std::stop_token stop) {
  const bool is_trace = stream_file_kind(path) == StreamFileKind::kTrace;
  auto call = is_trace ? open_trace(TraceReader::open(path, error, stop).get(), {}, error, stop)
                       : open_streams(path, options, error, stop);
  if (!stop.stop_requested()) return call;
  error = path + " was not opened: something else was chosen.";
  return std::nullopt;
}

CallSnapshot OpenedCall::snapshot(const AnalysisQuery& query) {
  CallSnapshot made = analyzer.snapshot(end, Interests::all(query));
  if (only_from) put_before(seconds, only_from->at_s, made);
  made.only_from = only_from;
  return made;
}

std::optional<OpenedCall> open_end(const std::string& path, std::string& error, std::stop_token stop) {
  return open_end_of(path, TraceReader::kLong, error, std::move(stop));
}

std::optional<OpenedCall> open_end_of(const std::string& path, std::int64_t least_events, std::string& error,
                                      std::stop_token stop) {
  constexpr Duration kEnd = Duration::seconds(60);  // what a view shows at first
  if (stream_file_kind(path) != StreamFileKind::kTrace) return std::nullopt;
  if (path.ends_with(".gz")) return std::nullopt;  // unpacking is what takes long
  const auto trace = TraceReader::open(path, error, stop);
  const auto end = trace ? trace->end_of_long(kEnd, error, least_events, stop) : std::nullopt;
  if (!end) return std::nullopt;
  return open_trace(trace.get(), end, error, stop);
}

std::optional<OpenedCall> open_call(const std::string& path, std::string& error, std::stop_token stop) {
  return open_call(path, OpenOptions{}, error, std::move(stop));
}

}  // namespace jitterscope
