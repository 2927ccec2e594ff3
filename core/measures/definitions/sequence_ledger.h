#pragma once
// Which sequence numbers of a stream have come: packets, loss, duplicates, reordering, in bounded memory.
#include <cstdint>
#include <optional>
#include <vector>

namespace jitterscope {

/// Extended sequence numbers in arrival order. A duplicate counts only as a duplicate. Duplicates are
/// recognised within 65536 numbers of the highest; anything older is taken for one.
class SequenceLedger {
 public:
  enum class Arrival : std::uint8_t { kInOrder, kReordered, kDuplicate };

  Arrival add(std::int64_t sequence);

  std::int64_t packets() const { return packets_; }  // distinct
  std::int64_t duplicates() const { return duplicates_; }
  std::int64_t reordered() const { return reordered_; }
  std::int64_t expected() const { return packets_ ? highest_ - lowest_ + 1 : 0; }
  std::int64_t lost() const { return expected() - packets_; }
  std::optional<double> loss_ratio() const;
  std::optional<std::int64_t> highest() const { return packets_ ? std::optional(highest_) : std::nullopt; }

 private:
  static constexpr std::int64_t kWindow = 65536;
  bool test_and_set(std::int64_t sequence);
  void forget(std::int64_t from, std::int64_t to);

  std::vector<bool> seen_ = std::vector<bool>(kWindow);
  std::int64_t highest_ = 0, lowest_ = 0, packets_ = 0, duplicates_ = 0, reordered_ = 0;
};

}  // namespace jitterscope
