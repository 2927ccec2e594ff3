#include "core/measures/definitions/sequence_ledger.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace jitterscope::sequence_ledger_test {
namespace {

using Arrival = SequenceLedger::Arrival;

TEST(SequenceLedger, StartsKnowingNothing) {
  const SequenceLedger ledger;
  EXPECT_EQ(ledger.expected(), 0);
  EXPECT_EQ(ledger.lost(), 0);
}

TEST(SequenceLedger, TellsOrderReorderingAndDuplicatesApart) {
  SequenceLedger ledger;
  EXPECT_EQ(ledger.add(100), Arrival::kInOrder);
  EXPECT_EQ(ledger.add(103), Arrival::kInOrder);
  EXPECT_EQ(ledger.add(101), Arrival::kReordered);
  EXPECT_EQ(ledger.add(101), Arrival::kDuplicate);
  EXPECT_EQ(ledger.add(103), Arrival::kDuplicate);
  EXPECT_EQ(ledger.add(99), Arrival::kReordered);  // older than the first
  EXPECT_EQ(ledger.packets(), 4);
  EXPECT_EQ(ledger.expected(), 5);
  EXPECT_EQ(ledger.lost(), 1);
  EXPECT_EQ(ledger.duplicates(), 2);
  EXPECT_EQ(ledger.reordered(), 2);
}

TEST(SequenceLedger, ForgetsWhatItsWindowLeaves) {
  SequenceLedger ledger;
  ledger.add(0);
  ledger.add(65536);  // same place in the window as 0
  EXPECT_EQ(ledger.duplicates(), 0);
  EXPECT_EQ(ledger.add(1), Arrival::kReordered);
  EXPECT_EQ(ledger.add(0), Arrival::kDuplicate);  // too old to tell
  ledger.add(10'000'000);
  EXPECT_EQ(ledger.add(10'000'000 - 65535), Arrival::kReordered);
}

TEST(SequenceLedger, AgreesWithASet) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    SequenceLedger ledger;
    std::set<std::int64_t> seen;
    std::int64_t base = -40'000, duplicates = 0, reordered = 0;
    for (int i = 0; i < 3000; ++i) {
      base += random() % 40;
      const std::int64_t sequence = base - static_cast<std::int64_t>(random() % 3000);
      const bool below = !seen.empty() && sequence < *seen.rbegin();
      if (!seen.insert(sequence).second) {
        ++duplicates;
      } else if (below) {
        ++reordered;
      }
      ledger.add(sequence);
    }
    EXPECT_EQ(ledger.packets(), static_cast<std::int64_t>(seen.size()));
    EXPECT_EQ(ledger.duplicates(), duplicates);
    EXPECT_EQ(ledger.reordered(), reordered);
    EXPECT_EQ(ledger.expected(), *seen.rbegin() - *seen.begin() + 1);
  }
}

}  // namespace
}  // namespace jitterscope::sequence_ledger_test
