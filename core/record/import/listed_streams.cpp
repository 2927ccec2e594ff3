#include "core/record/import/listed_streams.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/units/sequence.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kNoSsrc = -1;

/// Extends numbers of so many bits over their wrap where there is one. number(packet) gives a pointer to it, or null.
template <typename Unwrapper, typename Bits, typename Number>
void extend(std::vector<PacketObservation>& packets, Number number) {
  constexpr std::int64_t kLast = std::numeric_limits<Bits>::max(), kHalf = kLast / 2 + 1;
  bool wraps = false;
  std::int64_t previous = 0;
  for (auto& packet : packets) {
    const std::int64_t* value = number(packet);
    if (!value) continue;
    if (*value < 0 || *value > kLast) return;
    wraps |= previous - *value > kHalf;
    previous = *value;
  }
  if (!wraps) return;
  Unwrapper unwrapper;
  for (auto& packet : packets)
    if (std::int64_t* value = number(packet)) *value = unwrapper.unwrap(static_cast<Bits>(*value));
}

void put_in_order(std::vector<PacketObservation>& packets) {
  const auto earlier = [](const auto& a, const auto& b) { return a.received < b.received; };
  if (!std::is_sorted(packets.begin(), packets.end(), earlier))
    std::stable_sort(packets.begin(), packets.end(), earlier);
  const auto value = [](CompactOptional<std::int64_t>& number) { return number ? &*number : nullptr; };
  extend<SequenceUnwrapper, std::uint16_t>(packets, [](PacketObservation& packet) { return &packet.sequence; });
  extend<SequenceUnwrapper, std::uint16_t>(packets, [&](PacketObservation& packet) { return value(packet.frame); });
  extend<RtpTimeUnwrapper, std::uint32_t>(packets,
                                          [&](PacketObservation& packet) { return value(packet.rtp_timestamp); });
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
  if (owners_.empty()) {
    of_sources[0].packets = std::move(rows_);
    return of_sources;
  }
  for (std::size_t i = 0; i < sources_.size(); ++i) of_sources[i].packets.reserve(sources_[i].rows);
  for (std::size_t row = 0; row < rows_.size(); ++row) of_sources[owners_[row]].packets.push_back(rows_[row]);
  rows_ = {};
  return of_sources;
}

StreamInput ListedStreams::stream_of(const Source& source, Members members, bool any_frame) const {
  StreamInput stream;
  const bool one = sources_.size() == 1 || !any_frame;
  stream.medium = has_frames_ && (one || source.any_frame) ? Medium::kVideo : Medium::kAudio;
  stream.clocks.relation = ClockRelation::kCommon;  // who lists both times says so
  stream.ssrc = source.ssrc;
  stream.clock_rate_hz = source.clock_rate_hz;
  put_in_order(members.packets);
  stream.packets = members.packets;
  return stream;
}

std::vector<StreamInput> ListedStreams::take() {
  if (sources_.empty()) sources_.emplace_back();
  put_sources_together();
  const bool any_frame = std::ranges::any_of(sources_, &Source::any_frame);
  std::vector<Members> of_sources = members();
  std::vector<StreamInput> streams;
  streams.reserve(sources_.size());
  for (std::size_t i = 0; i < sources_.size(); ++i)
    streams.push_back(stream_of(sources_[i], std::exchange(of_sources[i], {}), any_frame));
  return streams;
}

}  // namespace jitterscope
