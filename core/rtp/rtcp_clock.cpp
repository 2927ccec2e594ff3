#include "core/rtp/rtcp_clock.h"

#include "core/rtp/byte_order.h"

namespace jitterscope::rtp {
namespace {

constexpr std::array<char, 4> kName{'J', 'S', 'C', 'K'};
constexpr std::size_t kDataBytes = 32;
constexpr std::uint64_t kNoBound = ~std::uint64_t{0};

Timestamp read_time(const std::uint8_t* p) {
  return Timestamp::ns(static_cast<std::int64_t>(read64(p)));
}

}  // namespace

std::size_t write_clock_message(Bytes out, std::uint32_t ssrc, const ClockMessage& message) {
  std::array<std::uint8_t, kDataBytes> data;
  std::uint8_t* p = data.data();
  for (const Timestamp time : {message.t1, message.t2, message.t3}) write64(p, static_cast<std::uint64_t>(time.ns()));
  write64(p, message.bound ? static_cast<std::uint64_t>(message.bound->ns()) : kNoBound);
  RtcpWriter writer(out);
  const bool written = out.size() >= kClockMessageBytes && writer.receiver_report(ssrc, {}) &&
                       writer.app({static_cast<std::uint8_t>(message.answer), ssrc, kName, data});
  return written ? writer.size() : 0;
}

std::optional<ClockMessage> parse_clock_message(const AppPacket& packet) {
  if (packet.name != kName || packet.subtype > 1 || packet.data.size() != kDataBytes) return std::nullopt;
  const std::uint8_t* p = packet.data.data();
  ClockMessage message{packet.subtype == 1, read_time(p), read_time(p + 8), read_time(p + 16), {}};
  const std::uint64_t bound = read64(p + 24);
  if (bound != kNoBound) message.bound = Duration::ns(static_cast<std::int64_t>(bound));
  if (message.bound && *message.bound < Duration{}) return std::nullopt;
  return message;
}

}  // namespace jitterscope::rtp
