// The E-policy (claypool98 §8.1; Naylor and Kleinrock 1982): nothing is thrown away, time expands. A unit that comes
// late is played at once, and all that follows moves back with it for good.
#include <algorithm>

#include "core/algorithms/playout/playout_offset.h"
#include "core/algorithms/playout/policy_definition.h"

namespace jitterscope {
namespace {

class ExpandPolicy : public PlayoutPolicy {
 public:
  std::optional<Timestamp> take(const PlayoutArrival& unit) override {
    const Duration transit = transit_of(unit);
    reference_.add(unit.received, transit);
    offset_.set(offset_.any() ? std::max(offset_.value(), transit) : transit);
    return offset_.playout(unit);
  }
  Duration delay() const override { return offset_.value() - reference_.smallest(); }
  void restart() override { *this = {}; }

 private:
  ReferenceTransit reference_;
  PlayoutOffset offset_;
};

}  // namespace

PlayoutPolicyDefinition expand_policy() {
  return {.place = 10,
          .name = "e",
          .label = "E: nothing dropped",
          .short_label = "E-policy",
          .sentence =
              "E-policy: nothing is thrown away; what comes late is played late, and the delay stays "
              "(claypool98 §8.1)",
          .make = [](const PlayoutPolicyInput&) -> std::unique_ptr<PlayoutPolicy> {
            return std::make_unique<ExpandPolicy>();
          }};
}

}  // namespace jitterscope
