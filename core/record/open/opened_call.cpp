#include "core/record/open/opened_call.h"

#include <algorithm>
#include <map>
#include <memory>

#include "core/measures/views/compensation_view.h"
#include "core/measures/views/measures_view.h"
#include "core/record/open/shown_streams.h"
#include "core/record/open/stream_file.h"
#include "core/record/open/stretch_feed.h"

namespace jitterscope {
namespace {

// A call's threads end within a second of its last event: any other end is damage, and would stretch every axis.
constexpr Duration kLongestSilence = Duration::seconds(10);

std::optional<Timestamp> first_time(const TraceReader& trace, std::string& error, const std::stop_token& stop) {
  std::optional<Timestamp> first;
  const auto note = [&](const Event& event) {
    first = first ? std::min(*first, trace::local_time(event)) : trace::local_time(event);
  };
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
  std::map<TraceStreamKey, std::size_t> newest;
  for (const trace::Second& second : seconds) {
    const double at_s = (second.local - began).seconds();
    if (at_s < 0) continue;
    const auto [entry, is_new] = newest.try_emplace({*second.direction, second.medium, second.ssrc}, listed.size());
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

/// Before any event of it.
OpenedCall begun_trace(const TraceReader& trace, const FigureSpan& span) {
  OpenedCall call{CallAnalyzer(span, SampleMemory::kFile), span.began, {}};
  if (const auto offset = trace.meta().realtime_offset) call.began_at_ms = wall_clock_ms(span.began + *offset);
  for (const TraceStream& stream : trace.meta().streams)
    if (stream.direction == Direction::kReceived) call.analyzer.set_period(stream.medium, stream.nominal_period_ms);
  return call;
}

std::optional<OpenedCall> open_trace(const TraceReader* trace, const std::optional<TraceReader::End>& end,
                                     std::string& error, const std::stop_token& stop) {
  if (!trace) return std::nullopt;
  auto began = trace->meta().call_began;
  if (!began && end) began = end->seconds.front().local;
  if (!began) began = first_time(*trace, error, stop);
  if (!began) return std::nullopt;
  OpenedCall call = begun_trace(*trace, *began);
  const auto take = [&](const Event& event) {
    call.analyzer.add(event);
    call.end = std::max(call.end, trace::local_time(event));
  };
  const bool read = end ? trace->read_part({end->first_id}, take, error, stop) : trace->read_events(take, error, stop);
  if (!read) return std::nullopt;
  if (end) {
    call.only_from = OnlyFrom{std::max(0.0, (end->from - *began).seconds()), {}};
    call.before.emplace(seconds_of(end->seconds, *began), call.only_from->at_s);
  }
  if (const auto ended = trace->meta().call_ended; ended && *ended - call.end < kLongestSilence)
    call.end = std::max(call.end, *ended);
  return call;
}

OpenedCall begun_streams(const ShownStreams& shown, const FigureSpan& span) {
  OpenedCall call{CallAnalyzer(span, SampleMemory::kFile), span.began, shown.sentence(), shown.names()};
  if (shown.tells_time()) call.began_at_ms = wall_clock_ms(span.began);
  shown.tell_clocks(call.analyzer);
  return call;
}

std::optional<OpenedCall> open_streams(const std::string& path, const OpenOptions& options, std::string& error,
                                       const std::stop_token& stop) {
  auto shown = ShownStreams::read(path, options, error, stop);
  if (!shown) return std::nullopt;
  OpenedCall call = begun_streams(*shown, shown->began());
  while (const auto event = stop.stop_requested() ? std::nullopt : shown->next()) {
    call.end = trace::local_time(*event);
    call.analyzer.add(*event);
  }
  shown->each_missing({}, [&](const StreamKey& key, std::int64_t packets) { call.analyzer.expect(key, packets); });
  if (std::ranges::none_of(call.streams, &FileStream::shown)) call.end = shown->ended();
  return call;
}

TimeSpan span_of(const Stretch& stretch, Timestamp began) {
  constexpr double kEndless = 1e8;  // s, as analysis has it
  const auto at = [&](double s) { return began + Duration::from_seconds(std::clamp(s, -kEndless, kEndless)); };
  return {at(stretch.from_s()), at(stretch.to_s())};
}

std::optional<OpenedCall> stretch_of_trace(const TraceReader* trace, const Stretch& stretch, std::string& error,
                                           const std::stop_token& stop) {
  auto began = trace ? trace->meta().call_began : std::nullopt;
  if (trace && !began) began = first_time(*trace, error, stop);
  if (!began) return std::nullopt;
  const TimeSpan span = span_of(stretch, *began);
  OpenedCall call = begun_trace(*trace, {*began, span.from});
  StretchFeed feed(call.analyzer, span, true);
  std::optional<TimeSpan> recorded;
  if (!read_stretch(*trace, span, feed, error, stop, recorded)) return std::nullopt;
  if (recorded) {
    call.recorded_from_s = (recorded->from - *began).seconds();
    call.recorded_to_s = (recorded->to - *began).seconds();
  }
  call.end = feed.end();
  call.unfinished = !trace->meta().call_ended && !feed.is_past();
  return call;
}

std::optional<OpenedCall> stretch_of_streams(const std::string& path, const Stretch& stretch,
                                             const OpenOptions& options, std::string& error,
                                             const std::stop_token& stop) {
  auto shown = ShownStreams::read(path, options, error, stop);
  if (!shown) return std::nullopt;
  const TimeSpan span = span_of(stretch, shown->began());
  OpenedCall call = begun_streams(*shown, {shown->began(), span.from});
  StretchFeed feed(call.analyzer, span, false);
  shown->each_units(span, [&](const StreamKey& key, const StretchUnits& units) { feed.set_units(key, units); });
  while (const auto event = stop.stop_requested() ? std::nullopt : shown->next()) feed.take(*event);
  shown->each_missing(span, [&](const StreamKey& key, std::int64_t packets) { feed.expect(key, packets); });
  feed.finish();
  call.end = feed.end();
  return call;
}

/// What was not read to its end is nothing.
std::optional<OpenedCall> unless_stopped(std::optional<OpenedCall> call, const std::string& path, std::string& error,
                                         const std::stop_token& stop) {
  if (!stop.stop_requested()) return call;
  error = path + " was not opened: something else was chosen.";
  return std::nullopt;
}

/// As if it had been asked for by its own name.
template <typename View>
void answer(Answers<View>& view, const AnalysisQuery& query) {
  if (!view) return;
  auto named = std::make_shared<View>(*view);
  named->query = query;
  view = std::move(named);
}

/// Nobody told a capture or a list what the ends refused.
void forget_refusals(CallSnapshot& of) {
  for (const Medium medium : kMedia) {
    of.sent[medium].refused.reset();
    for (ParticipantView& remote : of.remotes) remote.received[medium].figures.refused.reset();
  }
}

}  // namespace

std::optional<OpenedCall> open_call(const std::string& path, std::string& error, std::stop_token stop,
                                    const OpenOptions& options) {
  const bool is_trace = stream_file_kind(path) == StreamFileKind::kTrace;
  return unless_stopped(is_trace ? open_trace(TraceReader::open(path, error, stop).get(), {}, error, stop)
                                 : open_streams(path, options, error, stop),
                        path, error, stop);
}

std::optional<OpenedCall> open_stretch(const std::string& path, const Stretch& stretch, const OpenOptions& options,
                                       std::string& error, std::stop_token stop) {
  const bool is_trace = stream_file_kind(path) == StreamFileKind::kTrace;
  auto call = is_trace ? stretch_of_trace(TraceReader::open(path, error, stop).get(), stretch, error, stop)
                       : stretch_of_streams(path, stretch, options, error, stop);
  if (call) call->stretch = stretch;
  return unless_stopped(std::move(call), path, error, stop);
}

CallSnapshot OpenedCall::snapshot(const AnalysisQuery& query) {
  AnalysisQuery asked = query;
  if (stretch) asked.window = MeasureWindow::kWhole;  // that is all there is
  CallSnapshot made = analyzer.snapshot(end, Interests::all(asked));
  if (before) before->put_into(made);
  if (!streams.empty()) forget_refusals(made);
  made.only_from = only_from;
  if (!stretch) return made;
  made.selected = SelectedStretch{.stretch = *stretch, .unfinished = unfinished};
  for (ParticipantView& remote : made.remotes)
    for (const Medium medium : kMedia) {
      answer(remote.received[medium].measures, query);
      answer(remote.received[medium].compensation, query);
    }
  return made;
}

std::optional<OpenedCall> open_end(const std::string& path, std::string& error, std::stop_token stop,
                                   std::int64_t least_events) {
  constexpr Duration kEnd = Duration::seconds(60);  // what a view shows at first
  if (stream_file_kind(path) != StreamFileKind::kTrace) return std::nullopt;
  if (path.ends_with(".gz")) return std::nullopt;  // unpacking is what takes long
  const auto trace = TraceReader::open(path, error, stop);
  const auto end = trace ? trace->end_of_long(kEnd, error, least_events, stop) : std::nullopt;
  if (!end) return std::nullopt;
  return open_trace(trace.get(), end, error, stop);
}

}  // namespace jitterscope
