#pragma once
// A long list of whole numbers in few bits each: a column of a table of millions of rows.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace jitterscope {

/// Any numbers, exactly. Each 256 of them take as many bits as the range of these 256 needs; where all are the same, or
/// absent, none. Random access in O(1).
class PackedNumbers {
 public:
  static constexpr std::int64_t kAbsent = std::numeric_limits<std::int64_t>::max();

  PackedNumbers() = default;
  PackedNumbers(const PackedNumbers&) = default;
  PackedNumbers& operator=(const PackedNumbers&) = default;
  PackedNumbers(PackedNumbers&& other) noexcept { *this = std::move(other); }
  PackedNumbers& operator=(PackedNumbers&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    closed_ = std::exchange(other.closed_, 0);
    pages_ = std::move(other.pages_);
    end_ = std::exchange(other.end_, 0);
    open_ = std::move(other.open_);
    opened_ = std::exchange(other.opened_, 0);
    return *this;
  }

  void push_back(std::int64_t number) {
    if (opened_ == open_.size()) make_room();
    open_[opened_++] = number;
  }
  std::size_t size() const { return closed_ + opened_; }
  /// `i` below size().
  std::int64_t operator[](std::size_t i) const {
    if (i >= closed_) return open_[i - closed_];
    const Block& block = blocks_[i / kBlock];
    const std::size_t bit = i % kBlock * block.bits;
    std::uint64_t code = 0;
    std::memcpy(&code, codes(block) + bit / 8, sizeof code);
    code = code >> bit % 8 & block.mask;
    return block.some_absent && code == block.mask ? kAbsent : static_cast<std::int64_t>(code + block.base);
  }
  /// True: all that are not absent lie there; false: maybe not. By what is known of each 256 of them.
  bool surely_within(std::int64_t least, std::int64_t most) const;
  bool any_absent() const;
  bool all_absent() const;
  /// Of memory that the list takes.
  std::size_t bytes() const;

 private:
  static constexpr std::size_t kBlock = 256, kPageUnits = 2048, kUnit = kBlock / 8;  // bytes: of one bit of a block
  struct Block {
    std::uint64_t base = 0, mask = 0;  // modulo 2^64; mask: also the code of what is absent
    std::uint32_t begin = 0;           // units
    std::uint8_t bits = 0;             // of a code
    bool some_absent = false;
  };
  const std::uint8_t* codes(const Block& block) const {
    return pages_[block.begin / kPageUnits].data() + block.begin % kPageUnits * kUnit;
  }
  void make_room();
  void close_block();
  std::span<const std::int64_t> open() const { return std::span(open_).first(opened_); }
  std::uint32_t room_for(std::size_t units);
  void write_codes(const Block& block);

  std::vector<Block> blocks_;
  std::size_t closed_ = 0;                        // numbers in them
  std::vector<std::vector<std::uint8_t>> pages_;  // so that no large array is moved as it grows
  std::uint32_t end_ = 0;                         // units
  std::vector<std::int64_t> open_;                // room for the last numbers, at most a block
  std::size_t opened_ = 0;                        // of them
};

}  // namespace jitterscope
