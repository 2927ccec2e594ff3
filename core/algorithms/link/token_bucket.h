#pragma once
// A link whose rate is kept as Linux's tbf keeps it: what an idle time saved up, at most `burst` bytes, passes at once.
#include <array>

#include "core/algorithms/link/line.h"
#include "core/algorithms/link/packet_queue.h"

namespace jitterscope::link {

/// Of each direction `rate`, the limits, delay, jitter and loss hold; a schedule and a trace do not. `burst` is not
/// below the largest packet. Not thread-safe.
class TokenBucketLink : public Network {
 public:
  TokenBucketLink(const LinkSettings& settings, std::int64_t burst, std::uint64_t seed, Timestamp began);

  void offer(const Packet& packet, Timestamp at) override;
  std::optional<Timestamp> next_event() const override;
  void advance(Timestamp now, Results& results) override;
  QueueState queue(LinkWay way) const override;
  bool set(const LinkSettings&, Timestamp) override { return false; }
  void reseed(std::uint64_t seed) override;

 private:
  struct Way {
    LinkSetting setting;
    Line line;
    PacketQueue waiting;
    std::optional<Packet> head;  // the next to leave
    Timestamp leaves;            // when it does
    double empty_s;              // when the bucket was or will be empty, seconds since `began`
    PacketNumbers numbers;
  };

  void run(Way& way, Timestamp now);
  void next(Way& way, const Packet& packet, Timestamp at);
  Way& way(LinkWay which) { return ways_[static_cast<std::size_t>(which)]; }

  Timestamp began_;
  double burst_;
  std::array<Way, 2> ways_;
  std::vector<Drop> drops_;
};

}  // namespace jitterscope::link
