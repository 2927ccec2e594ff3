#include <algorithm>
#include <array>
#include <filesystem>
#include <future>
#include <iterator>
#include <map>
#include <span>
#include <stop_token>
#include <system_error>
#include <type_traits>
#include <variant>

#include "core/events/events.h"
#include "core/events/kinds/peer_summary.h"
#include "core/measures/definitions/delay_splitter.h"
#include "core/measures/definitions/run_note.h"
#include "core/measures/definitions/sender_counts.h"
#include "core/measures/definitions/stream_input.h"
#include "core/measures/tracks/streams/silences.h"
#include "core/record/trace/delay_bounds.h"
#include "core/record/trace/observed.h"
#include "core/record/trace/reader.h"
#include "core/record/trace/row_codec.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostAnalysed = 4096;  // of a direction: one packet of each takes over a kilobyte

/// One StreamInput a stream, in order of appearance.
class StreamCollector {
 public:
  explicit StreamCollector(const TraceReader& trace) : trace_(trace) {}

  /// Throws DamagedRow beyond kMostAnalysed.
  StreamInput& stream(const TraceStreamKey& key) {
    const auto [entry, added] = index_.try_emplace(key, streams_.size());
    if (added) {
      if (streams_.size() >= kMostAnalysed) throw trace::DamagedRow("more streams than a call has");
      streams_.push_back(begun_stream(trace_, key));
    }
    return streams_[entry->second];
  }
  std::vector<StreamInput> take() { return std::move(streams_); }

 private:
  const TraceReader& trace_;
  std::map<TraceStreamKey, std::size_t> index_;
  std::vector<StreamInput> streams_;
};

/// A run begins with the first packet to whose number something else was added.
void note_run(const PacketArrived& packet, StreamInput& stream) {
  std::vector<RunStart>& runs = stream.runs;
  const bool begins = runs.empty() || (packet.run_offset != runs.back().offset && packet.sequence > runs.back().number);
  if (begins) runs.push_back({packet.sequence, packet.run_offset});
}

/// A packet that the receiver could not read is told of twice at the same time: it came, then why it was refused.
class Refusals {
 public:
  explicit Refusals(StreamCollector& streams) : streams_(streams) {}

  void note(const PacketArrived& packet, StreamInput& stream) {
    if (!stream.refusals) stream.refusals.emplace();
    newest_[packet.medium == Medium::kVideo] = {packet.ssrc, packet.sequence, packet.received};
  }
  void note(const PacketRejected& refused) {
    Newest& packet = newest_[refused.medium == Medium::kVideo];
    if (refused.count || !packet.received || *packet.received != refused.received) return;
    streams_.stream({Direction::kReceived, refused.medium, packet.ssrc})
        .refusals->push_back({packet.sequence, refused.reason});
    packet.received.reset();  // it is refused once
  }

 private:
  struct Newest {
    std::uint32_t ssrc = 0;
    std::int64_t sequence = 0;
    std::optional<Timestamp> received = {};
  };
  StreamCollector& streams_;
  std::array<Newest, 2> newest_{};  // of sound, of the picture
};

PacketObservation observe(const PacketSent& packet) {
  PacketObservation observation;
  observation.sequence = packet.sequence;
  observation.received = packet.sent;
  observation.rtp_timestamp = packet.rtp_timestamp;
  observation.frame = packet.frame;
  observation.block = packet.block;
  observation.size = packet.size;
  observation.marker = packet.marker;
  return observation;
}

/// Numbers that the analysis takes (stream_analysis.cpp); only a damaged trace holds others.
bool within_reach(std::int64_t number) {
  constexpr std::int64_t kReach = std::int64_t{1} << 61;
  return number >= -kReach && number <= kReach;
}

/// The number by which playout tells of the packet's frame or block.
std::optional<std::int64_t> unit_of(const StreamInput& stream, std::size_t packet) {
  const auto number =
      stream.medium == Medium::kVideo ? stream.packets.frame(packet) : CompactOptional(stream.packets.sequence(packet));
  return number && within_reach(*number) ? std::optional(*number) : std::nullopt;
}

/// What playout made of a received stream's blocks or frames.
struct PlayoutSums {
  std::int64_t played = 0;
  std::optional<std::int64_t> last;   // number of which playout told
  std::vector<std::int64_t> numbers;  // of those played
  bool told = false;                  // by playout itself
  bool whole = false;                 // some came whole

  void add(std::int64_t number, bool was_played) {
    if (!within_reach(number)) return;
    last = std::max(last.value_or(number), number);
    if (!was_played) return;
    ++played;
    numbers.push_back(number);
  }
};

/// Units beyond the last of which playout told, if they all came in the stream's last second.
std::int64_t waiting(const StreamInput& stream, std::int64_t last) {
  std::int64_t highest = last;
  Timestamp end, begin = Timestamp::ns(INT64_MAX);
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    const Timestamp received = stream.packets.received(i);
    end = std::max(end, received);
    const auto number = unit_of(stream, i);
    if (!number || *number <= last) continue;
    highest = std::max(highest, *number);
    begin = std::min(begin, received);
  }
  return begin > end - Duration::seconds(1) ? highest - last : 0;
}

/// Units of the stream, as far as playout's turn came, that were not played; ascending. None where its numbers span
/// more than there is `room` for in all streams' lists; what they span is taken off it.
std::vector<std::int64_t> not_played(const StreamInput& stream, std::vector<std::int64_t> played, std::int64_t& room) {
  std::int64_t first = INT64_MAX, last = INT64_MIN;
  for (std::size_t i = 0; i < stream.packets.size(); ++i) {
    const auto number = unit_of(stream, i);
    if (!number) continue;
    first = std::min(first, *number);
    last = std::max(last, *number);
  }
  std::vector<std::int64_t> missing;
  if (first > last || last - first >= room) return missing;
  room -= last - first + 1;
  last -= stream.units_waiting;
  if (!std::is_sorted(played.begin(), played.end())) std::sort(played.begin(), played.end());
  auto next = played.begin();
  for (std::int64_t number = first; number <= last; ++number) {
    while (next != played.end() && *next < number) ++next;
    if (next == played.end() || *next != number) missing.push_back(number);
  }
  return missing;
}

/// What the log tells of the received streams besides their packets.
class ReceivedSides {
 public:
  explicit ReceivedSides(StreamCollector& streams) : streams_(streams) {}

  /// In log order.
  template <typename E>
  void add(const E& event) {
    note(event);
    for (DelaySplitter& splitter : splitters_) {
      if constexpr (requires { splitter.add(event); }) {
        splitter.add(event);
        take_splits(splitter);
      }
    }
  }
  /// All that was recorded has been given; it lasted until `end`.
  void end_silences(Timestamp end) { silences_.finish(end); }
  void finish() {
    for (DelaySplitter& splitter : splitters_) {
      splitter.finish();
      take_splits(splitter);
    }
  }

  const DelayBounds& bounds() const { return bounds_; }
  /// nullptr: nothing is told of it.
  const PlayoutSums* playout_of(const StreamInput& stream) const {
    const auto found = playout_.find(key_of(stream.medium, stream.ssrc.value_or(0)));
    return stream.direction == Direction::kReceived && found != playout_.end() ? &found->second : nullptr;
  }
  /// Its summaries come more often than its RTCP reports.
  std::span<const SenderCount> sender_counts_of(const StreamInput& stream) const {
    if (stream.direction != Direction::kReceived) return {};
    const TraceStreamKey key = key_of(stream.medium, stream.ssrc.value_or(0));
    for (const auto* counts : {&told_counts_, &sender_counts_})
      if (const auto found = counts->find(key); found != counts->end()) return found->second;
    return {};
  }
  Timestamp last_event() const { return last_event_; }

 private:
  static TraceStreamKey key_of(Medium medium, std::uint32_t ssrc) { return {Direction::kReceived, medium, ssrc}; }
  template <typename E>
  void note(const E&) {}
  void note(const ClockSynced& event) { bounds_.add(event); }
  void note(const PacketArrived& packet) {
    silences_.add(packet);
    last_event_ = std::max(last_event_, packet.received);
  }
  void note(const SettingChanged& change) { silences_.add(change); }
  void note(const SenderSummary& told) {
    silences_.add(told);
    told_counts_[key_of(told.medium, told.ssrc)].push_back({told.at, told.packets});
  }
  void note(const StreamAnnounced& stream) { silences_.add(stream); }
  void note(const RtcpReported& report) {
    last_event_ = std::max(last_event_, report.at);
    if (report.sender_ssrc && report.sender_packets)
      sender_counts_[key_of(report.medium, *report.sender_ssrc)].push_back(
          {report.at, static_cast<std::int64_t>(*report.sender_packets)});
  }
  void note(const AudioBlockDone& block) {
    PlayoutSums& sums = playout_[key_of(Medium::kAudio, block.ssrc)];
    sums.told = true;
    sums.add(block.sequence, block.outcome == PlayoutOutcome::kPlayed && block.received);
  }
  void note(const FramePlayed& frame) {
    PlayoutSums& sums = playout_[key_of(Medium::kVideo, frame.ssrc)];
    sums.told = true;
    sums.add(frame.frame, frame.outcome == PlayoutOutcome::kPlayed);
  }
  /// A frame that did not come whole has no turn to wait for.
  void note(const FrameDone& frame) {
    const bool whole = frame.outcome == FrameOutcome::kComplete || frame.outcome == FrameOutcome::kPatched;
    PlayoutSums& sums = playout_[key_of(Medium::kVideo, frame.ssrc)];
    if (whole)
      sums.whole = true;
    else
      sums.add(frame.frame, false);
  }
  void take_splits(DelaySplitter& splitter) {
    while (const auto split = splitter.next())
      streams_.stream(key_of(split->medium, split->ssrc)).delay_splits.push_back(*split);
  }

  StreamCollector& streams_;
  std::array<DelaySplitter, 2> splitters_{DelaySplitter(Medium::kAudio), DelaySplitter(Medium::kVideo)};
  DelayBounds bounds_;
  Silences silences_{[this](Medium medium, std::uint32_t ssrc, const Silence& silence) {
    streams_.stream(key_of(medium, ssrc)).silences.push_back(silence);
  }};
  std::map<TraceStreamKey, PlayoutSums> playout_;
  std::map<TraceStreamKey, std::vector<SenderCount>> sender_counts_, told_counts_;  // by RTCP; by summaries
  Timestamp last_event_;                                                            // packet or report
};

/// When the call ended; of one that was cut off, the last that is known of it.
Timestamp end_of(const TraceReader& trace, Timestamp last_event) {
  return std::max(last_event, trace.meta().call_ended.value_or(last_event));
}

/// What the sender itself counted of each stream; counts of the last second may be of packets that are under way.
void add_sender_counts(const ReceivedSides& told, Timestamp end, std::vector<StreamInput>& streams) {
  for (StreamInput& stream : streams)
    for (const SenderCount& count : told.sender_counts_of(stream)) {
      if (count.at <= end - kUnderWay || stream.sender_counts.empty()) stream.sender_counts.push_back(count);
      stream.newest_count = count;
    }
}

/// What the rings of notes of received packets had no room for. A recording that begins later tells first how much
/// there was until then.
class DroppedNotes {
 public:
  void add(const RingDropped& ring) {
    const auto medium = notes_received_of(ring);
    if (!medium) return;
    std::int64_t& known = known_[*medium];
    if (ring.dropped != known) drops_[*medium].push_back({ring.at, ring.dropped > known ? ring.dropped - known : 0});
    known = ring.dropped;
  }
  void put_into(std::vector<StreamInput>& streams) const {
    for (StreamInput& stream : streams)
      if (stream.direction == Direction::kReceived && stream.packets.size() > 0) {
        stream.own_drops = drops_[stream.medium];
        const Timestamp earliest = stream.packets.received(0) + kDropsToldEvery;
        std::erase_if(stream.own_drops, [&](const OwnDrops& drops) { return drops.told <= earliest; });
      }
  }

 private:
  PerMedium<std::int64_t> known_;
  PerMedium<std::vector<OwnDrops>> drops_;
};

/// Losses of playout, for the quality of the streams.
void add_playout(const ReceivedSides& told, std::vector<StreamInput>& streams) {
  std::int64_t room = 10'000'000;  // days; beyond it a number is damaged
  for (StreamInput& stream : streams) {
    stream.no_latency = why_no_whole(stream.delay_splits);
    const PlayoutSums* sums = told.playout_of(stream);
    if (!sums || !sums->last || (!sums->told && sums->whole)) continue;
    stream.units_played = sums->played;
    stream.units_waiting = waiting(stream, *sums->last);
    stream.units_not_played = not_played(stream, sums->numbers, room);
  }
}

bool has_send_times(const PacketColumns& packets) {
  for (std::size_t i = 0; i < packets.size(); ++i)
    if (packets.sent(i)) return true;
  return false;
}

template <typename... E>
struct TypesOf {
  static bool read(const TraceReader& trace, const std::function<void(const Event&)>& take, std::string& error,
                   const std::stop_token& stop) {
    return trace.read_some<E...>(take, error, stop);
  }
  static bool read_others(const TraceReader& trace, const std::function<void(const Event&)>& take, std::string& error,
                          const std::stop_token& stop) {
    return trace.read_others<E...>(take, error, stop);
  }
};
/// What the received streams are made of. The other reader reads all the rest: what was sent, and what analysis does
/// not need, so that a damaged trace is damaged for whoever reads it.
using OfReceived = TypesOf<PacketArrived, PacketRejected, FrameDone, FrameDecoded, FramePlayed, FrameShown,
                           AudioBlockDone, SenderTimes, ClockSynced, RtcpReported, PeerSummary, SenderSummary,
                           SettingChanged, StreamAnnounced, RingDropped>;

struct SentStreams {
  std::vector<StreamInput> streams;
  std::string error;  // empty: these are all
};

SentStreams read_sent(const TraceReader& trace, const std::stop_token& stop = {}) {
  SentStreams sent;
  StreamCollector streams(trace);
  const auto add = [&](const Event& event) {
    const auto* packet = get_if<PacketSent>(&event);
    if (packet && packet->accepted)
      streams.stream({Direction::kSent, packet->medium, packet->ssrc}).packets.push_back(observe(*packet));
  };
  OfReceived::read_others(trace, add, sent.error, stop);
  sent.streams = streams.take();
  return sent;
}

/// What was sent, read beside the rest by a reader of its own until `stop`; of a trace that still grows, which would be
/// of another moment, and of a packed one, which would be unpacked twice, after the rest.
std::future<SentStreams> begin_reading_sent(const TraceReader& trace, const std::stop_token& stop) {
  const auto after_the_rest = [&trace] { return read_sent(trace); };
  std::error_code ignored;
  const bool grows = !trace.meta().call_ended && std::filesystem::exists(trace.path() + "-wal", ignored);
  if (grows || trace.path().ends_with(".gz")) return std::async(std::launch::deferred, after_the_rest);
  const auto beside = [&trace, stop] {
    SentStreams sent;
    const auto reader = TraceReader::open(trace.path(), sent.error, stop);
    if (!reader) return sent;
    if (reader->meta().call_began == trace.meta().call_began && reader->meta().call_ended == trace.meta().call_ended)
      return read_sent(*reader, stop);
    sent.error = trace.path() + " was replaced by another file while it was read. Read it once more.";
    return sent;
  };
  try {
    return std::async(std::launch::async, beside);
  } catch (const std::system_error&) {  // no thread to be had
    return std::async(std::launch::deferred, after_the_rest);
  }
}

std::optional<AnalysisInput> read_analysis(const TraceReader& trace, std::string& error, const std::stop_token& stop) {
  std::stop_source enough;  // ends the other reader where this one fails
  std::future<SentStreams> sending = begin_reading_sent(trace, enough.get_token());
  StreamCollector streams(trace);
  ReceivedSides told(streams);
  std::vector<PeerSummary> summaries;
  DroppedNotes dropped;
  Refusals refusals(streams);
  const auto add = [&]<typename E>(const E& event) {
    if constexpr (std::is_same_v<E, PacketArrived>) {
      StreamInput& stream = streams.stream({Direction::kReceived, event.medium, event.ssrc});
      note_run(event, stream);
      stream.packets.push_back(observe(event));
      refusals.note(event, stream);
    }
    if constexpr (std::is_same_v<E, PacketRejected>) refusals.note(event);
    if constexpr (std::is_same_v<E, PeerSummary>) summaries.push_back(event);
    if constexpr (std::is_same_v<E, RingDropped>) dropped.add(event);
    told.add(event);
  };
  if (!OfReceived::read(
          trace, [&](const Event& event) { visit(add, event); }, error, stop)) {
    enough.request_stop();
    return std::nullopt;
  }
  SentStreams sent = sending.get();
  if (!sent.error.empty()) {
    error = std::move(sent.error);
    return std::nullopt;
  }
  told.finish();
  const Timestamp end = end_of(trace, told.last_event());
  told.end_silences(end);
  std::ranges::stable_sort(summaries, {}, &PeerSummary::at);
  AnalysisInput input{trace.path(), streams.take(), trace.meta().call_began,
                      std::make_shared<const std::vector<PeerSummary>>(std::move(summaries))};
  std::ranges::move(sent.streams, std::back_inserter(input.streams));
  dropped.put_into(input.streams);
  add_playout(told, input.streams);
  add_sender_counts(told, end, input.streams);
  for (StreamInput& stream : input.streams)
    if (stream.runs.size() > 1) stream.notes.push_back(run_note(stream.runs.size()));
  const DelayBounds& bounds = told.bounds();
  const std::vector<DelayBound> delay_bounds = bounds.list();
  for (StreamInput& stream : input.streams) {
    if (stream.direction != Direction::kReceived || !has_send_times(stream.packets)) continue;
    stream.delay_bounds = delay_bounds;
    stream.clocks.relation = bounds.relation();
  }
  return input;
}

}  // namespace

std::optional<AnalysisInput> to_analysis(const TraceReader& trace, std::string& error, const std::stop_token& stop) {
  std::optional<AnalysisInput> input;
  const auto read = [&] { return (input = read_analysis(trace, error, stop)).has_value(); };
  if (!trace.at_one_moment(read, error)) return std::nullopt;
  return input;
}

}  // namespace jitterscope
