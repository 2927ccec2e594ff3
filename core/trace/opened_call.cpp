#include "core/trace/opened_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>
#include <vector>

#include "core/trace/reader.h"
#include "core/trace/schema.h"
#include "core/trace/stream_events.h"
#include "core/trace/stream_file.h"

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

std::optional<OpenedCall> open_trace(const std::string& path, std::string& error, const std::stop_token& stop) {
  const auto trace = TraceReader::open(path, error);
  if (!trace) return std::nullopt;
  const auto began = trace->meta().call_began ? trace->meta().call_began : first_time(*trace, error, stop);
  if (!began) return std::nullopt;
  OpenedCall call{CallAnalyzer(*began, SampleMemory::kFile), *began, path + " is shown."};
  if (const auto offset = trace->meta().realtime_offset) call.began_at_ms = wall_clock_ms(*began + *offset);
  for (const TraceStream& stream : trace->meta().streams)
    if (stream.direction == Direction::kReceived) call.analyzer.set_period(stream.medium, stream.nominal_period_ms);
  const bool complete = trace->read_events(
      [&](const Event& event) {
        call.analyzer.add(event);
        call.end = std::max(call.end, time_of(event));
      },
      error, stop);
  if (!complete) return std::nullopt;
  if (const auto ended = trace->meta().call_ended; ended && *ended - call.end < kLongestSilence)
    call.end = std::max(call.end, *ended);
  return call;
}

std::string name_of(const StreamInput& stream) {
  const auto medium = to_string(stream.medium);
  return stream.ssrc ? fmt::format("{} 0x{:08x} ({} packets)", medium, *stream.ssrc, stream.packets.size())
                     : fmt::format("{} ({} packets)", medium, stream.packets.size());
}

/// Of each medium the stream with the most packets.
std::vector<StreamInput*> streams_to_show(AnalysisInput& input) {
  std::array<StreamInput*, 2> most{};
  for (StreamInput& stream : input.streams) {
    StreamInput*& best = most[static_cast<std::size_t>(stream.medium)];
    if (!stream.packets.empty() && (!best || stream.packets.size() > best->packets.size())) best = &stream;
  }
  std::vector<StreamInput*> shown;
  for (StreamInput* stream : most)
    if (stream) shown.push_back(stream);
  return shown;
}

std::string sentence_of(const AnalysisInput& input, const std::vector<StreamInput*>& shown, const std::string& note) {
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

trace::StreamEvents* earliest(std::vector<trace::StreamEvents>& streams) {
  trace::StreamEvents* next = nullptr;
  for (trace::StreamEvents& stream : streams)
    if (const auto at = stream.next_at(); at && (!next || *at < *next->next_at())) next = &stream;
  return next;
}

std::optional<OpenedCall> open_streams(const std::string& path, std::string& error, const std::stop_token& stop) {
  std::string note;
  auto input = read_stream_file(path, {}, error, note, stop);
  if (!input) return std::nullopt;
  const auto shown = streams_to_show(*input);
  if (shown.empty()) {
    error = path + " holds no packets.";
    return std::nullopt;
  }
  std::string sentence = sentence_of(*input, shown, note);
  std::vector<trace::StreamEvents> streams;
  for (StreamInput* stream : shown) {
    if (stop.stop_requested()) return std::nullopt;
    streams.emplace_back(std::move(*stream));
  }
  input.reset();  // the packets of streams that are not shown
  const Timestamp began = *earliest(streams)->next_at();
  OpenedCall call{CallAnalyzer(began, SampleMemory::kFile), began, std::move(sentence)};
  if (stream_file_kind(path) != StreamFileKind::kPacketList) call.began_at_ms = wall_clock_ms(began);  // captures tell
  for (const trace::StreamEvents& stream : streams) call.analyzer.set_clock(stream.medium(), stream.clock());
  while (trace::StreamEvents* next = stop.stop_requested() ? nullptr : earliest(streams)) {
    call.end = *next->next_at();
    call.analyzer.add(next->take());
  }
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
