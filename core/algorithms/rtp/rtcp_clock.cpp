#include "core/algorithms/rtp/rtcp_clock.h"

#include "core/algorithms/rtp/byte_order.h"
#include "core/events/columns.h"

namespace jitterscope::rtp {
namespace {

constexpr std::array<char, 4> kClockName{'J', 'S', 'C', 'K'};
constexpr std::size_t kDataBytes = 40, kFirstVersionBytes = 32;
constexpr std::uint64_t kNoBound = ~std::uint64_t{0};
constexpr std::int64_t kNotSlewed = INT64_MIN;

/// Centuries: what no machine's clock tells, and sums of which would overflow.
constexpr std::int64_t kFarthest = std::int64_t{1} << 61;

bool within_reach(std::int64_t ns) {
  return ns > -kFarthest && ns < kFarthest;
}

Timestamp read_time(const std::uint8_t* p) {
  return Timestamp::ns(static_cast<std::int64_t>(read64(p)));
}

}  // namespace

std::size_t write_clock_message(Bytes out, std::uint32_t ssrc, const ClockMessage& message) {
  std::array<std::uint8_t, kDataBytes> data;
  std::uint8_t* p = data.data();
  for (const Timestamp time : {message.t1, message.t2, message.t3}) write64(p, static_cast<std::uint64_t>(time.ns()));
  write64(p, message.bound ? static_cast<std::uint64_t>(message.bound->ns()) : kNoBound);
  write64(p, static_cast<std::uint64_t>(message.slewed ? message.slewed->ns() : kNotSlewed));
  RtcpWriter writer(out);
  const bool written = out.size() >= kClockMessageBytes && writer.receiver_report(ssrc, {}) &&
                       writer.app({static_cast<std::uint8_t>(message.answer), ssrc, kClockName, data});
  return written ? writer.size() : 0;
}

std::optional<ClockMessage> parse_clock_message(const AppPacket& packet) {
  if (packet.name != kClockName || packet.subtype > 1) return std::nullopt;
  if (packet.data.size() != kDataBytes && packet.data.size() != kFirstVersionBytes) return std::nullopt;
  const std::uint8_t* p = packet.data.data();
  ClockMessage message{packet.subtype == 1, read_time(p), read_time(p + 8), read_time(p + 16), {}, {}};
  const std::uint64_t bound = read64(p + 24);
  if (bound != kNoBound) message.bound = Duration::ns(static_cast<std::int64_t>(bound));
  if (packet.data.size() == kDataBytes && read_time(p + 32).ns() != kNotSlewed)
    message.slewed = Duration::ns(read_time(p + 32).ns());
  for (const Timestamp time : {message.t1, message.t2, message.t3})
    if (!within_reach(time.ns())) return std::nullopt;
  if (message.bound && (*message.bound < Duration{} || message.bound->ms() > trace::kWidestBoundMs))
    return std::nullopt;
  if (message.slewed && !within_reach(message.slewed->ns())) return std::nullopt;
  return message;
}

}  // namespace jitterscope::rtp
