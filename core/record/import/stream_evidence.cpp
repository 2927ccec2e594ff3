#include "core/record/import/stream_evidence.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <unordered_map>

namespace jitterscope::trace {
namespace {

constexpr int kNearSequence = 1000, kNextSequence = 16, kReordered = 100;
constexpr std::size_t kFewSteps = 50;
constexpr std::int64_t kNearTimestamp = 1 << 24;  // three minutes at 90 kHz

bool nearly_all(std::size_t part, std::size_t whole) {
  return part * 10 >= whole * 9;
}

}  // namespace

bool is_consistent(std::span<const CapturedRtp> packets) {
  std::size_t steps = 0, near = 0, forward = 0, next = 0;
  std::int64_t advance = 0, distance = 0;  // of steps that could be the network's
  std::size_t beyond = 0;                  // packets above the highest number before
  std::uint16_t highest = packets.empty() ? 0 : packets.front().sequence;
  bool stamps_move = false;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const auto step = static_cast<std::int16_t>(packets[i].sequence - packets[i - 1].sequence);
    const auto time = static_cast<std::int32_t>(packets[i].timestamp - packets[i - 1].timestamp);
    if (step == 0) continue;  // a copy
    ++steps;
    near += std::abs(step) <= kNearSequence && std::abs(std::int64_t{time}) < kNearTimestamp;
    forward += step > 0 && step <= kNearSequence;
    if (const auto above = static_cast<std::int16_t>(packets[i].sequence - highest);
        above > 0 || above < -kNearSequence) {
      highest = packets[i].sequence;
      ++beyond;
      next += above > 0 && above <= kNextSequence;
    }
    stamps_move |= time != 0;
    if (std::abs(step) <= kReordered) advance += step, distance += std::abs(step);
  }
  if (forward + 1 < kFewestPackets || !nearly_all(near, steps)) return false;
  if (steps < kFewSteps)
    return next * 3 >= beyond * 2 && next + 1 >= kFewestPackets && advance * 3 >= distance && stamps_move;
  return next * 3 >= beyond && advance * 16 >= distance;
}

bool goes_on(const CapturedRtp& before, const CapturedRtp& packet) {
  const auto numbers = static_cast<std::int16_t>(packet.sequence - before.sequence);
  const auto units = static_cast<std::int32_t>(packet.timestamp - before.timestamp);
  return numbers >= -kReordered && numbers <= kNearSequence && std::abs(std::int64_t{units}) < kNearTimestamp;
}

bool complements(std::span<const CapturedRtp> packets, std::span<const CapturedRtp> others) {
  std::map<std::uint16_t, std::uint32_t> timestamps;
  for (const CapturedRtp& packet : packets) timestamps[packet.sequence] = packet.timestamp;
  std::size_t of_both = 0;
  const auto fits = [&](const CapturedRtp& packet) {
    auto after = timestamps.lower_bound(packet.sequence);
    if (after != timestamps.end() && after->first == packet.sequence) {
      const bool same = after->second == packet.timestamp;
      of_both += same;
      return same;
    }
    const auto before = after == timestamps.begin() ? std::prev(timestamps.end()) : std::prev(after);
    if (after == timestamps.end()) after = timestamps.begin();
    const auto ahead = static_cast<std::uint16_t>(packet.sequence - before->first);
    const auto behind = static_cast<std::uint16_t>(after->first - packet.sequence);
    if (std::min(ahead, behind) > kNearSequence) return false;
    return packet.timestamp - before->second <= after->second - before->second;
  };
  const bool all_fit = nearly_all(static_cast<std::size_t>(std::ranges::count_if(others, fits)), others.size());
  return all_fit && of_both * 2 <= std::min(packets.size(), others.size());
}

bool sends_again(std::span<const CapturedRtp> retransmitted, std::span<const CapturedRtp> media) {
  constexpr std::uint16_t kNearby = 64;
  if (retransmitted.size() < kFewestPackets || retransmitted.size() >= media.size()) return false;
  std::unordered_map<std::uint16_t, const CapturedRtp*> by_number;
  for (const CapturedRtp& packet : media) by_number[packet.sequence] = &packet;
  const auto neighbour = [&](std::uint16_t number, int step) -> const CapturedRtp* {
    for (int i = 1; i <= kNearby; ++i)
      if (const auto found = by_number.find(static_cast<std::uint16_t>(number + i * step)); found != by_number.end())
        return found->second;
    return nullptr;
  };
  const auto fits = [&](const CapturedRtp& packet) {
    if (const auto original = by_number.find(packet.sequence); original != by_number.end())
      return original->second->payload_type == packet.payload_type && original->second->timestamp == packet.timestamp;
    const CapturedRtp *before = neighbour(packet.sequence, -1), *after = neighbour(packet.sequence, 1);
    return before && after && packet.timestamp - before->timestamp <= after->timestamp - before->timestamp;
  };
  return nearly_all(static_cast<std::size_t>(std::ranges::count_if(retransmitted, fits)), retransmitted.size());
}

std::vector<CapturedRtp> alone(std::span<const CapturedRtp> packets, NumberedSource& source) {
  std::vector<CapturedRtp> own;
  own.reserve(source.packets.size());
  for (NumberedPacket& packet : source.packets) {
    own.push_back(packets[packet.place]);
    packet.place = static_cast<std::uint32_t>(own.size() - 1);
  }
  return own;
}

void drop_what_is_none(std::span<const CapturedRtp> packets, std::vector<NumberedSource>& sources) {
  if (sources.size() < 2) return;
  std::size_t strays = 0, all_strays = 0;
  for (const NumberedSource& source : sources) all_strays += source.strays;
  std::erase_if(sources, [&](const NumberedSource& source) {
    NumberedSource copy = source;
    const bool none = !is_consistent(alone(packets, copy));
    if (none) strays += source.packets.size();
    return none;
  });
  if (!sources.empty()) sources.front().strays = all_strays + strays;
}

}  // namespace jitterscope::trace
