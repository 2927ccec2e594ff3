#pragma once
// Background load on a link, sans-IO (sun97 §4: UDP at 0…1000 KB/s, constant or bursty): says when packets are due.
#include <cstdint>
#include <optional>

#include "core/algorithms/link/random.h"
#include "core/base/units/time.h"
#include "core/events/link_setting.h"

namespace jitterscope::link {

/// Bursts of `setting.burst` packets of `packet_bytes` UDP payload whose long-run rate is that asked for. Poisson:
/// times between bursts are exponential; else they are equal, without drift. Use it as
///   while (due() && *due() <= now) { const Timestamp at = *due(); for (int n = take(); n > 0; --n) ... }
/// Not thread-safe.
class BackgroundTraffic {
 public:
  BackgroundTraffic(const BackgroundSetting& setting, std::uint64_t seed, Timestamp began);

  /// When the next burst is due; nullopt: there is no load.
  std::optional<Timestamp> due() const;
  /// Takes the burst that is due next; how many packets it has (0: no load).
  int take();
  /// From `at` on; the wait for the next burst that is left shrinks or grows with the rate.
  void set(const BackgroundSetting& setting, Timestamp at);
  /// Bursts are due from `at` on as those of new traffic of this seed that begins then.
  void reseed(std::uint64_t seed, Timestamp at);
  const BackgroundSetting& setting() const { return setting_; }

 private:
  double interval_ns() const;  // mean time between bursts
  void wait_from(Timestamp at, double ns);
  double draw_ns();

  BackgroundSetting setting_;
  Random random_;
  Timestamp due_;
  double fraction_ns_ = 0;  // of a nanosecond, beyond due_
};

}  // namespace jitterscope::link
