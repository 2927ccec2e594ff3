#include "core/record/import/packet_numbering.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

namespace jitterscope::trace {
namespace {

constexpr std::size_t kMostSources = 4;

/// Where packets stand, by run; and those that are of none.
struct Placed {
  struct Packet {
    NumberedPacket packet;
    std::int32_t run = 0;
  };
  std::vector<Packet> packets;
  std::vector<std::uint32_t> others;
};

void put(Placed& placed, std::uint32_t place, const rtp::RunPlace& at) {
  placed.packets.push_back({{place, at.sequence, at.timestamp}, at.run});
}

/// What had begun as runs `from` to `to` is of another source; `begin`: none of it is before.
void take_back(Placed& placed, std::int32_t from, std::int32_t to, std::size_t begin = 0) {
  const auto is_of_another = [&](const Placed::Packet& each) {
    const bool is = each.run >= from && each.run <= to;
    if (is) placed.others.push_back(each.packet.place);
    return is;
  };
  auto& packets = placed.packets;
  packets.erase(std::remove_if(packets.begin() + static_cast<std::ptrdiff_t>(begin), packets.end(), is_of_another),
                packets.end());
}

/// A run before which nothing came and that ends at once: packets that came too late, or of nobody.
void leave_out_first_run(Placed& placed) {
  constexpr std::ptrdiff_t kFewest = 3;
  if (placed.packets.empty()) return;
  const std::int32_t first = placed.packets.front().run;
  const auto of_first = std::ranges::count(placed.packets, first, &Placed::Packet::run);
  if (of_first < kFewest && of_first < std::ssize(placed.packets)) take_back(placed, first, first);
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
      case Verdict::kEarlier: put(placed, place, answer.place); break;
      case Verdict::kHeld: held.push_back(place); break;
      case Verdict::kOther: placed.others.push_back(place); break;
      case Verdict::kBegins:
        begins.resize(static_cast<std::size_t>(answer.place.run) + 1, placed.packets.size());
        for (const rtp::RunPlace& at : answer.held) put(placed, held.front(), at), held.pop_front();
        put(placed, place, answer.place);
        break;
      case Verdict::kResumes:
        take_back(placed, answer.place.run + 1, std::numeric_limits<std::int32_t>::max(), begins.back());
        begins.resize(static_cast<std::size_t>(answer.place.run) + 1);
        put(placed, place, answer.place);
        break;
    }
  }
  give_up(held.size());
  leave_out_first_run(placed);
  return placed;
}

/// Runs behind each other, in the order in which they began.
NumberedSource joined(const std::vector<Placed::Packet>& packets) {
  struct Range {
    std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = std::numeric_limits<std::int64_t>::min();
    std::int64_t shift = 0;
  };
  std::map<std::int32_t, Range> runs;
  for (const auto& [packet, run] : packets) {
    Range& range = runs[run];
    range.low = std::min(range.low, packet.sequence);
    range.high = std::max(range.high, packet.sequence);
  }
  NumberedSource source;
  std::int64_t next = runs.begin()->second.low;
  for (auto& [run, range] : runs) {
    source.run_starts.push_back(next);
    range.shift = next - range.low;
    next = range.high + range.shift + 1;
  }
  source.packets.reserve(packets.size());
  for (const auto& [packet, run] : packets) {
    source.packets.push_back(packet);
    source.packets.back().sequence += runs.size() > 1 ? runs[run].shift : 0;
  }
  // A packet that was held, or came late, stands where it was decided.
  if (!std::ranges::is_sorted(source.packets, {}, &NumberedPacket::place))
    std::ranges::sort(source.packets, {}, &NumberedPacket::place);
  return source;
}

}  // namespace

std::vector<NumberedSource> number_packets(std::span<const CapturedRtp> packets,
                                           std::span<const rtp::SenderCountAt> counts, std::size_t fewest) {
  std::vector<std::uint32_t> places(packets.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint32_t>(i);
  std::vector<NumberedSource> sources;
  while (!places.empty() && sources.size() < kMostSources) {
    Placed placed = place_packets(packets, places, counts);
    std::ranges::sort(placed.others);
    const bool enough = sources.empty() || placed.packets.size() >= fewest;
    if (!enough) break;
    sources.push_back(joined(placed.packets));
    places = std::move(placed.others);
  }
  sources.front().strays = places.size();
  return sources;
}

}  // namespace jitterscope::trace
