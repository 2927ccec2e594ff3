#include "core/record/import/captured_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "core/base/units/sequence.h"
#include "core/measures/definitions/run_note.h"
#include "core/measures/offline/decoding_order.h"
#include "core/record/import/packet_numbering.h"
#include "core/record/import/payload_uses.h"
#include "core/record/import/timeline.h"

namespace jitterscope::trace {
namespace {

constexpr double kUsualRates[] = {8000, 11025, 16000, 22050, 24000, 32000, 44100, 48000, 90000};
constexpr double kSnapWithin = 0.04, kAgreeWithin = 0.1;
constexpr double kVideoRate = 90000, kMostPicturesASecond = 240;
constexpr double kPacketsOfVideo = 1.2;  // a timestamp, on average
constexpr std::size_t kFewPackets = 16;
constexpr double kSnapOfFew = 0.01;
constexpr double kShortestBlock = 0.002, kLongestBlock = 0.2;  // s

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::optional<double> timestamp_rate(std::span<const CapturedRtp> packets) {
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

namespace {

std::optional<double> snapped(double rate, double within = kSnapWithin) {
  const auto distance = [&](double usual) { return std::abs(std::log(rate / usual)); };
  const double nearest = *std::min_element(std::begin(kUsualRates), std::end(kUsualRates),
                                           [&](double a, double b) { return distance(a) < distance(b); });
  return distance(nearest) <= within ? std::optional(nearest) : std::nullopt;
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

void add_notes(const NumberedSource& numbered, const Timeline& timeline, StreamInput& stream) {
  const auto say = [&](std::string sentence) { stream.notes.push_back(std::move(sentence)); };
  if (numbered.runs.size() > 1) say(run_note(numbered.runs.size()));
  if (timeline.restarts() > 0) say(restart_note(timeline.restarts()));
  if (timeline.clock_changes() > 0)
    say(
        fmt::format("Its payload types have different RTP clocks, and the type changed {}: each packet is measured by "
                    "the clock of its own type.",
                    timeline.clock_changes() == 1 ? "once" : fmt::format("{} times", timeline.clock_changes())));
  if (numbered.strays > 0)
    say(fmt::format("Packets that fit no run of sequence numbers were left out: {}.", numbered.strays));
}

}  // namespace

std::optional<double> usual_clock_rate(double rate) {
  return snapped(rate);
}

std::optional<TimestampPace> pace_of(std::span<const CapturedRtp> packets) {
  const bool few = packets.size() < kFewPackets;
  const auto measured = timestamp_rate(packets);
  const double rate = measured ? snapped(*measured, few ? kSnapOfFew : kSnapWithin).value_or(0) : 0;
  const double step = usual_step(packets);
  if (!(rate > 0) || !(step > 0)) return std::nullopt;
  if (rate == kVideoRate) {
    const double pictures = rate / step;
    if (pictures < 1 || pictures > kMostPicturesASecond) return std::nullopt;
    return TimestampPace{Medium::kVideo, rate};
  }
  const double block = step / rate;
  if (has_several_packets_a_timestamp(packets) || block < kShortestBlock || block > kLongestBlock) return std::nullopt;
  if (few && std::fmod(step * 400, rate) != 0) return std::nullopt;
  return TimestampPace{Medium::kAudio, rate};
}

StreamInput to_stream(std::uint32_t ssrc, std::span<const CapturedRtp> packets, const NumberedSource& numbered,
                      const PayloadLookup& said) {
  StreamInput stream;
  stream.ssrc = ssrc;
  if (packets.empty()) return stream;
  const PayloadUses uses = describe(packets, said, stream);
  if (numbered.runs.size() > 1) stream.runs = numbered.runs;
  const bool blocks = blocks_make_sense(packets), send_times = all_have_send_times(packets);
  SequenceUnwrapper frames;
  Timeline timeline(stream.clock_rate_hz);
  for (const NumberedPacket& each : numbered.packets) {
    const CapturedRtp& packet = packets[each.place];
    PacketObservation seen;
    seen.sequence = each.sequence;
    seen.received = Timestamp::ns(packet.at_ns);
    seen.timed = uses.is_timed(packet);
    if (send_times) seen.sent = Timestamp::ns(packet.sent_ns);
    const auto own_clock = uses.own_clock_of(packet, stream.clock_rate_hz);
    seen.rtp_timestamp = timeline.timestamp(each, seen.received, own_clock, seen.timed);
    if (blocks) seen.frame = frames.unwrap(packet.frame), seen.block = packet.block;
    seen.size = packet.size;
    seen.marker = packet.marker;
    seen.payload_type = packet.payload_type;
    stream.packets.push_back(seen);
  }
  add_notes(numbered, timeline, stream);
  put_decoding_order(stream);
  return stream;
}

}  // namespace jitterscope::trace
