#include "core/measures/offline/packet_rows.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/measures/definitions/rfc3550_jitter.h"
#include "core/measures/offline/stream_orders.h"

namespace jitterscope {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kRowsForSingles = 2'000'000;

/// Numbers that did not come before one that did.
struct Gap {
  std::size_t rank = 0;  // of the packet after it, in order of arrival
  std::int64_t first = 0, count = 0;
  Timestamp from, to;  // of the packets beside it
};

/// Skew by RTP timestamps against the first packet, or the first one after they began anew.
class SkewMeter {
 public:
  explicit SkewMeter(double clock_rate_hz) : clock_rate_hz_(clock_rate_hz) {}
  double ms(Timestamp received, std::int64_t timestamp) {
    const double since_ms = started_ ? (received - received_).ms() : 0;
    const double media_ms = started_ ? in_ms(timestamp, timestamp_) : 0;
    if (!started_ || timestamps_restarted(in_ms(timestamp, before_) / 1e3,
                                          ((received - received_before_).ms() - in_ms(timestamp, before_)) / 1e3)) {
      started_ = true;
      received_ = received_before_ = received;
      timestamp_ = before_ = timestamp;
      return 0;
    }
    received_before_ = received;
    before_ = timestamp;
    return media_ms - since_ms;
  }

 private:
  double in_ms(std::int64_t to, std::int64_t from) const {
    const auto units = static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
    return static_cast<double>(units) / clock_rate_hz_ * 1e3;
  }
  double clock_rate_hz_;
  bool started_ = false;
  Timestamp received_, received_before_;
  std::int64_t timestamp_ = 0, before_ = 0;
};

/// In order of the packets that follow them.
std::vector<Gap> gaps_of(const PacketOrder& by_sequence, const PacketOrder& arrivals, std::size_t places) {
  std::vector<std::uint32_t> rank_of(places);
  for (std::size_t i = 0; i < arrivals.size(); ++i) rank_of[arrivals.place(i)] = static_cast<std::uint32_t>(i);
  std::vector<Gap> gaps;
  for (std::size_t i = 1; i < by_sequence.size(); ++i) {
    const std::int64_t before = by_sequence.sequence(i - 1), missing = by_sequence.sequence(i) - before - 1;
    if (missing > 0)
      gaps.push_back(
          {rank_of[by_sequence.place(i)], before + 1, missing, by_sequence.received(i - 1), by_sequence.received(i)});
  }
  std::ranges::stable_sort(gaps, {}, &Gap::rank);
  return gaps;
}

/// As on the wire, where it is RTP.
std::int64_t number_of(const StreamInput& stream, std::int64_t sequence) {
  if (!stream.payload) return sequence;
  const auto next_run = std::ranges::upper_bound(stream.runs, sequence, {}, &RunStart::number);
  const std::int64_t offset = next_run == stream.runs.begin() ? 0 : std::prev(next_run)->offset;
  return (sequence - offset) & 0xFFFF;
}

PacketRow lost_row(double at_s, std::int64_t number, std::int64_t count) {
  PacketRow row;
  row.at_s = at_s;
  row.number = number;
  row.count = count;
  row.delta_ms = row.jitter_ms = row.skew_ms = kUnknown;
  row.fate = PacketFate::kLost;
  return row;
}

void add_lost(const StreamInput& stream, const Gap& gap, Timestamp began, StreamPackets& packets) {
  packets.lost += gap.count;
  const double from_s = (gap.from - began).seconds(), to_s = std::max((gap.to - began).seconds(), from_s);
  const auto room = kRowsForSingles - static_cast<std::int64_t>(packets.rows.size());
  if (gap.count > std::min(kMostLostOneByOne, room)) {
    const double first_s = from_s + (to_s - from_s) / static_cast<double>(gap.count + 1);
    packets.rows.push_back(lost_row(first_s, number_of(stream, gap.first), gap.count));
    packets.rows.back().last_number = number_of(stream, gap.first + gap.count - 1);
    return;
  }
  for (std::int64_t i = 0; i < gap.count; ++i) {
    const double share = static_cast<double>(i + 1) / static_cast<double>(gap.count + 1);
    packets.rows.push_back(lost_row(from_s + share * (to_s - from_s), number_of(stream, gap.first + i), 1));
  }
}

bool any_stamped(const PacketColumns& packets) {
  for (std::size_t i = 0; i < packets.size(); ++i)
    if (packets.rtp_timestamp(i)) return true;
  return false;
}

/// Makes the row of one packet after the other, in order of arrival.
class RowMaker {
 public:
  RowMaker(const StreamInput& stream, Timestamp began)
      : stream_(stream), began_(began), by_send_time_(!any_stamped(stream.packets)) {
    const double clock_hz = by_send_time_ ? 1e9 : stream.clock_rate_hz.value_or(0);
    if (clock_hz > 0) jitter_.emplace(clock_hz), skew_.emplace(clock_hz);
  }
  PacketRow row_of(const PacketOrder& arrivals, std::size_t rank, bool copy) {
    const Timestamp at = arrivals.received(rank);
    const std::int64_t sequence = arrivals.sequence(rank);
    PacketRow row;
    row.at_s = (at - began_).seconds();
    row.number = number_of(stream_, sequence);
    row.delta_ms = before_ ? (at - *before_).ms() : kUnknown;
    row.jitter_ms = row.skew_ms = kUnknown;
    row.size = arrivals.size(rank).value_or(-1);
    row.marker = arrivals.marker(rank);
    row.timed = arrivals.timed(rank);
    row.payload_type = static_cast<std::int8_t>(arrivals.payload_type(rank).value_or(-1));
    if (copy) {
      row.fate = PacketFate::kDuplicate;
      return row;
    }
    if (highest_ && sequence < *highest_) row.fate = PacketFate::kReordered;
    highest_ = std::max(highest_.value_or(sequence), sequence);
    before_ = at;
    row.type_changed = type_ && *type_ != row.payload_type;
    type_ = row.payload_type;
    if (const auto timestamp = media_time(arrivals, rank); jitter_ && timestamp && row.timed) {
      jitter_->add(at, *timestamp);
      if (const auto ms = jitter_->ms()) row.jitter_ms = *ms;
      row.skew_ms = skew_->ms(at, *timestamp);
    }
    return row;
  }

 private:
  /// In units of the clock: the RTP timestamp; of a list without any the send time.
  std::optional<std::int64_t> media_time(const PacketOrder& arrivals, std::size_t rank) const {
    if (!by_send_time_) return arrivals.rtp_timestamp(rank);
    const auto sent = arrivals.sent(rank);
    return sent ? std::optional(sent->ns()) : std::nullopt;
  }

  const StreamInput& stream_;
  Timestamp began_;
  const bool by_send_time_;
  std::optional<Rfc3550Jitter> jitter_;
  std::optional<SkewMeter> skew_;
  std::optional<Timestamp> before_;
  std::optional<std::int8_t> type_;
  std::optional<std::int64_t> highest_;
};

}  // namespace

StreamPackets packet_rows(const StreamInput& stream, Timestamp began) {
  StreamPackets packets;
  packets.left_here = stream.direction == Direction::kSent;
  if (stream.medium_known) packets.medium = stream.medium;
  packets.payloads = stream.payloads;
  const PacketOrder arrivals = arrivals_of(stream);
  const DistinctOrders distinct = distinct_orders(arrivals);
  const std::vector<Gap> gaps = gaps_of(distinct.by_sequence, arrivals, stream.packets.size());
  packets.rows.reserve(arrivals.size() + gaps.size());
  RowMaker maker(stream, began);
  auto gap = gaps.begin();
  std::size_t next_distinct = 0;
  for (std::size_t rank = 0; rank < arrivals.size(); ++rank) {
    for (; gap != gaps.end() && gap->rank == rank; ++gap) add_lost(stream, *gap, began, packets);
    const bool first_copy =
        next_distinct < distinct.by_arrival.size() && distinct.by_arrival.place(next_distinct) == arrivals.place(rank);
    if (first_copy) ++next_distinct;
    packets.rows.push_back(maker.row_of(arrivals, rank, !first_copy));
  }
  return packets;
}

}  // namespace jitterscope
