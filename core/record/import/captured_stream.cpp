#include "core/record/import/captured_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "core/base/units/sequence.h"

namespace jitterscope::trace {
namespace {

constexpr double kUsualRates[] = {8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 90000};
constexpr double kSnapWithin = 0.04, kAgreeWithin = 0.1;
constexpr double kVideoRate = 90000, kMostPicturesASecond = 240;
constexpr double kPacketsOfVideo = 1.2;                        // a timestamp, on average
constexpr double kShortestBlock = 0.002, kLongestBlock = 0.2;  // s

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Timestamps a second; absent where they do not run evenly.
std::optional<double> rate_of(std::span<const CapturedRtp> packets) {
  if (packets.size() < 2) return std::nullopt;
  RtpTimeUnwrapper unwrapper;
  std::vector<std::int64_t> stamps;
  stamps.reserve(packets.size());
  for (const CapturedRtp& packet : packets) stamps.push_back(unwrapper.unwrap(packet.timestamp));
  const std::size_t lag = std::max(packets.size() / 8, std::min<std::size_t>(8, packets.size() - 1));
  std::vector<double> rates;
  for (std::size_t i = lag; i < packets.size(); ++i) {
    const double seconds = (static_cast<double>(packets[i].at_ns) - static_cast<double>(packets[i - lag].at_ns)) / 1e9;
    if (seconds > 0) rates.push_back(static_cast<double>(stamps[i] - stamps[i - lag]) / seconds);
  }
  if (rates.empty()) return std::nullopt;
  const double usual = median(rates);
  const auto agree = std::count_if(rates.begin(), rates.end(),
                                   [&](double rate) { return std::abs(rate - usual) <= kAgreeWithin * usual; });
  if (!(usual > 0) || static_cast<std::size_t>(agree) * 2 < rates.size()) return std::nullopt;
  return usual;
}

std::optional<double> snapped(double rate) {
  const auto distance = [&](double usual) { return std::abs(std::log(rate / usual)); };
  const double nearest = *std::min_element(std::begin(kUsualRates), std::end(kUsualRates),
                                           [&](double a, double b) { return distance(a) < distance(b); });
  return distance(nearest) <= kSnapWithin ? std::optional(nearest) : std::nullopt;
}

/// The most frequent step of the timestamp between packets that follow each other; 0: there is none.
std::uint32_t usual_step(std::span<const CapturedRtp> packets) {
  std::map<std::uint32_t, std::size_t> count;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const std::uint32_t step = packets[i].timestamp - packets[i - 1].timestamp;
    const bool next = static_cast<std::uint16_t>(packets[i].sequence - packets[i - 1].sequence) == 1;
    if (next && step > 0 && step < 1u << 31 && count.size() < 4096) ++count[step];
  }
  const auto most = std::max_element(count.begin(), count.end(), [](auto& a, auto& b) { return a.second < b.second; });
  return most == count.end() ? 0 : most->first;
}

bool has_several_packets_a_timestamp(std::span<const CapturedRtp> packets) {
  std::size_t stamps = 1;
  for (std::size_t i = 1; i < packets.size(); ++i) stamps += packets[i].timestamp != packets[i - 1].timestamp;
  return static_cast<double>(packets.size()) > kPacketsOfVideo * static_cast<double>(stamps);
}

std::uint8_t usual_payload_type(std::span<const CapturedRtp> packets) {
  std::array<std::size_t, 128> count{};
  for (const CapturedRtp& packet : packets) ++count[packet.payload_type & 0x7F];
  return static_cast<std::uint8_t>(std::max_element(count.begin(), count.end()) - count.begin());
}

void describe(std::span<const CapturedRtp> packets, const PayloadLookup& said, StreamInput& stream) {
  PayloadInfo& payload = stream.payload.emplace(PayloadInfo{usual_payload_type(packets)});
  stream.medium_known = false;
  if (const auto known = said(static_cast<std::uint8_t>(payload.type))) {
    stream.medium_known = true;
    stream.medium = known->format.medium;
    stream.clock_rate_hz = known->format.clock_rate_hz;
    payload.name = known->format.name;
    payload.source = known->source;
  } else if (const auto pace = pace_of(packets)) {
    stream.medium_known = true;
    stream.medium = pace->medium;
    stream.clock_rate_hz = pace->clock_rate_hz;
    payload.source = PayloadSource::kTimestamps;
  }
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

bool all_have_send_times(std::span<const CapturedRtp> packets) {
  return std::all_of(packets.begin(), packets.end(),
                     [](const CapturedRtp& packet) { return packet.has_sent && packet.sent_ns >= 0; });
}

}  // namespace

std::optional<TimestampPace> pace_of(std::span<const CapturedRtp> packets) {
  const auto measured = rate_of(packets);
  const double rate = measured ? snapped(*measured).value_or(0) : 0, step = usual_step(packets);
  if (!(rate > 0) || !(step > 0)) return std::nullopt;
  if (rate == kVideoRate) {
    const double pictures = rate / step;
    if (pictures < 1 || pictures > kMostPicturesASecond) return std::nullopt;
    return TimestampPace{Medium::kVideo, rate};
  }
  const double block = step / rate;
  if (has_several_packets_a_timestamp(packets) || block < kShortestBlock || block > kLongestBlock) return std::nullopt;
  return TimestampPace{Medium::kAudio, rate};
}

StreamInput to_stream(std::uint32_t ssrc, std::span<const CapturedRtp> packets, const PayloadLookup& said) {
  StreamInput stream;
  stream.ssrc = ssrc;
  if (packets.empty()) return stream;
  describe(packets, said, stream);
  const bool blocks = blocks_make_sense(packets), send_times = all_have_send_times(packets);
  SequenceUnwrapper sequences, frames;
  RtpTimeUnwrapper timestamps;
  for (const CapturedRtp& packet : packets) {
    PacketObservation seen;
    seen.sequence = sequences.unwrap(packet.sequence);
    seen.received = Timestamp::ns(packet.at_ns);
    if (send_times) seen.sent = Timestamp::ns(packet.sent_ns);
    seen.rtp_timestamp = timestamps.unwrap(packet.timestamp);
    if (blocks) seen.frame = frames.unwrap(packet.frame), seen.block = packet.block;
    seen.size = packet.size;
    seen.marker = packet.marker;
    stream.packets.push_back(seen);
  }
  return stream;
}

}  // namespace jitterscope::trace
