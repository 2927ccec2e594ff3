#include "core/record/import/timestamp_pace.h"

#include <algorithm>
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

}  // namespace jitterscope::trace
