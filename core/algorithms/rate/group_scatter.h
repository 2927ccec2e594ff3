#pragma once
// How much medians of groups of successive delays scatter without any trend.
#include <cstddef>
#include <deque>

namespace jitterscope {

/// Measured about a straight line through the neighbours, which a trend adds nothing to; the middle of the last few, so
/// that bends of the line itself, where a queue begins or ends, do not count either. Sans-IO; bounded memory.
class GroupScatter {
 public:
  explicit GroupScatter(std::size_t packets_a_group) : packets_(packets_a_group) {}
  void add(double delay_ms);
  /// What comes next is not compared with what came before.
  void cut();
  /// 2.5 standard deviations of a median; of the last 32 groups or of those since the cut, whichever is more. 0 until
  /// there are enough.
  double ms() const;

 private:
  std::size_t packets_;
  std::deque<double> group_, medians_;
  std::deque<double> bends_;  // |median − mean of its neighbours|
  std::size_t since_cut_ = 0;
};

}  // namespace jitterscope
