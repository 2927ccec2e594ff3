#pragma once
// The four adaptive policies of Ramjee, Kurose, Towsley and Schulzrinne (IEEE INFOCOM 1994): the estimates follow each
// packet, the playout delay changes with the first packet of a talkspurt alone (picture: with each frame). Not in the
// paper: after a long run of late packets (LateRun) it changes too, for sound that never pauses.
#include <algorithm>
#include <memory>

#include "core/algorithms/playout/playout_offset.h"
#include "core/algorithms/playout/ramjee_estimators.h"

namespace jitterscope {

template <class Estimator>
class RamjeePolicy : public PlayoutPolicy {
 public:
  RamjeePolicy(const Estimator& fresh, Medium medium)
      : fresh_(fresh), estimator_(fresh), medium_(medium), late_(medium) {}

  std::optional<Timestamp> take(const PlayoutArrival& unit) override {
    const Duration transit = transit_of(unit);
    if (!offset_.any()) origin_ = transit;
    reference_.add(unit.received, transit);
    const DelayEstimate estimate = estimator_.update((transit - origin_).ms(), unit.talkspurt);
    const Duration wanted = origin_ + Duration::from_ms(estimate.playout_ms());
    if (unit.talkspurt || !offset_.any()) offset_.set(wanted);
    if (late_.add(unit, offset_.value())) offset_.set(std::max(offset_.value(), wanted));
    return offset_.playout(unit);
  }
  Duration delay() const override { return offset_.value() - reference_.smallest(); }
  void restart() override { *this = RamjeePolicy(fresh_, medium_); }

 private:
  Estimator fresh_, estimator_;
  Medium medium_;
  Duration origin_;  // the first transit: milliseconds over it are exact in a double
  ReferenceTransit reference_;
  PlayoutOffset offset_;
  LateRun late_;
};

template <class Estimator>
std::unique_ptr<PlayoutPolicy> make_ramjee(const Estimator& fresh, Medium medium) {
  return std::make_unique<RamjeePolicy<Estimator>>(fresh, medium);
}

}  // namespace jitterscope
