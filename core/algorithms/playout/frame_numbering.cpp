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
  restarted_ = highest_ >= 0;
  has_extension_.reset();
}

std::int64_t FrameNumbering::extended(std::uint16_t frame) {
  if (highest_ < 0) return highest_ = frame;
  const auto ahead_of = [frame](const Count& count) -> std::int64_t {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(frame - (count.highest - count.added)));
  };
  std::int64_t step = ahead_of({highest_, added_});
  if (std::exchange(restarted_, false)) {
    if (const auto left = std::exchange(left_, std::nullopt); left && highest_ - left->highest <= kFewFrames) {
      const std::int64_t further = ahead_of(*left);
      if (further > 0 && further <= kMaxGap) {  // a number that an old frame had meanwhile is taken twice: it has ended
        added_ = left->added;
        highest_ = std::max(highest_, left->highest + further);
        return left->highest + further;
      }
    }
    if (step <= 0 || step > kMaxGap) {
      left_ = {highest_, added_};
      added_ = ++highest_ - frame;
      return highest_;
    }
  }
  if (step < -kMaxGap) step += 65536;
  if (step > 0) highest_ += step;
  return step > 0 ? highest_ : highest_ + step;
}

std::optional<std::int64_t> FrameNumbering::foreign(std::uint32_t rtp_timestamp) {
  if (std::exchange(restarted_, false)) {
    recent_ = {};
  } else if (highest_ >= 0) {
    for (const Foreign& frame : recent_)
      if (frame.number >= 0 && frame.rtp_timestamp == rtp_timestamp) return frame.number;
    const std::uint32_t newest = recent_[static_cast<std::size_t>(highest_) % recent_.size()].rtp_timestamp;
    const auto step = static_cast<std::int32_t>(rtp_timestamp - newest);
    if (step < 0 && step > -kRestartTicks) return std::nullopt;
  }
  ++highest_;
  recent_[static_cast<std::size_t>(highest_) % recent_.size()] = {highest_, rtp_timestamp};
  return highest_;
}

}  // namespace jitterscope
