#include "core/algorithms/playout/frame_numbering.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::int64_t kFewFrames = 32;              // that a queue may have held
constexpr std::int32_t kRestartTicks = 10 * 90'000;  // a timestamp further back than this starts a new count

}  // namespace

std::optional<std::int64_t> FrameNumbering::number(const std::optional<rtp::BlockId>& block,
                                                   std::uint32_t rtp_timestamp) {
  if (!has_extension_) has_extension_ = block.has_value();
  if (*has_extension_ != block.has_value()) return std::nullopt;
  return block ? extended(block->frame) : foreign(rtp_timestamp);
}

void FrameNumbering::restart() {
  restarted_ = count_.highest >= 0;
  has_extension_.reset();
}

std::int64_t FrameNumbering::extended(std::uint16_t frame) {
  if (count_.highest < 0) return count_.highest = frame;
  if (std::exchange(restarted_, false)) take_count(frame);
  std::int64_t step = count_.step_to(frame);
  if (step < -kMaxGap) step += 65536;
  const std::int64_t number = count_.highest + step;
  count_.highest = std::max(count_.highest, number);
  return number;
}

std::int64_t FrameNumbering::Count::step_to(std::uint16_t frame) const {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(frame - (highest - added)));
}

/// Which count goes on with this frame: the one that was left for a few old frames, the present one, or a new one.
void FrameNumbering::take_count(std::uint16_t frame) {
  const auto goes_on = [frame](const Count& count) {
    return count.step_to(frame) > 0 && count.step_to(frame) <= kMaxGap;
  };
  const auto left = std::exchange(left_, std::nullopt);
  if (left && count_.highest - left->highest <= kFewFrames && goes_on(*left)) {
    count_.added = left->added;  // a number that an old frame had meanwhile comes twice: it has ended
  } else if (!goes_on(count_)) {
    left_ = count_;
    count_.added = count_.highest + 1 - frame;
  }
}

std::optional<std::int64_t> FrameNumbering::foreign(std::uint32_t rtp_timestamp) {
  if (std::exchange(restarted_, false)) {
    recent_ = {};
  } else if (count_.highest >= 0) {
    for (const Foreign& frame : recent_)
      if (frame.number >= 0 && frame.rtp_timestamp == rtp_timestamp) return frame.number;
    const std::uint32_t newest = recent_[static_cast<std::size_t>(count_.highest) % recent_.size()].rtp_timestamp;
    const auto step = static_cast<std::int32_t>(rtp_timestamp - newest);
    if (step < 0 && step > -kRestartTicks) return std::nullopt;
  }
  ++count_.highest;
  recent_[static_cast<std::size_t>(count_.highest) % recent_.size()] = {count_.highest, rtp_timestamp};
  return count_.highest;
}

}  // namespace jitterscope
