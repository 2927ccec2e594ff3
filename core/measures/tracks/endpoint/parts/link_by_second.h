#pragma once
// The rate of a stream as the link has it, with all headers, second by second.
#include <vector>

#include "core/base/stats/series.h"
#include "core/base/units/time.h"
#include "core/events/bytes_on_link.h"

namespace jitterscope {

/// Not thread-safe; 16 bytes a second, at most of the first hour: times may come from any file.
class LinkBySecond {
 public:
  /// The first second begins at `began`, local.
  explicit LinkBySecond(Timestamp began) : began_(began) {}

  /// An RTP packet of `size` bytes that leaves by UDP. Times ascend; one before the present second counts to it.
  void add(Timestamp at, int size) {
    close_until(at);
    bytes_ += size + kUdpHeaderBytes;
  }
  /// kbit/s of each whole second until `now`, at the second's beginning, s since `began`. Seconds without a packet are
  /// 0.
  std::vector<SeriesPoint> seconds(Timestamp now) const {
    LinkBySecond until = *this;
    until.close_until(now);
    return until.seconds_;
  }

 private:
  static constexpr std::size_t kMostSeconds = 3600;

  bool is_over(Timestamp at) const {
    return at - began_ >= Duration::seconds(static_cast<std::int64_t>(seconds_.size()) + 1);
  }
  void close_until(Timestamp at) {
    for (; seconds_.size() < kMostSeconds && is_over(at); bytes_ = 0)
      seconds_.push_back({static_cast<double>(seconds_.size()), static_cast<double>(bytes_) * 8 / 1e3});
  }

  Timestamp began_;
  std::int64_t bytes_ = 0;  // of the present second
  std::vector<SeriesPoint> seconds_;
};

}  // namespace jitterscope
