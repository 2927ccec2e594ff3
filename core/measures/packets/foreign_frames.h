#pragma once
// Numbers the frames of a video whose packets carry no frame number, by their RTP timestamps.
#include <algorithm>
#include <cstdint>
#include <optional>

namespace jitterscope {

/// Frames are counted from 1. Where sequence numbers are missing before a frame, those of which nothing came count
/// too: by the step of the timestamps, in steps of the shortest one so far, at most one for each missing number.
class ForeignFrames {
 public:
  /// Distinct packets in order of arrival: the frame of this one. A packet of an earlier frame counts for the present.
  std::int64_t add(std::int64_t timestamp, std::int64_t sequence) {
    if (!timestamp_) {
      frame_ = 1;
    } else if (timestamp > *timestamp_) {
      const std::int64_t step = std::max<std::int64_t>(bounded(timestamp, *timestamp_), 1);
      shortest_ = std::min(shortest_.value_or(step), step);
      const std::int64_t missing = std::max<std::int64_t>(0, bounded(sequence, highest_) - 1);
      frame_ += std::clamp<std::int64_t>((step + *shortest_ / 2) / *shortest_, 1, missing + 1);
    }
    highest_ = timestamp_ ? std::max(highest_, sequence) : sequence;
    timestamp_ = std::max(timestamp_.value_or(timestamp), timestamp);
    return frame_;
  }
  /// The newest frame of which nothing more is awaited when the one of this timestamp has been done.
  std::int64_t ended(std::int64_t timestamp) const {
    return timestamp_ && timestamp >= *timestamp_ ? frame_ : frame_ - 1;
  }

 private:
  /// How far it is to the one from the other, as far as any stream's numbers are apart: a stranger's may be anything.
  static std::int64_t bounded(std::int64_t to, std::int64_t from) {
    constexpr std::int64_t kFarthest = std::int64_t{1} << 48;
    const auto apart = static_cast<std::int64_t>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from));
    return std::clamp(apart, -kFarthest, kFarthest);
  }

  std::optional<std::int64_t> timestamp_, shortest_;
  std::int64_t highest_ = 0, frame_ = 0;
};

}  // namespace jitterscope
