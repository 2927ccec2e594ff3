#include "core/record/open/stretch_feed.h"

#include <utility>
#include <variant>
#include <vector>

#include "core/events/events.h"
#include "core/measures/packets/own_drops.h"
#include "core/measures/tracks/table/wants.h"
#include "core/record/trace/observed.h"

namespace jitterscope {
namespace {

using trace::Second;
using Part = TraceReader::Part;

constexpr Duration kDisorder = Duration::seconds(1);  // of times in the log
constexpr Duration kASecond = Duration::seconds(1);
constexpr Duration kOfASecond = Duration::seconds(2);  // in which all rows of a second lie
constexpr std::size_t kMostNeighbours = 32;            // more streams pause in no call

/// What is read for a span: a part of the log, and rows apart from it.
struct Reading {
  Part part;
  struct Neighbour {
    Part part;
    Direction direction{};
  };
  std::vector<Neighbour> before, after;
};

/// The id of the first row of what was logged at or after that time.
std::int64_t id_from(const std::vector<Second>& seconds, Timestamp at) {
  std::int64_t id = INT64_MAX;
  for (const Second& second : seconds)
    if (second.local >= at) id = std::min(id, second.first_row);
  return id;
}

/// The id of a row before what was logged at or after that time, by not more than a second where anything is logged.
std::int64_t id_before(const std::vector<Second>& seconds, Timestamp at) {
  std::int64_t id = 0;
  for (const Second& second : seconds)
    if (second.local < at) id = std::max(id, second.first_row);
  return id;
}

/// The seconds of one stream next to the part.
struct Beside {
  const Second *before = nullptr, *after = nullptr;
  bool any_before = false, any_after = false;  // within the part, before and after the span
  bool any = false;                            // before the span's end
};

/// `until` is StretchFeed::until(). It ends at `stop`, because a stranger's file may have millions of streams.
Reading reading_of(const std::vector<Second>& seconds, const TimeSpan& span, Timestamp until,
                   const std::stop_token& stop) {
  const Timestamp begin = span.from - StretchFeed::kAround - kDisorder, end = until + StretchFeed::kAround + kDisorder;
  Reading reading{{id_before(seconds, begin), id_from(seconds, end)}, {}, {}};
  std::map<TraceStreamKey, Beside> streams;
  for (const Second& second : seconds) {
    if (!second.direction) continue;
    if (stop.stop_requested()) return reading;
    Beside& beside = streams[{*second.direction, second.medium, second.ssrc}];
    beside.any |= second.local < span.to;
    beside.any_before |= second.local >= begin && second.local < span.from;
    beside.any_after |= second.local >= span.to && second.local < end;
    if (second.local < begin) beside.before = &second;
    if (second.local >= end && !beside.after) beside.after = &second;
  }
  std::size_t before = 0, after = 0;  // streams looked at: each is a look at all seconds
  for (const auto& [key, beside] : streams) {
    if (beside.before && !beside.any_before && before++ < kMostNeighbours) {
      const std::int64_t last = std::min(id_from(seconds, beside.before->local + kOfASecond), reading.part.first_id);
      if (last > beside.before->first_row) reading.before.push_back({{beside.before->first_row, last}, key.direction});
    }
    if (beside.after && beside.any && !beside.any_after && after++ < kMostNeighbours)
      reading.after.push_back(
          {{beside.after->first_row, id_from(seconds, beside.after->local + kOfASecond)}, key.direction});
  }
  return reading;
}

/// The part of a trace from whose packets the reference transits of its streams are taken.
Part reference_part(const std::vector<Second>& seconds, const TimeSpan& span) {
  std::int64_t newest = 0;
  for (const Second& second : seconds) newest = std::max(newest, second.first_row);
  if (newest < StretchFeed::kReadWhole) return {};
  return {id_before(seconds, span.from - StretchFeed::kReference), id_from(seconds, span.to + StretchFeed::kReference)};
}

constexpr std::size_t kMostStreams = 4096;  // as analysis

/// Tells the feed which units of each received stream were due in the span.
bool tell_units(const TraceReader& trace, const std::vector<Second>& seconds, const TimeSpan& span, StretchFeed& feed,
                std::string& error, const std::stop_token& stop) {
  std::map<TraceStreamKey, StreamInput> streams;
  const auto take = [&](const Event& event) {
    const PacketArrived& packet = *get_if<PacketArrived>(&event);
    const TraceStreamKey key{Direction::kReceived, packet.medium, packet.ssrc};
    auto stream = streams.find(key);
    if (stream == streams.end() && streams.size() == kMostStreams) return;
    if (stream == streams.end()) stream = streams.emplace(key, begun_stream(trace, key)).first;
    stream->second.packets.push_back(observe(packet));
  };
  if (!trace.read_some_of<PacketArrived>(reference_part(seconds, span), take, error, stop)) return false;
  AnalysisOptions options;
  options.skew.emplace();
  for (const auto& [key, stream] : streams) {
    if (stop.stop_requested()) return true;
    feed.set_units({kFirstRemote, {}, key.medium, key.ssrc}, stretch_units(stream, span, options));
  }
  return true;
}

constexpr std::size_t kMostHeld = 500'000;

/// What is true until another one says otherwise, and what counts of a stretch begin with.
using Holds = Events<StreamAnnounced, SettingChanged, ClockSynced, ClockStepped, ClassChanged, ThreadStatus, Marker,
                     Notice, RingDropped, PlayoutDecided, PlayoutReport, RateDecided, TrendReported, TcpReported,
                     LinkReport, LoadReport, ThreadLoad, PeerSummary, SenderSummary, RtcpReported>;
/// Told of packets, frames and blocks, soon or later.
using OfUnits =
    Events<PacketArrived, PacketSent, FrameDone, FrameDecoded, FramePlayed, FrameShown, FrameSent, AudioBlockDone>;

template <typename E>
Timestamp time_of(const E& e) {
  return e.*trace::Table<E>::local;
}

StreamKey key_of(const PacketArrived& e) {
  return {kFirstRemote, {}, e.medium, e.ssrc};
}
StreamKey key_of(const PacketSent& e) {
  return {kThisEnd, {}, e.medium, e.ssrc};
}

template <typename E>
StretchEdges::Packet packet_of(const E& e) {
  std::optional<std::int64_t> unit = e.sequence;
  if (e.medium == Medium::kVideo) unit = e.frame;
  return {{e.sequence, time_of(e)}, unit};
}

}  // namespace

bool read_stretch(const TraceReader& trace, const TimeSpan& span, StretchFeed& feed, std::string& error,
                  const std::stop_token& stop, std::optional<TimeSpan>& recorded) {
  const auto take = [&](const Event& event) { feed.take(event); };
  const auto read_packets = [&](const Reading::Neighbour& neighbour) {
    return neighbour.direction == Direction::kReceived
               ? trace.read_some_of<PacketArrived>(neighbour.part, take, error, stop)
               : trace.read_some_of<PacketSent>(neighbour.part, take, error, stop);
  };
  const auto read_all = [&] {
    std::vector<Second> seconds;
    if (!trace.read_seconds(seconds, error, stop)) return false;
    for (const Second& second : seconds) {
      if (!recorded) recorded = TimeSpan{second.local, second.local};
      recorded->from = std::min(recorded->from, second.local);
      recorded->to = std::max(recorded->to, second.local + Duration::seconds(1));
    }
    if (!tell_units(trace, seconds, span, feed, error, stop)) return false;
    const Reading reading = seconds.empty() ? Reading{} : reading_of(seconds, span, feed.until(), stop);
    if (!std::ranges::all_of(reading.before, read_packets)) return false;
    if (!trace.read_part(reading.part, take, error, stop)) return false;
    return std::ranges::all_of(reading.after, read_packets);
  };
  if (!trace.at_one_moment(read_all, error)) return false;
  feed.finish();
  return true;
}

StretchEdges* StretchFeed::edges_of(const StreamKey& key) {
  const auto found = streams_.find(key);
  return found == streams_.end() ? nullptr : &found->second;
}

void StretchFeed::set_units(const StreamKey& key, const StretchUnits& units) {
  units_.insert_or_assign(key, units);
  until_ = std::max(until_, std::min(units.came, span_.to + kLatest));
}

const StretchUnits* StretchFeed::units_of(const StreamKey& key) const {
  const auto found = units_.find(key);
  return found == units_.end() ? nullptr : &found->second;
}

std::optional<PacketCounts> StretchFeed::counts(const PacketArrived& e) {
  const StretchEdges* edges = edges_of(key_of(e));
  if (!edges) return std::nullopt;
  const StretchUnits* units = units_of(key_of(e));
  if (!units) return edges->counts(packet_of(e));
  const bool of_unit = units->has_packet(e.sequence);
  if (edges->has(packet_of(e))) return of_unit ? PacketCounts::kAll : PacketCounts::kAlone;
  return of_unit ? std::optional(PacketCounts::kForItsUnit) : std::nullopt;
}

void StretchFeed::note(const PacketArrived& e) {
  streams_.try_emplace(key_of(e), span_).first->second.note(packet_of(e));
  if (announced_) silences_.add(e);
}
void StretchFeed::note(const PacketSent& e) {
  if (e.accepted) streams_.try_emplace(key_of(e), span_).first->second.note(packet_of(e));
}

void StretchFeed::take(const Event& event) {
  const auto taken = [&]<typename E>(const E& e) {
    const Timestamp at = time_of(e);
    newest_ = std::max(newest_, at);
    note(e);
    if (phase_ == Phase::kBeginning && newest_ >= span_.from + kAround && newest_ < span_.to - kAround) {
      phase_ = Phase::kMiddle;
      release(true);
    }
    if (phase_ == Phase::kMiddle && newest_ >= span_.to - kAround) phase_ = Phase::kEnd;
    if (kListed<E, Holds> && at < span_.from) return analyzer_.add(event);
    if (phase_ == Phase::kMiddle) return give(e, true);
    hold(event, at);
  };
  visit(taken, event);
}

/// Packets of before may be of a frame that ends in the stretch; what comes after it may be told of one in it.
void StretchFeed::hold(const Event& event, Timestamp at) {
  const bool before = at < span_.from, after = at >= span_.to;
  if (before && !holds_alternative<PacketArrived>(event)) return;
  if (after && newest_ >= until_ + kAround * 2) return;
  held_.push_back(event);
  const auto is_old = [&](const Event& first) {
    const auto* packet = get_if<PacketArrived>(&first);
    return packet && packet->received < span_.from - kAround;
  };
  while (!held_.empty() && is_old(held_.front())) held_.pop_front();
  if (held_.size() >= kMostHeld) release(true);
}

void StretchFeed::release(bool so_far) {
  const std::deque<Event> held = std::exchange(held_, {});
  for (const Event& event : held) visit([&](const auto& e) { give(e, so_far); }, event);
}

void StretchFeed::finish() {
  release(false);
  silences_.finish(end());
  for (const auto& [key, edges] : streams_) {
    const std::int64_t around = edges.packets_around() + expected_[key];
    const StretchUnits* units = units_of(key);
    analyzer_.expect(key, around, owed_[key], units ? units->packets_around : around);
  }
  analyzer_.finish();
}

template <typename E>
void StretchFeed::give(const E& e, bool so_far) {
  if constexpr (std::same_as<E, PacketArrived>) {
    if (const auto counted = counts(e)) analyzer_.add(e, *counted);
  } else {
    if (belongs(e, so_far)) analyzer_.add(e);
  }
}

template <typename E>
bool StretchFeed::belongs(const E& e, bool so_far) {
  const Timestamp at = time_of(e);
  if constexpr (std::same_as<E, PacketSent>) {
    const StretchEdges* edges = edges_of(key_of(e));
    if (!edges) return span_.holds(at);  // none of it was sent
    const auto counts = edges->counts(packet_of(e));
    const bool in = counts && *counts != PacketCounts::kForItsUnit;
    return e.accepted ? in : edges->has_packet(e.sequence, so_far);
  } else if constexpr (std::same_as<E, FrameSent>) {
    return has_unit(Medium::kVideo, kThisEnd, e.ssrc, e.frame, at, so_far);
  } else if constexpr (std::same_as<E, AudioBlockDone>) {
    return has_unit(Medium::kAudio, kFirstRemote, e.ssrc, e.sequence, at, so_far);
  } else if constexpr (std::same_as<E, FrameShown>) {
    return has_picture(e.frame, at, so_far);
  } else if constexpr (kListed<E, OfUnits>) {
    return has_unit(Medium::kVideo, kFirstRemote, e.ssrc, e.frame, at, so_far);
  } else if constexpr (std::same_as<E, RingDropped>) {
    return at >= span_.from && at < span_.to + kDropsToldEvery;
  } else if constexpr (std::same_as<E, SenderTimes> || std::same_as<E, ClockSynced>) {
    return at >= span_.from;
  } else {
    return span_.holds(at);
  }
}

bool StretchFeed::has_unit(Medium medium, ParticipantId from, std::uint32_t ssrc, std::int64_t unit, Timestamp at,
                           bool so_far) {
  const StreamKey key{from, {}, medium, ssrc};
  if (const StretchUnits* units = units_of(key)) return units->has(unit);
  const StretchEdges* edges = edges_of(key);
  return edges && edges->numbered() ? edges->has_unit(unit, so_far) : span_.holds(at);
}

/// A painted picture does not say of which stream it is.
bool StretchFeed::has_picture(std::int64_t frame, Timestamp at, bool so_far) {
  bool any = false;
  for (const auto& [key, edges] : streams_) {
    if (key.from != kFirstRemote || key.medium != Medium::kVideo) continue;
    const StretchUnits* units = units_of(key);
    if (units ? units->has(frame) : edges.has_unit(frame, so_far)) return true;
    any |= units || edges.numbered();
  }
  return !any && span_.holds(at);
}

}  // namespace jitterscope
