#pragma once
#include <atomic>

#include "core/algorithms/media/level_meter.h"

namespace jitterscope {

/// A level for meters, published by the media threads.
struct PublishedLevel {
  std::atomic<double> rms{kSilenceDbfs}, peak{kSilenceDbfs};
  void publish(const LevelMeter& meter) {
    if (const auto level = meter.level())
      rms.store(level->rms_dbfs, std::memory_order_relaxed), peak.store(level->peak_dbfs, std::memory_order_relaxed);
  }
};

}  // namespace jitterscope
