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

void PackedNumbers::close_block() {
  std::int64_t least = kAbsent, most = std::numeric_limits<std::int64_t>::min();
  bool some_absent = false;
  for (const std::int64_t number : open_) {
    least = std::min(least, number);
    if (number == kAbsent)
      some_absent = true;
    else
      most = std::max(most, number);
  }
  Block block;
  block.base = static_cast<std::uint64_t>(least);
  block.some_absent = some_absent;
  // One code more, of all ones, where some are absent; there are never 2^64 numbers besides.
  const std::uint64_t range = least == kAbsent ? 0 : static_cast<std::uint64_t>(most) - block.base + some_absent;
  const int bits = bits_of(range);
  block.bits = static_cast<std::uint8_t>(bits);
  block.mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const std::size_t room = pages_.size() * kPageUnits - end_;
  if (room < std::max<std::size_t>(block.bits, 1)) {
    end_ = static_cast<std::uint32_t>(pages_.size() * kPageUnits);
    pages_.emplace_back();
  }
  block.begin = end_;
  end_ += block.bits;
  std::vector<std::uint8_t>& page = pages_.back();
  const std::size_t bytes = (block.begin % kPageUnits + block.bits) * kUnit + sizeof(std::uint64_t);
  constexpr std::size_t kPageBytes = kPageUnits * kUnit + sizeof(std::uint64_t);
  if (bytes > page.capacity()) page.reserve(std::min(std::max(bytes, 2 * page.capacity()), kPageBytes));
  page.resize(bytes);
  std::uint8_t* const codes = page.data() + block.begin % kPageUnits * kUnit;
  for (std::size_t i = 0; block.bits > 0 && i < kBlock; ++i) {
    const std::uint64_t code = open_[i] == kAbsent ? block.mask : static_cast<std::uint64_t>(open_[i]) - block.base;
    const std::size_t bit = i * block.bits;
    std::uint64_t word = 0;
    std::memcpy(&word, codes + bit / 8, sizeof word);
    word |= code << bit % 8;
    std::memcpy(codes + bit / 8, &word, sizeof word);
  }
  blocks_.push_back(block);
  open_.clear();
}

std::size_t PackedNumbers::bytes() const {
  std::size_t bytes = blocks_.capacity() * sizeof(Block) + open_.capacity() * sizeof(std::int64_t) +
                      pages_.capacity() * sizeof(pages_[0]);
  for (const auto& page : pages_) bytes += page.capacity();
  return bytes;
}

}  // namespace jitterscope
