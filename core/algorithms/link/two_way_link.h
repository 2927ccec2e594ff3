#pragma once
// The network of two ends with a link of its own for each direction.
#include <array>
#include <optional>

#include "core/algorithms/link/network.h"
#include "core/algorithms/link/one_way_link.h"

namespace jitterscope::link {

class TwoWayLink : public Network {
 public:
  /// `traces`: of a direction with a trace_file, parsed; else absent.
  TwoWayLink(const LinkSettings& settings, std::array<std::optional<DeliveryTrace>, 2> traces, std::uint64_t seed,
             Timestamp began);

  void offer(const Packet& packet, Timestamp at) override;
  std::optional<Timestamp> next_event() const override;
  void advance(Timestamp now, Results& results) override;
  QueueState queue(LinkWay way) const override;
  /// False, and nothing changes, for an Ethernet or where a direction gets another trace file.
  bool set(const LinkSettings& settings, Timestamp at) override;
  void reseed(std::uint64_t seed) override;

 private:
  OneWayLink& way(LinkWay way) { return ways_[static_cast<std::size_t>(way)]; }

  std::array<OneWayLink, 2> ways_;
};

}  // namespace jitterscope::link
