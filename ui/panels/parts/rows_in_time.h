#pragma once
// Finds the rows of a long list of packets that lie in a stretch of time, without looking at all of them at each
// drawing. GUI thread.
#include <functional>
#include <memory>
#include <vector>

namespace jitterscope {

struct PacketRow;
struct StreamPackets;

class RowsInTime {
 public:
  /// Gives `take` the rows of [from_s, to_s] in the order of the list, until it returns false. A list that is not the
  /// one of the last call is looked at whole, once.
  void each(const std::shared_ptr<const StreamPackets>& packets, double from_s, double to_s,
            const std::function<bool(const PacketRow&)>& take);

 private:
  struct Block {  // of so many rows, which need not be in the order of their times
    double first_s, last_s;
  };
  static std::vector<Block> blocks_of(const StreamPackets& packets);

  std::weak_ptr<const StreamPackets> of_;
  std::vector<Block> blocks_;
};

}  // namespace jitterscope
