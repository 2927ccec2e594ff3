#pragma once
// A follower on virtual time: two clocks whose rates change or that jump, a path with delays of its own each way, and
// every check of whether the truth lies within the bound that the follower states.
#include <functional>
#include <random>
#include <vector>

#include "core/algorithms/clock/clock_follower.h"
#include "tests/unit/algorithms/clock/two_clocks.h"

namespace jitterscope {

/// Reads `began` at true time 0 and gains on it at a rate that may change, and by jumps.
class VirtualClock {
 public:
  VirtualClock(Timestamp began, double rate)
      : began_(began), hardware_(rate), changes_{{Duration{}, Duration{}, rate}} {}
  /// From `at` on, which comes in order.
  void set_rate(Duration at, double rate) { changes_.push_back({at, gained(at), rate}); }
  void jump(Duration at, Duration by) { changes_.push_back({at, gained(at) + by, changes_.back().rate}); }
  double last_rate() const { return changes_.back().rate; }
  Timestamp read(Duration at) const { return began_ + at + gained(at); }
  /// What it gains on its hardware, whose rate is the first one.
  Duration slewed(Duration at) const { return gained(at) - Duration::from_seconds(hardware_ * at.seconds()); }
  Duration gained(Duration at) const {
    std::size_t i = changes_.size() - 1;
    while (i > 0 && changes_[i].at > at) --i;
    return changes_[i].gained + Duration::from_seconds(changes_[i].rate * (at - changes_[i].at).seconds());
  }

 private:
  struct Change {
    Duration at, gained;
    double rate = 0;
  };
  Timestamp began_;
  double hardware_;
  std::vector<Change> changes_;
};

/// One way of the path: how long a message that leaves then is under way.
using Way = std::function<Duration(Duration at)>;

struct ClockTrial {
  VirtualClock local{Timestamp{} + Duration::seconds(5000), 0};
  VirtualClock remote{Timestamp{} + Duration::seconds(9000), 0};
  Way there, back;
  Duration length = Duration::seconds(60);
  bool tells_slew = false;
  Duration settle;                 // what is checked before is not counted
  std::optional<Duration> change;  // of a rate: what is checked from then on is counted apart too
  std::optional<Duration> jump;    // when a clock jumps: from then until it is noticed nothing is checked

  struct Result {
    std::int64_t checks = 0, outside = 0, unsynchronised = 0;
    std::int64_t checks_after = 0, unsynchronised_after = 0;  // the change of a rate
    Duration widest, farthest;                                // bound while synchronised; error beyond the bound
    Duration error;                                           // the largest
    std::optional<Duration> noticed;                          // the jump: when
    std::optional<ClockFollower::Doubt> doubt;
    int exchanges_until_noticed = 0;
  };
  Result run();
};

inline ClockTrial::Result ClockTrial::run() {
  constexpr int kChecks = 6;  // between two exchanges
  Result result;
  ClockFollower follower(local.read(Duration{}));
  Duration at;
  const auto check = [&](Duration when) {
    const auto belief = follower.estimate(local.read(when));
    const bool after = change && when >= *change;
    if (!belief || !belief->synchronised || !follower.line()) {
      if (when >= settle) ++result.unsynchronised;
      result.unsynchronised_after += after;
      return;
    }
    if (jump && when >= *jump && !result.noticed) return;
    if (when < settle) return;
    const Timestamp says = follower.line()->to_conference(local.read(when));
    const Duration beyond = size_of(says - remote.read(when)) - belief->bound;
    ++result.checks;
    result.checks_after += after;
    if (beyond > Duration::ns(2)) ++result.outside;
    result.farthest = std::max(result.farthest, beyond);
    result.error = std::max(result.error, size_of(says - remote.read(when)));
    result.widest = std::max(result.widest, belief->bound);
  };
  while (at < length) {
    // The clocks' rates are so near to 1 that the request is on time to within a microsecond.
    const Duration asked = at + (follower.next_request() - local.read(at));
    const Duration came = asked + there(asked), left = came + Duration::us(30), done = left + back(left);
    follower.requested(local.read(asked));
    ClockSample sample{local.read(asked), remote.read(came), remote.read(left), local.read(done)};
    if (tells_slew) {
      sample.slewed_local = local.slewed(done) + Duration::seconds(3);
      sample.slewed_remote = remote.slewed(left) - Duration::seconds(77);
    }
    follower.answered(sample);
    if (jump && !result.noticed && done >= *jump) {
      ++result.exchanges_until_noticed;
      if (follower.doubt()) result.noticed = done, result.doubt = follower.doubt();
    }
    const Duration next = std::max(done, done + (follower.next_request() - local.read(done)));
    for (int i = 0; i < kChecks; ++i) check(done + (next - done) / kChecks * i);
    check(next);
    at = next;
  }
  return result;
}

}  // namespace jitterscope
