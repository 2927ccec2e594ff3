#include "core/record/import/listed_numbers.h"

#include <algorithm>
#include <limits>

#include "core/base/units/sequence.h"

namespace jitterscope {
namespace {

/// Whether numbers are a counter of so many bits that wraps.
template <typename Bits>
class WrapCheck {
 public:
  static constexpr std::int64_t kLast = std::numeric_limits<Bits>::max(), kHalf = kLast / 2 + 1;

  void add(std::int64_t number) { fits_ &= number >= 0 && number <= kLast; }
  void follows(std::int64_t before, std::int64_t number) { falls_ |= before - number > kHalf; }
  bool wraps() const { return fits_ && falls_; }

 private:
  bool fits_ = true, falls_ = false;
};

/// number(packet) gives a pointer to it, or null.
template <typename Bits, typename Number>
void check(std::vector<PacketObservation>& packets, Number number, WrapCheck<Bits>& wraps) {
  std::int64_t previous = 0;
  for (auto& packet : packets) {
    const std::int64_t* value = number(packet);
    if (!value) continue;
    wraps.add(*value);
    wraps.follows(previous, *value);
    previous = *value;
  }
}

template <typename Bits, typename Number>
void unwrap(std::vector<PacketObservation>& packets, Number number) {
  Unwrapper<Bits> unwrapper;
  for (auto& packet : packets)
    if (std::int64_t* value = number(packet)) *value = unwrapper.unwrap(static_cast<Bits>(*value));
}

template <typename Bits, typename Number>
void extend(std::vector<PacketObservation>& packets, Number number) {
  WrapCheck<Bits> wraps;
  check(packets, number, wraps);
  if (wraps.wraps()) unwrap<Bits>(packets, number);
}

/// Number of the packet that came then.
std::int64_t number_at(const std::vector<PacketObservation>& packets, Timestamp at) {
  const auto later = std::ranges::upper_bound(packets, at, {}, &PacketObservation::received);
  return later == packets.begin() ? packets.front().sequence : std::prev(later)->sequence;
}

/// Calls visit(row, number) for each lost row, where the number is that of its neighbour: the lost row beside it if it
/// has the same packet for a neighbour, else that packet, else (nothing came at all) its own.
template <typename Visit>
void each_lost(const std::vector<PacketObservation>& packets, std::vector<LostRow>& lost, Visit visit) {
  const auto first = std::ranges::find(lost, false, &LostRow::leads);
  const auto number_beside = [&](const LostRow& row, const LostRow* beside) {
    if (beside && beside->leads == row.leads && beside->neighbour == row.neighbour) return beside->number;
    return packets.empty() ? row.number : number_at(packets, row.neighbour);
  };
  for (auto row = first; row != lost.end(); ++row)
    visit(*row, number_beside(*row, row == first ? nullptr : &*std::prev(row)));
  for (auto row = first; row != lost.begin();) {
    const LostRow* beside = row == first ? nullptr : &*row;
    --row;
    visit(*row, number_beside(*row, beside));
  }
}

void extend_sequences(std::vector<PacketObservation>& packets, std::vector<LostRow>& lost) {
  const auto number = [](PacketObservation& packet) { return &packet.sequence; };
  WrapCheck<std::uint16_t> wraps;
  check(packets, number, wraps);
  each_lost(packets, lost, [&](const LostRow& row, std::int64_t beside) {
    wraps.add(row.number);
    row.leads ? wraps.follows(row.number, beside) : wraps.follows(beside, row.number);
  });
  if (!wraps.wraps()) return;
  unwrap<std::uint16_t>(packets, number);
  each_lost(packets, lost, [&](LostRow& row, std::int64_t beside) {
    row.number = beside + static_cast<std::int16_t>(static_cast<std::uint16_t>(row.number - beside));
  });
}

}  // namespace

void put_in_order(std::vector<PacketObservation>& packets, std::vector<LostRow>& lost) {
  if (!std::ranges::is_sorted(packets, {}, &PacketObservation::received))
    std::ranges::stable_sort(packets, {}, &PacketObservation::received);
  const auto value = [](CompactOptional<std::int64_t>& number) { return number ? &*number : nullptr; };
  extend_sequences(packets, lost);
  extend<std::uint16_t>(packets, [&](PacketObservation& packet) { return value(packet.frame); });
  extend<std::uint32_t>(packets, [&](PacketObservation& packet) { return value(packet.rtp_timestamp); });
}

}  // namespace jitterscope
