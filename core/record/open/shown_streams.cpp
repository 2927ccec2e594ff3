#include "core/record/open/shown_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/base/units/plain_digits.h"
#include "core/events/words.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/record/open/stream_file.h"

namespace jitterscope {
namespace {

/// `with_path`: other streams have its SSRC, and addresses tell them apart.
std::string name_of(const StreamInput& stream, bool with_path = false) {
  std::string name = stream.medium_known ? std::string(to_string(stream.medium)) : "unknown payload";
  if (stream.ssrc) name += fmt::format(" 0x{:08x}", *stream.ssrc);
  name += fmt::format(" ({} packets", stream.packets.size());
  if (stream.payload && !stream.payload->name.empty()) name += ", " + stream.payload->name;
  if (!stream.medium_known && stream.payload) name += fmt::format(", type {}", stream.payload->type);
  if (with_path && !stream.sources.empty())
    name += fmt::format(", from {} to {}", stream.sources.front(), stream.destination);
  return name + (stream.direction == Direction::kSent ? ", sent)" : ")");
}

bool can_be_shown(const StreamInput& stream) {
  return stream.medium_known && !stream.retransmits && !stream.packets.empty();
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

constexpr std::ptrdiff_t kMostNamed = 3;

std::string sentence_of(const std::vector<FileStream>& streams, const std::string& note) {
  std::string named, others;
  const auto hidden = std::ranges::count(streams, false, &FileStream::shown);
  for (const FileStream& stream : streams) {
    if (!stream.shown && hidden > kMostNamed) continue;
    std::string& list = stream.shown ? named : others;
    list += (list.empty() ? "" : ", ") + stream.name;
  }
  if (hidden > kMostNamed) others = fmt::format("{} other streams", hidden);
  std::string sentence = named.empty() ? "None of its streams is shown, since nobody says what they carry."
                                       : fmt::format("Shown: {}.", named);
  if (!others.empty()) sentence += " Not shown: " + others + '.';
  return note.empty() ? sentence : sentence + ' ' + note;
}

std::string why_none(const AnalysisInput& input) {
  const auto unknown = std::find_if(input.streams.begin(), input.streams.end(), [](const StreamInput& stream) {
    return !stream.medium_known && !stream.retransmits && stream.payload;
  });
  if (!input.streams.empty() && std::ranges::all_of(input.streams, &StreamInput::retransmits))
    return input.file + " holds retransmissions alone, which have neither loss nor lateness of their own.";
  if (unknown == input.streams.end()) return input.file + " holds no packets.";
  return fmt::format("{} does not say what its streams carry: {}. Say it, as --payload {}=AMR/8000.", input.file,
                     name_of(*unknown), unknown->payload->type);
}

/// From the first packet to the last of all streams.
std::optional<Span> span_of(const AnalysisInput& input) {
  std::optional<Span> all;
  for (const StreamInput& stream : input.streams) {
    if (stream.packets.empty()) continue;
    const Span span(stream);
    if (!all) all = span;
    all->from = std::min(all->from, span.from);
    all->to = std::max(all->to, span.to);
  }
  return all;
}

trace::StreamEvents* earliest(std::vector<trace::StreamEvents>& streams) {
  trace::StreamEvents* next = nullptr;
  for (trace::StreamEvents& stream : streams)
    if (const auto at = stream.next_at(); at && (!next || *at < *next->next_at())) next = &stream;
  return next;
}

}  // namespace

std::optional<ShownStreams> ShownStreams::read(const std::string& path, const OpenOptions& options, std::string& error,
                                               const std::stop_token& stop) {
  std::string note;
  CaptureOptions capture;
  capture.payloads = options.payloads;
  capture.port = options.port;
  auto input = read_stream_file(path, capture, error, note, stop);
  if (!input) return std::nullopt;
  const bool chosen =
      options.stream && *options.stream < input->streams.size() && can_be_shown(input->streams[*options.stream]);
  const StreamInput* lead = chosen ? &input->streams[*options.stream] : lead_of(*input);
  const auto span = span_of(*input);
  if (!span || (!lead && !options.also_without_stream)) {
    error = why_none(*input);
    return std::nullopt;
  }
  const auto shown = lead ? streams_to_show(*input, *lead) : std::vector<const StreamInput*>();
  if (options.clocks)
    for (StreamInput& stream : input->streams) stream.clocks.relation = *options.clocks;
  const std::vector<SkewVerdict> skews = skews_of(*input);
  const std::string steps = steps_of(*input);
  std::map<std::optional<std::uint32_t>, int> with_ssrc;
  for (const StreamInput& stream : input->streams) ++with_ssrc[stream.ssrc];
  ShownStreams read;
  for (StreamInput& stream : input->streams) {
    if (stop.stop_requested()) return std::nullopt;
    const SkewVerdict& skew = skews[static_cast<std::size_t>(&stream - input->streams.data())];
    const bool is_shown = std::find(shown.begin(), shown.end(), &stream) != shown.end();
    read.names_.push_back({name_of(stream, with_ssrc[stream.ssrc] > 1), is_shown, can_be_shown(stream)});
    if (!is_shown) continue;
    for (const std::string& told : stream.notes) note += (note.empty() ? "" : " ") + told;
    read.streams_.emplace_back(std::move(stream)).set_skew(skew);
  }
  read.began_ = span->from;
  read.ended_ = span->to;
  read.sentence_ = sentence_of(read.names_, note) + steps;
  read.tells_time_ = stream_file_kind(path) != StreamFileKind::kPacketList;  // captures do
  return read;
}

void ShownStreams::tell_clocks(CallAnalyzer& analyzer) const {
  for (const trace::StreamEvents& stream : streams_)
    if (stream.direction() == Direction::kReceived) analyzer.set_clock(stream.medium(), stream.clock());
}

std::optional<Event> ShownStreams::next() {
  trace::StreamEvents* first = earliest(streams_);
  return first ? std::optional(first->take()) : std::nullopt;
}

}  // namespace jitterscope
