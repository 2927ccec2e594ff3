#include "core/trace/captured_stream.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/trace/payload_types.h"
#include "core/units/sequence.h"

namespace jitterscope::trace {
namespace {

constexpr std::int64_t kLongestDelayNs = 10'000'000'000;
constexpr double kSnapWithin = 0.1;      // of ln of the rate: 44.1 and 48 kHz are 0.085 apart
constexpr double kPacketsOfVideo = 1.2;  // a timestamp, on average

std::uint8_t usual_payload_type(std::span<const CapturedRtp> packets) {
  std::array<std::size_t, 128> count{};
  for (const CapturedRtp& packet : packets) ++count[packet.payload_type & 0x7F];
  return static_cast<std::uint8_t>(std::max_element(count.begin(), count.end()) - count.begin());
}

/// Slope of the least-squares line of timestamps over time, per second; absent when either stands still.
std::optional<double> timestamp_rate(std::span<const CapturedRtp> packets) {
  RtpTimeUnwrapper unwrapper;
  double n = 0, mean_x = 0, mean_y = 0, xx = 0, xy = 0;
  const std::int64_t first = packets.front().at_ns, first_stamp = unwrapper.unwrap(packets.front().timestamp);
  for (const CapturedRtp& packet : packets) {
    const double x = (static_cast<double>(packet.at_ns) - static_cast<double>(first)) / 1e9;
    const double y = static_cast<double>(unwrapper.unwrap(packet.timestamp) - first_stamp);
    const double dx = x - mean_x;
    mean_x += dx / ++n;
    mean_y += (y - mean_y) / n;
    xx += dx * (x - mean_x);
    xy += dx * (y - mean_y);
  }
  if (!(xx > 0) || !(xy > 0)) return std::nullopt;
  return xy / xx;
}

std::optional<double> snapped(std::optional<double> rate) {
  constexpr double kUsual[] = {8000, 16000, 44100, 48000, 90000};
  if (!rate) return std::nullopt;
  const auto distance = [&](double usual) { return std::abs(std::log(*rate / usual)); };
  const double nearest = *std::min_element(std::begin(kUsual), std::end(kUsual),
                                           [&](double a, double b) { return distance(a) < distance(b); });
  return distance(nearest) <= kSnapWithin ? std::optional(nearest) : std::nullopt;
}

bool has_several_packets_a_timestamp(std::span<const CapturedRtp> packets) {
  std::size_t stamps = 1;
  for (std::size_t i = 1; i < packets.size(); ++i) stamps += packets[i].timestamp != packets[i - 1].timestamp;
  return static_cast<double>(packets.size()) > kPacketsOfVideo * static_cast<double>(stamps);
}

void describe(std::span<const CapturedRtp> packets, StreamInput& stream) {
  if (const auto format = assigned_format(usual_payload_type(packets))) {
    stream.medium = format->medium;
    stream.clock_rate_hz = format->clock_rate_hz;
    return;
  }
  stream.clock_rate_hz = snapped(timestamp_rate(packets));
  const bool video = stream.clock_rate_hz == 90000.0 || has_several_packets_a_timestamp(packets);
  stream.medium = video ? Medium::kVideo : Medium::kAudio;
}

/// Every packet has a block number, and frames change where timestamps do; packets that overtook others may differ.
bool blocks_make_sense(std::span<const CapturedRtp> packets) {
  std::size_t breaches = 0;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    if (!packets[i].has_block) return false;
    if (i > 0)
      breaches += (packets[i].frame == packets[i - 1].frame) != (packets[i].timestamp == packets[i - 1].timestamp);
  }
  return breaches * 50 <= packets.size();
}

bool send_times_make_sense(std::span<const CapturedRtp> packets) {
  return std::all_of(packets.begin(), packets.end(), [](const CapturedRtp& packet) {
    return packet.has_sent && packet.sent_ns >= 0 && packet.sent_ns <= packet.at_ns &&
           packet.at_ns - packet.sent_ns <= kLongestDelayNs;
  });
}

}  // namespace

StreamInput to_stream(std::uint32_t ssrc, std::span<const CapturedRtp> packets) {
  StreamInput stream;
  stream.ssrc = ssrc;
  if (packets.empty()) return stream;
  describe(packets, stream);
  const bool blocks = blocks_make_sense(packets), send_times = send_times_make_sense(packets);
  SequenceUnwrapper sequences, frames;
  RtpTimeUnwrapper timestamps;
  stream.packets.reserve(packets.size());
  for (const CapturedRtp& packet : packets) {
    PacketObservation& seen = stream.packets.emplace_back();
    seen.sequence = sequences.unwrap(packet.sequence);
    seen.received = Timestamp::ns(packet.at_ns);
    if (send_times) seen.sent = Timestamp::ns(packet.sent_ns);
    seen.rtp_timestamp = timestamps.unwrap(packet.timestamp);
    if (blocks) seen.frame = frames.unwrap(packet.frame), seen.block = packet.block;
    seen.size = packet.size;
    seen.marker = packet.marker;
  }
  return stream;
}

}  // namespace jitterscope::trace
