#include "core/record/import/packet_numbering.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace jitterscope::trace {
namespace {

constexpr std::size_t kMostSources = 4;

/// Packets with their numbers in their own runs, and those that belong to none.
struct Placed {
  std::vector<NumberedPacket> packets;
  std::vector<std::uint32_t> others;  // their places

  void put(std::uint32_t place, const rtp::RunPlace& at) {
    packets.push_back({place, at.run, at.sequence, at.timestamp});
  }
  /// Gives the packets of the runs `from` to `to` to another source. None of them stands before `begin`.
  void take_back(std::int32_t from, std::int32_t to, std::size_t begin) {
    const auto is_of_another = [&](const NumberedPacket& packet) {
      const bool is = packet.run >= from && packet.run <= to;
      if (is) others.push_back(packet.place);
      return is;
    };
    packets.erase(std::remove_if(packets.begin() + static_cast<std::ptrdiff_t>(begin), packets.end(), is_of_another),
                  packets.end());
  }
};

/// Nothing came before the first run: where it ends at once, its packets came too late or are nobody's.
void leave_out_first_run(Placed& placed) {
  constexpr std::ptrdiff_t kFewest = 3;
  if (placed.packets.empty()) return;
  const std::int32_t first = placed.packets.front().run;
  const auto of_first = std::ranges::count(placed.packets, first, &NumberedPacket::run);
  if (of_first < kFewest && of_first < std::ssize(placed.packets)) placed.take_back(first, first, 0);
}

Placed place_packets(std::span<const CapturedRtp> packets, std::span<const std::uint32_t> places,
                     std::span<const rtp::SenderCountAt> counts) {
  using Verdict = rtp::SequenceRuns::Verdict;
  rtp::SequenceRuns runs;
  runs.set_sender_counts(counts);
  Placed placed;
  placed.packets.reserve(places.size());
  std::deque<std::uint32_t> held;
  std::vector<std::size_t> begins{0};  // the place in `placed` with which each run begins
  const auto give_up = [&](std::size_t count) {
    for (; count > 0; --count, held.pop_front()) placed.others.push_back(held.front());
  };
  for (const std::uint32_t place : places) {
    const CapturedRtp& packet = packets[place];
    const auto answer = runs.add({packet.sequence, packet.timestamp, Timestamp::ns(packet.at_ns)});
    give_up(answer.given_up);
    switch (answer.verdict) {
      case Verdict::kPlaced:
      case Verdict::kEarlier: placed.put(place, answer.place); break;
      case Verdict::kHeld: held.push_back(place); break;
      case Verdict::kOther: placed.others.push_back(place); break;
      case Verdict::kBegins:
        begins.resize(static_cast<std::size_t>(answer.place.run) + 1, placed.packets.size());
        for (const rtp::RunPlace& at : answer.held) placed.put(held.front(), at), held.pop_front();
        placed.put(place, answer.place);
        break;
      case Verdict::kResumes:
        placed.take_back(answer.place.run + 1, std::numeric_limits<std::int32_t>::max(), begins.back());
        begins.resize(static_cast<std::size_t>(answer.place.run) + 1);
        placed.put(place, answer.place);
        break;
    }
  }
  give_up(held.size());
  leave_out_first_run(placed);
  return placed;
}

/// The runs stand behind each other, in the order in which they began.
NumberedSource joined(std::vector<NumberedPacket> packets) {
  std::map<std::int32_t, std::pair<std::int64_t, std::int64_t>>
      ranges;  // the lowest and the highest number of each run
  auto range = ranges.end();
  for (const NumberedPacket& packet : packets) {
    if (range == ranges.end() || range->first != packet.run)
      range = ranges.try_emplace(packet.run, packet.sequence, packet.sequence).first;
    auto& [low, high] = range->second;
    low = std::min(low, packet.sequence);
    high = std::max(high, packet.sequence);
  }
  NumberedSource source;
  std::map<std::int32_t, std::int64_t> offsets;
  std::int64_t next = ranges.begin()->second.first;
  for (const auto& [run, of_run] : ranges) {
    source.runs.push_back({next, next - of_run.first});
    offsets[run] = next - of_run.first;
    next += of_run.second - of_run.first + 1;
  }
  if (ranges.size() > 1)
    for (NumberedPacket& packet : packets) packet.sequence += offsets[packet.run];
  // A packet that was held stands where it was decided.
  if (!std::ranges::is_sorted(packets, {}, &NumberedPacket::place))
    std::ranges::sort(packets, {}, &NumberedPacket::place);
  source.packets = std::move(packets);
  return source;
}

}  // namespace

std::vector<NumberedSource> number_packets(std::span<const CapturedRtp> packets,
                                           std::span<const rtp::SenderCountAt> counts, std::size_t fewest) {
  std::vector<std::uint32_t> places(packets.size());
  std::iota(places.begin(), places.end(), std::uint32_t{0});
  std::vector<NumberedSource> sources;
  while (!places.empty() && sources.size() < kMostSources) {
    Placed placed = place_packets(packets, places, counts);
    std::ranges::sort(placed.others);
    const bool enough = sources.empty() || placed.packets.size() >= fewest;
    if (!enough) break;
    sources.push_back(joined(std::move(placed.packets)));
    places = std::move(placed.others);
  }
  sources.front().strays = places.size();
  return sources;
}

}  // namespace jitterscope::trace
