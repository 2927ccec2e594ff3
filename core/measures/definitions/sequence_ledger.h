#pragma once
// Which sequence numbers of a stream have come: packets, loss, duplicates, reordering, in bounded memory.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

/// What distinct sequence numbers in their order of arrival come to, however copies are told apart.
class SequenceCounts {
 public:
  /// Whether it is beyond all before it: a packet that is not was reordered.
  bool add(std::int64_t sequence) {
    const bool beyond = packets_++ == 0 || sequence > highest_;
    if (packets_ == 1) lowest_ = sequence;
    if (beyond)
      highest_ = sequence;
    else
      ++reordered_, lowest_ = std::min(lowest_, sequence);
    return beyond;
  }

  std::int64_t packets() const { return packets_; }
  std::int64_t reordered() const { return reordered_; }
  std::int64_t expected() const { return packets_ ? highest_ - lowest_ + 1 : 0; }
  std::int64_t lost() const { return expected() - packets_; }
  std::optional<std::int64_t> highest() const { return packets_ ? std::optional(highest_) : std::nullopt; }

 private:
  std::int64_t highest_ = 0, lowest_ = 0, packets_ = 0, reordered_ = 0;
};

/// Extended sequence numbers in arrival order. A duplicate counts only as a duplicate. Duplicates are
/// recognised within 65536 numbers of the highest; anything older is taken for one.
class SequenceLedger {
 public:
  enum class Arrival : std::uint8_t { kInOrder, kReordered, kDuplicate };

  Arrival add(std::int64_t sequence);

  std::int64_t packets() const { return counts_.packets(); }  // distinct
  std::int64_t duplicates() const { return duplicates_; }
  std::int64_t reordered() const { return counts_.reordered(); }
  std::int64_t expected() const { return counts_.expected(); }
  std::int64_t lost() const { return counts_.lost(); }
  std::optional<std::int64_t> highest() const { return counts_.highest(); }

 private:
  static constexpr std::int64_t kWindow = 65536;
  static std::size_t place(std::int64_t sequence) { return static_cast<std::size_t>(sequence & (kWindow - 1)); }
  bool seen(std::int64_t sequence) const { return seen_[place(sequence)]; }
  void forget(std::int64_t from, std::int64_t to);

  std::vector<bool> seen_ = std::vector<bool>(kWindow);
  SequenceCounts counts_;
  std::int64_t duplicates_ = 0;
};

}  // namespace jitterscope
