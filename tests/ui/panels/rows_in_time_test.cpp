// The rows of a long list of packets that lie in a stretch of time.
#include "ui/panels/parts/rows_in_time.h"

#include <gtest/gtest.h>

#include "core/measures/views/file/packet_row.h"

namespace jitterscope::rows_in_time_test {
namespace {

/// A packet each 20 ms; a lost one, of a time that lies far before its row, stands before each thousandth.
std::shared_ptr<const StreamPackets> list(int packets) {
  StreamPackets made;
  for (int i = 0; i < packets; ++i) {
    PacketRow row;
    row.number = i;
    row.at_s = 0.02 * i;
    if (i % 1000 == 999) {
      row.at_s -= 1.5;
      row.fate = PacketFate::kLost;
      made.rows.push_back(row);
      row.fate = PacketFate::kCame;
      row.at_s += 1.5;
    }
    made.rows.push_back(row);
  }
  return std::make_shared<const StreamPackets>(std::move(made));
}

std::vector<const PacketRow*> looked_at(const StreamPackets& packets, double from_s, double to_s) {
  std::vector<const PacketRow*> rows;
  for (const PacketRow& row : packets.rows)
    if (row.at_s >= from_s && row.at_s <= to_s) rows.push_back(&row);
  return rows;
}

std::vector<const PacketRow*> found(RowsInTime& in, const std::shared_ptr<const StreamPackets>& packets, double from_s,
                                    double to_s) {
  std::vector<const PacketRow*> rows;
  in.each(packets, from_s, to_s, [&](const PacketRow& row) {
    rows.push_back(&row);
    return true;
  });
  return rows;
}

TEST(RowsInTimeTest, AreThoseThatLookingAtAllOfThemFinds) {
  RowsInTime rows;
  for (const int packets : {0, 1, 1023, 1024, 5000}) {
    const auto listed = list(packets);
    for (const double from_s : {-5.0, 0.0, 18.4, 19.98, 20.0, 41.0, 99.0, 200.0})
      for (const double length_s : {0.0, 0.02, 2.0, 500.0})
        EXPECT_EQ(found(rows, listed, from_s, from_s + length_s), looked_at(*listed, from_s, from_s + length_s))
            << packets << " packets from " << from_s << ", " << length_s << " s";
  }
}

TEST(RowsInTimeTest, AreNotGoneOnWithOnceEnoughAreFound) {
  RowsInTime rows;
  int taken = 0;
  rows.each(list(5000), 0, 100, [&](const PacketRow&) { return ++taken < 7; });
  EXPECT_EQ(taken, 7);
}

}  // namespace
}  // namespace jitterscope::rows_in_time_test
