#include "core/measures/definitions/loss_bursts.h"

namespace jitterscope {

void LossBurstCounter::add(bool lost, std::int64_t count) {
  if (count <= 0) return;
  if (!lost) {
    played_on_end_ += count;
    units_ += count;
    return;
  }
  if (played_on_end_ >= kGmin) {
    end_cluster(ended_);
    cluster_begin_ = units_;
    cluster_lost_ = 0;
  }
  if (played_on_end_ > 0) ++runs_;
  played_on_end_ = 0;
  units_ += count;
  lost_ += count;
  cluster_lost_ += count;
  cluster_end_ = units_;
}

/// One loss alone is no burst.
void LossBurstCounter::end_cluster(Bursts& bursts) const {
  if (cluster_lost_ < 2) return;
  ++bursts.count;
  bursts.units += cluster_end_ - cluster_begin_;
  bursts.gaps += cluster_begin_ > bursts.end;
  bursts.end = cluster_end_;
}

std::optional<LossBursts> LossBurstCounter::figures(std::optional<double> period_ms) const {
  if (units_ == 0) return std::nullopt;
  Bursts bursts = ended_;
  end_cluster(bursts);
  if (units_ > bursts.end) ++bursts.gaps;
  const auto ratio = [](std::int64_t a, std::int64_t b) { return static_cast<double>(a) / static_cast<double>(b); };
  LossBursts figures;
  figures.units = units_;
  figures.lost = lost_;
  figures.bursts = bursts.count;
  if (bursts.count > 0) figures.mean_length = ratio(bursts.units, bursts.count);
  if (lost_ > 0 && lost_ < units_) figures.burst_ratio = ratio(lost_, runs_) * ratio(units_ - lost_, units_);
  if (bursts.gaps > 0 && period_ms) figures.gap_ms = ratio(units_ - bursts.units, bursts.gaps) * *period_ms;
  return figures;
}

}  // namespace jitterscope
