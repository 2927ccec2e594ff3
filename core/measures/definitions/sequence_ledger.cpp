#include "core/measures/definitions/sequence_ledger.h"

namespace jitterscope {

SequenceLedger::Arrival SequenceLedger::add(std::int64_t sequence) {
  if (const auto highest = counts_.highest()) {
    if (sequence > *highest) {
      forget(*highest + 1, sequence);
    } else if (*highest - sequence >= kWindow || seen(sequence)) {
      ++duplicates_;
      return Arrival::kDuplicate;
    }
  }
  seen_[place(sequence)] = true;
  return counts_.add(sequence) ? Arrival::kInOrder : Arrival::kReordered;
}

void SequenceLedger::forget(std::int64_t from, std::int64_t to) {
  if (to - from >= kWindow - 1) return seen_.assign(kWindow, false);
  for (std::int64_t sequence = from; sequence <= to; ++sequence) { seen_[place(sequence)] = false; }
}

}  // namespace jitterscope
