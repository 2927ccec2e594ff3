#include "core/measures/definitions/sequence_ledger.h"

#include <algorithm>

namespace jitterscope {

SequenceLedger::Arrival SequenceLedger::add(std::int64_t sequence) {
  if (!packets_) {
    highest_ = lowest_ = sequence;
  } else if (sequence > highest_) {
    forget(highest_ + 1, sequence);
    highest_ = sequence;
  } else if (highest_ - sequence >= kWindow || test_and_set(sequence)) {
    ++duplicates_;
    return Arrival::kDuplicate;
  } else {
    lowest_ = std::min(lowest_, sequence);
    ++packets_;
    ++reordered_;
    return Arrival::kReordered;
  }
  test_and_set(sequence);
  ++packets_;
  return Arrival::kInOrder;
}

std::optional<double> SequenceLedger::loss_ratio() const {
  if (!packets_) return std::nullopt;
  return static_cast<double>(lost()) / static_cast<double>(expected());
}

bool SequenceLedger::test_and_set(std::int64_t sequence) {
  const auto place = static_cast<std::size_t>(sequence & (kWindow - 1));
  const bool before = seen_[place];
  seen_[place] = true;
  return before;
}

void SequenceLedger::forget(std::int64_t from, std::int64_t to) {
  if (to - from >= kWindow - 1) return seen_.assign(kWindow, false);
  for (std::int64_t sequence = from; sequence <= to; ++sequence) {
    seen_[static_cast<std::size_t>(sequence & (kWindow - 1))] = false;
  }
}

}  // namespace jitterscope
