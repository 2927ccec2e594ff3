#include "core/algorithms/shaping/shaper.h"

#include <algorithm>

namespace jitterscope {

FrameSchedule schedule_frame(const ShapingSetting& setting, Timestamp start, int blocks, Duration period,
                             Duration fetching, Duration least_a_block) {
  const Duration none;
  const Duration frame_period = std::max(period, none);
  const Duration sending = frame_period - std::clamp(fetching, none, frame_period);  // T_s
  FrameSchedule schedule;
  schedule.start = start;
  schedule.blocks = std::max(blocks, 1);
  schedule.burst_size = setting.burst_size <= 0 ? schedule.blocks : std::min(setting.burst_size, schedule.blocks);
  schedule.interval = std::max(setting.burst_interval.value_or(sending * schedule.burst_size / schedule.blocks),
                               least_a_block * schedule.burst_size);
  return schedule;
}

void Shaper::begin_frame(Timestamp start, int blocks, Duration period, Duration fetching, Duration least_a_block) {
  schedule_ = schedule_frame(setting_, start, blocks, period, fetching, least_a_block);
  if (blocks <= 0) schedule_.blocks = 0;
  block_ = 0;
  overrun_blocks_ = 0;
  cut_.reset();
}

std::optional<Shaper::Departure> Shaper::next() const {
  if (block_ >= schedule_.blocks) return std::nullopt;
  const Timestamp due = schedule_.due(block_);
  if (cut_ && due > *cut_) return Departure{block_, *cut_, true};
  return Departure{block_, due, false};
}

void Shaper::advance() {
  if (block_ < schedule_.blocks) ++block_;
}

void Shaper::finish_now(Timestamp now) {
  if (cut_) return;
  cut_ = now;
  for (int block = block_; block < schedule_.blocks; ++block) overrun_blocks_ += schedule_.due(block) > now;
}

}  // namespace jitterscope
