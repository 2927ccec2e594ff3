#include "core/record/import/listed_streams.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kNoSsrc = -1;

/// Numbers that are told as lost before the lowest and behind the highest one that came; where none came, all of them.
void count_edges(const std::vector<LostRow>& lost, StreamInput& stream) {
  if (lost.empty()) return;
  const auto [lowest_lost, highest_lost] = std::ranges::minmax(lost, {}, &LostRow::number);
  if (stream.packets.empty()) {
    stream.missing_before = highest_lost.number - lowest_lost.number + 1;
    return;
  }
  std::int64_t lowest = stream.packets.sequence(0), highest = lowest;
  for (std::size_t i = 1; i < stream.packets.size(); ++i) {
    lowest = std::min(lowest, stream.packets.sequence(i));
    highest = std::max(highest, stream.packets.sequence(i));
  }
  stream.missing_before = std::max<std::int64_t>(0, lowest - lowest_lost.number);
  stream.missing_after = std::max<std::int64_t>(0, highest_lost.number - highest);
}

}  // namespace

ListedStreams::ListedStreams(bool has_frames, std::size_t rows_expected) : has_frames_(has_frames) {
  rows_.reserve(rows_expected);
}

std::optional<std::uint32_t> ListedStreams::source_of(std::optional<std::uint32_t> ssrc) {
  if (!sources_.empty() && sources_[newest_].ssrc == ssrc) return newest_;
  const auto next = static_cast<std::uint32_t>(sources_.size());
  const auto [place, is_new] = places_.try_emplace(ssrc ? std::int64_t{*ssrc} : kNoSsrc, next);
  if (!is_new) return place->second;
  if (next >= kMostStreams) return std::nullopt;
  sources_.push_back({ssrc, {}});
  if (next == 1) owners_.assign(rows_.size(), 0);
  return next;
}

bool ListedStreams::add(const ListedRow& row) {
  const auto source = source_of(row.ssrc);
  if (!source) return false;
  newest_ = *source;
  Source& of = sources_[newest_];
  if (!of.clock_rate_hz && row.clock_rate_hz) of.clock_rate_hz = row.clock_rate_hz, of.clock_row = rows_.size();
  of.any_frame |= row.packet.frame.has_value();
  ++of.rows;
  if (sources_.size() > 1) owners_.push_back(newest_);
  if (!row.received) unreceived_.push_back(rows_.size());
  rows_.push_back(row.packet);
  return true;
}

/// Rows without an SSRC join the only one that there is.
void ListedStreams::put_sources_together() {
  if (sources_.size() != 2 || (sources_[0].ssrc && sources_[1].ssrc)) return;
  Source &kept = sources_[0], &other = sources_[1];
  if (!kept.ssrc) kept.ssrc = other.ssrc;
  const bool earlier = !kept.clock_rate_hz || other.clock_row < kept.clock_row;
  if (other.clock_rate_hz && earlier) kept.clock_rate_hz = other.clock_rate_hz;
  kept.any_frame |= other.any_frame;
  kept.rows += other.rows;
  sources_.pop_back();
  owners_ = {};
}

std::vector<ListedStreams::Members> ListedStreams::members() {
  std::vector<Members> of_sources(sources_.size());
  if (owners_.empty() && unreceived_.empty()) {
    of_sources[0].packets = std::move(rows_);
    return of_sources;
  }
  for (std::size_t i = 0; i < sources_.size(); ++i) of_sources[i].packets.reserve(sources_[i].rows);
  auto next_unreceived = unreceived_.begin();
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    Members& members = of_sources[owners_.empty() ? 0 : owners_[row]];
    const bool received = next_unreceived == unreceived_.end() || *next_unreceived != row;
    if (!received) ++next_unreceived;
    received ? members.add(rows_[row]) : members.add_lost(rows_[row].sequence);
  }
  rows_ = {};
  return of_sources;
}

void ListedStreams::Members::add(const PacketObservation& packet) {
  if (packets.empty())
    for (LostRow& row : lost) row.neighbour = packet.received;
  packets.push_back(packet);
}

void ListedStreams::Members::add_lost(std::int64_t number) {
  const bool leads = packets.empty();
  lost.push_back({number, leads ? Timestamp() : packets.back().received, leads});
}

/// As times of arrival of rows that have none.
void ListedStreams::take_send_times() {
  for (PacketObservation& row : rows_) row.received = row.sent.value_or(Timestamp()), row.sent = {};
  unreceived_ = {};
}

StreamInput ListedStreams::stream_of(const Source& source, Members members, bool any_frame) const {
  StreamInput stream;
  const bool one = sources_.size() == 1 || !any_frame;
  stream.medium = has_frames_ && (one || source.any_frame) ? Medium::kVideo : Medium::kAudio;
  stream.clocks.relation = ClockRelation::kCommon;  // who lists both times says so
  stream.ssrc = source.ssrc;
  stream.clock_rate_hz = source.clock_rate_hz;
  put_in_order(members.packets, members.lost);
  stream.packets = members.packets;
  count_edges(members.lost, stream);
  return stream;
}

std::vector<StreamInput> ListedStreams::take() {
  if (sources_.empty()) sources_.emplace_back();
  put_sources_together();
  const bool sent = none_received();
  if (sent) take_send_times();
  const bool any_frame = std::ranges::any_of(sources_, &Source::any_frame);
  std::vector<Members> of_sources = members();
  std::vector<StreamInput> streams;
  streams.reserve(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    StreamInput& stream = streams.emplace_back(stream_of(sources_[i], std::exchange(of_sources[i], {}), any_frame));
    if (sent) stream.direction = Direction::kSent;
  }
  return streams;
}

}  // namespace jitterscope
