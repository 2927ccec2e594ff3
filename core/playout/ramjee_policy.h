#pragma once
// The four adaptive policies of Ramjee, Kurose, Towsley and Schulzrinne (IEEE INFOCOM 1994): the estimates follow each
// packet, the playout delay changes with the first packet of a talkspurt alone (picture: with each frame).
#include "core/playout/playout_offset.h"
#include "core/playout/ramjee_estimators.h"

namespace jitterscope {

template <class Estimator>
class RamjeePolicy : public PlayoutPolicy {
 public:
  explicit RamjeePolicy(const Estimator& fresh) : fresh_(fresh), estimator_(fresh) {}

  std::optional<Timestamp> take(const PlayoutArrival& unit) override {
    const Duration transit = transit_of(unit);
    if (!offset_.any()) origin_ = transit;
    reference_.add(unit.received, transit);
    const bool opens = offset_.opens(unit);
    const DelayEstimate estimate = estimator_.update((transit - origin_).ms(), opens);
    if (opens) offset_.follow(unit, origin_ + Duration::from_ms(estimate.playout_ms()));
    return offset_.playout(unit);
  }
  Duration delay() const override { return offset_.value() - reference_.smallest(); }
  void restart() override { *this = RamjeePolicy(fresh_); }

 private:
  Estimator fresh_, estimator_;
  Duration origin_;  // the first transit: milliseconds over it are exact in a double
  ReferenceTransit reference_;
  PlayoutOffset offset_;
};

}  // namespace jitterscope
