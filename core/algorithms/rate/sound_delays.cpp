#include "core/algorithms/rate/sound_delays.h"

#include <cmath>

#include "core/base/units/media_time.h"

namespace jitterscope {
namespace {

constexpr std::int64_t kSoundClock = 8000;  // of every sound of a call
constexpr int kChangeAfter = 8;
constexpr double kLongestStepMs = 10'000;

}  // namespace

std::optional<SoundDelays::Delay> SoundDelays::add(const PacketArrived& packet) {
  const bool absolute = packet.sent_conference && packet.received_conference;
  const Timestamp arrived = packet.kernel && *packet.kernel <= packet.received ? *packet.kernel : packet.received;
  bool anew = !any_;
  if (any_ && absolute != absolute_) {
    if (++others_ < kChangeAfter) return std::nullopt;
    anew = true;
  }
  others_ = 0;
  const Duration transit = absolute
                               ? *packet.received_conference - *packet.sent_conference - (packet.received - arrived)
                               : Duration::ns(arrived.ns()) - media_time(packet.rtp_timestamp, kSoundClock);
  anew = anew || std::abs((transit - origin_).ms() - last_ms_) > kLongestStepMs;
  if (anew) {
    any_ = true;
    absolute_ = absolute;
    origin_ = absolute ? Duration{} : transit;
  }
  last_ms_ = (transit - origin_).ms();
  return Delay{last_ms_, absolute, anew, arrived};
}

}  // namespace jitterscope
