#include "ui/panels/parts/rows_in_time.h"

#include <algorithm>

#include "core/measures/views/file/packet_row.h"

namespace jitterscope {
namespace {

constexpr std::size_t kRowsOfBlock = 1024;

}  // namespace

std::vector<RowsInTime::Block> RowsInTime::blocks_of(const StreamPackets& packets) {
  std::vector<Block> blocks;
  blocks.reserve(packets.rows.size() / kRowsOfBlock + 1);
  for (std::size_t i = 0; i < packets.rows.size(); ++i) {
    const double at_s = packets.rows[i].at_s;
    if (i % kRowsOfBlock == 0) blocks.push_back({at_s, at_s});
    blocks.back().first_s = std::min(blocks.back().first_s, at_s);
    blocks.back().last_s = std::max(blocks.back().last_s, at_s);
  }
  return blocks;
}

void RowsInTime::each(const std::shared_ptr<const StreamPackets>& packets, double from_s, double to_s,
                      const std::function<bool(const PacketRow&)>& take) {
  if (of_.lock() != packets) {
    blocks_ = blocks_of(*packets);
    of_ = packets;
  }
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    if (blocks_[block].last_s < from_s || blocks_[block].first_s > to_s) continue;
    const std::size_t end = std::min((block + 1) * kRowsOfBlock, packets->rows.size());
    for (std::size_t i = block * kRowsOfBlock; i < end; ++i)
      if (const PacketRow& row = packets->rows[i]; row.at_s >= from_s && row.at_s <= to_s && !take(row)) return;
  }
}

}  // namespace jitterscope
