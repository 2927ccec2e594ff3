#include "core/base/stats/packed_numbers.h"

#include <algorithm>
#include <bit>

namespace jitterscope {
namespace {

constexpr int kMostBits = 57;  // of a code that begins at any bit of a byte and is read as eight bytes

int bits_of(std::uint64_t most) {
  const int bits = std::bit_width(most);
  return bits > kMostBits ? 64 : bits;
}

}  // namespace

/// For one number more: of a short list little is held.
void PackedNumbers::make_room() {
  constexpr std::size_t kLeast = 4;
  if (opened_ == kBlock) return close_block();
  open_.resize(std::clamp(2 * open_.size(), kLeast, kBlock));
}

/// All of open_.
void PackedNumbers::close_block() {
  std::int64_t least = kAbsent, most = std::numeric_limits<std::int64_t>::min();
  bool some_absent = false;
  for (const std::int64_t number : open_) {
    const bool absent = number == kAbsent;
    some_absent |= absent;
    least = std::min(least, number);
    most = std::max(most, absent ? most : number);
  }
  Block block;
  block.base = static_cast<std::uint64_t>(least);
  block.some_absent = some_absent;
  // One code more, of all ones, where some are absent; there are never 2^64 numbers besides.
  const std::uint64_t range = least == kAbsent ? 0 : static_cast<std::uint64_t>(most) - block.base + some_absent;
  block.bits = static_cast<std::uint8_t>(bits_of(range));
  block.mask = block.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << block.bits) - 1;
  block.begin = room_for(block.bits);
  if (block.bits > 0) write_codes(block);
  blocks_.push_back(block);
  closed_ += kBlock;
  opened_ = 0;
}

/// Where so many units begin, with eight bytes behind them.
std::uint32_t PackedNumbers::room_for(std::size_t units) {
  if (pages_.size() * kPageUnits - end_ < std::max<std::size_t>(units, 1)) {
    end_ = static_cast<std::uint32_t>(pages_.size() * kPageUnits);
    pages_.emplace_back();
  }
  const std::uint32_t begin = end_;
  end_ += static_cast<std::uint32_t>(units);
  std::vector<std::uint8_t>& page = pages_.back();
  constexpr std::size_t kPageBytes = kPageUnits * kUnit + sizeof(std::uint64_t);
  const std::size_t bytes = (begin % kPageUnits + units) * kUnit + sizeof(std::uint64_t);
  if (bytes > page.capacity()) page.reserve(std::min(std::max(bytes, 2 * page.capacity()), kPageBytes));
  page.resize(bytes);
  return begin;
}

/// One after the other from the lowest bit of each eight bytes on; a block ends with eight bytes that are full.
void PackedNumbers::write_codes(const Block& block) {
  std::uint8_t* to = pages_.back().data() + block.begin % kPageUnits * kUnit;
  std::uint64_t word = 0;
  int filled = 0;
  for (const std::int64_t number : open_) {
    const std::uint64_t code = number == kAbsent ? block.mask : static_cast<std::uint64_t>(number) - block.base;
    word |= code << filled;
    filled += block.bits;
    if (filled < 64) continue;
    std::memcpy(to, &word, sizeof word);
    to += sizeof word;
    filled -= 64;
    word = filled > 0 ? code >> (block.bits - filled) : 0;
  }
}

bool PackedNumbers::surely_within(std::int64_t least, std::int64_t most) const {
  const auto within = [&](std::int64_t number) { return number == kAbsent || (number >= least && number <= most); };
  return std::ranges::all_of(open(), within) && std::ranges::all_of(blocks_, [&](const Block& block) {
           const auto base = static_cast<std::int64_t>(block.base);
           const auto span =
               static_cast<std::uint64_t>(most) - block.base;  // from the least of the block to the most allowed
           return within(base) && (base == kAbsent || block.mask <= span);
         });
}

bool PackedNumbers::any_absent() const {
  return std::ranges::any_of(blocks_, &Block::some_absent) || std::ranges::count(open(), kAbsent) > 0;
}

bool PackedNumbers::all_absent() const {
  const auto is_absent = [](std::int64_t number) { return number == kAbsent; };
  return std::ranges::all_of(open(), is_absent) && std::ranges::all_of(blocks_, [&](const Block& block) {
           return block.bits == 0 && is_absent(static_cast<std::int64_t>(block.base));
         });
}

std::size_t PackedNumbers::bytes() const {
  std::size_t bytes = blocks_.capacity() * sizeof(Block) + open_.capacity() * sizeof(std::int64_t) +
                      pages_.capacity() * sizeof(decltype(pages_)::value_type);
  for (const auto& page : pages_) bytes += page.capacity();
  return bytes;
}

}  // namespace jitterscope
