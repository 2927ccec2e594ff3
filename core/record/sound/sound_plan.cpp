#include "core/record/sound/sound_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>

#include "core/algorithms/playout/restart.h"
#include "core/measures/definitions/stream_input.h"

namespace jitterscope {
namespace {

constexpr double kLowestRate = 8000, kHighestRate = 48000;
constexpr int kMostChannels = 8;
constexpr int kRtpHeaderBytes = 12;
constexpr int kStereoL16 = 10, kMonoL16 = 11;  // assigned payload types, at 44.1 kHz
constexpr std::size_t kPacketsForChannels = 1000;

std::optional<SoundCoding> coding_of(std::string name) {
  for (char& letter : name)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  if (name == "PCMU") return SoundCoding::kPcmu;
  if (name == "PCMA") return SoundCoding::kPcma;
  if (name == "L16") return SoundCoding::kL16;
  return std::nullopt;
}

/// The type of most packets that are timed.
const PayloadCount* main_payload(const StreamInput& stream) {
  if (!stream.payload) return nullptr;
  const auto found = std::ranges::find_if(
      stream.payloads, [&](const PayloadCount& count) { return count.payload.type == stream.payload->type; });
  return found == stream.payloads.end() ? nullptr : &*found;
}

/// The places of the packets in the order of their numbers; of copies the one that came first.
std::vector<std::size_t> in_order(const PacketColumns& packets) {
  std::vector<std::size_t> order(packets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return packets.sequence(i); });
  const auto copies = std::ranges::unique(order, {}, [&](std::size_t i) { return packets.sequence(i); });
  order.erase(copies.begin(), copies.end());
  return order;
}

/// As many as the bytes of most packets make of the step of their timestamps, at 16 bits each.
int channels_of(const StreamInput& stream, const std::vector<std::size_t>& order, double samples_a_unit) {
  if (stream.payload->type == kStereoL16) return 2;
  if (stream.payload->type == kMonoL16) return 1;
  std::array<std::size_t, kMostChannels + 1> votes{};
  for (std::size_t i = 1; i < std::min(order.size(), kPacketsForChannels); ++i) {
    const std::size_t before = order[i - 1], after = order[i];
    const auto from = stream.packets.rtp_timestamp(before), to = stream.packets.rtp_timestamp(after);
    const auto size = stream.packets.size(before);
    if (stream.packets.sequence(after) != stream.packets.sequence(before) + 1 || !from || !to || !size) continue;
    const double samples = static_cast<double>(*to - *from) * samples_a_unit;
    const double channels = samples > 0 ? (*size - kRtpHeaderBytes) / (2 * samples) : 0;
    if (channels >= 0.5 && channels < kMostChannels + 0.5) ++votes[static_cast<std::size_t>(std::lround(channels))];
  }
  const auto most = std::ranges::max_element(votes);
  return *most > 0 ? static_cast<int>(most - votes.begin()) : 1;
}

/// The line of time on which sound stands, packets given in the order of their numbers.
class SoundLine {
 public:
  explicit SoundLine(double clock_hz) : clock_hz_(clock_hz) {}

  /// In seconds of the file.
  double place(std::int64_t timestamp, double received_s) {
    const double source = begun_ ? static_cast<double>(timestamp - last_) / clock_hz_ : 0;
    const double place = last_place_ + source, transit = received_s - place;
    const bool restarts = timestamps_restarted(source, received_s - last_received_ - source) &&
                          std::abs(transit - least_transit_) >= 1;  // as restart.h has it
    if (!begun_ || restarts) {
      last_place_ = begun_ ? std::max(received_s, last_place_) : received_s;
      least_transit_ = received_s - last_place_;
    } else {
      last_place_ = place;
      least_transit_ = std::min(least_transit_, transit);
    }
    begun_ = true;
    last_ = timestamp, last_received_ = received_s;
    return last_place_;
  }

 private:
  double clock_hz_;
  bool begun_ = false;
  std::int64_t last_ = 0;
  double last_received_ = 0, last_place_ = 0, least_transit_ = 0;
};

}  // namespace

std::string why_no_sound(const StreamInput& stream) {
  constexpr std::string_view kPlayed = "PCMU, PCMA and L16 can be played";
  if (stream.payloads.empty())
    return "Only a capture or an rtpdump file holds the sound itself: this file tells of packets, not of what is in "
           "them.";
  const PayloadCount* main = main_payload(stream);
  if (!main || main->payload.name.empty()) return fmt::format("Nobody says how its payload is encoded; {}.", kPlayed);
  if (!coding_of(main->payload.name)) return fmt::format("Its payload is {}; {}.", main->payload.name, kPlayed);
  const double rate = main->clock_rate_hz.value_or(0);
  if (rate < kLowestRate || rate > kHighestRate)
    return fmt::format("Its sound has {:.0f} samples a second; 8000 to 48000 can be played.", rate);
  return {};
}

SoundPlan plan_sound(const StreamInput& stream, Timestamp began) {
  SoundPlan plan;
  const PayloadCount* main = main_payload(stream);
  if (!main || !main->clock_rate_hz) return plan;
  plan.rate_hz = static_cast<int>(std::lround(*main->clock_rate_hz));
  for (const PayloadCount& count : stream.payloads)
    if (count.clock_rate_hz == main->clock_rate_hz && count.payload.type >= 0 && count.payload.type < 128)
      plan.types[static_cast<std::size_t>(count.payload.type)] = coding_of(count.payload.name);
  const PacketColumns& packets = stream.packets;
  const double clock_hz = stream.clock_rate_hz.value_or(plan.rate_hz);
  const std::vector<std::size_t> order = in_order(packets);
  plan.channels = channels_of(stream, order, plan.rate_hz / clock_hz);
  for (std::size_t i = 0; i < packets.size(); ++i)
    plan.packets.push_back({packets.received(i).ns(), packets.size(i).value_or(0)});
  SoundLine line(clock_hz);
  std::optional<double> first;
  for (const std::size_t i : order) {
    const auto timestamp = packets.rtp_timestamp(i);
    if (!timestamp || !packets.timed(i)) continue;
    const double place = line.place(*timestamp, (packets.received(i) - began).seconds());
    if (!first) first = plan.from_s = place;
    const auto at = std::llround((place - *first) * plan.rate_hz);
    if (at < 0) continue;  // timestamps that run backwards
    plan.packets[i].at = at;
    plan.last = std::max<std::int64_t>(plan.last, at);
  }
  std::ranges::stable_sort(plan.packets, [](const PlannedPacket& a, const PlannedPacket& b) {
    return std::pair(a.received_ns, a.size) < std::pair(b.received_ns, b.size);
  });
  return plan;
}

}  // namespace jitterscope
