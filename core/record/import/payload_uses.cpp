#include "core/record/import/payload_uses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

namespace jitterscope::trace {
namespace {

constexpr std::size_t kFewestToContradict = 63, kMostLookedAt = 4096;  // steps
constexpr std::int64_t kMostUnits = 1 << 20;
constexpr double kContradicts = 0.1, kVideoClock = 90000;
constexpr std::uint8_t kComfortNoise = 13, kOldComfortNoise = 19;
constexpr std::uint16_t kEventBytes = 4;  // RFC 4733 §2.3

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, {}, [](unsigned char c) { return std::tolower(c); }, [](unsigned char c) { return std::tolower(c); });
}

std::string name_of(const std::optional<KnownPayload>& known) {
  return known ? known->format.name : std::string();
}

std::string_view who_says(PayloadSource source) {
  switch (source) {
    case PayloadSource::kAssigned: return "RFC 3551";
    case PayloadSource::kUser: return "--payload";
    default: return "The session description";
  }
}

/// Timestamps a second, from packet to packet of the type as they follow each other without a pause (in which some
/// senders' timestamps stop); absent where there are few, or where the first half of them shows another.
std::optional<double> pace_of_type(std::span<const CapturedRtp> packets, std::uint8_t type, Medium medium) {
  constexpr double kPause = 0.2;  // s
  struct Sum {
    double seconds = 0, units = 0;
  };
  std::vector<Sum> sums{{}};
  std::size_t backwards = 0;
  for (std::size_t i = 1; i < packets.size() && sums.size() <= kMostLookedAt; ++i) {
    const CapturedRtp &before = packets[i - 1], &packet = packets[i];
    if (packet.payload_type != type || before.payload_type != type) continue;
    const double seconds = static_cast<double>(packet.at_ns - before.at_ns) / 1e9;
    const auto units = static_cast<std::int32_t>(packet.timestamp - before.timestamp);
    if (std::abs(seconds) > kPause || std::abs(std::int64_t{units}) > kMostUnits) continue;
    backwards += units < 0;
    sums.push_back({sums.back().seconds + seconds, sums.back().units + units});
  }
  // Of frames that are sent in another order than shown the steps up to a loss do not sum up.
  if (sums.size() <= kFewestToContradict || (medium == Medium::kVideo && backwards > 2)) return std::nullopt;
  const Sum &half = sums[sums.size() / 2], &all = sums.back();
  const double rate = all.units / all.seconds, first = half.units / half.seconds;
  const double second = (all.units - half.units) / (all.seconds - half.seconds);
  const auto near = [&](double each) { return std::abs(each / rate - 1) <= kContradicts; };
  return rate > 0 && near(first) && near(second) ? std::optional(rate) : std::nullopt;
}

/// What is said of the clock is not what the timestamps show: then what they show counts, if the medium has such a
/// clock, unless the user said it.
void check_clock(std::span<const CapturedRtp> packets, const KnownPayload& known, StreamInput& stream) {
  if (!stream.clock_rate_hz) return;
  const double clock_hz = *stream.clock_rate_hz;
  const auto main = static_cast<std::uint8_t>(stream.payload->type);
  const auto seen_hz = pace_of_type(packets, main, stream.medium);
  if (!seen_hz || std::abs(*seen_hz / clock_hz - 1) <= kContradicts) return;
  auto usual_hz = usual_clock_rate(*seen_hz);
  if (usual_hz && (*usual_hz == kVideoClock) != (stream.medium == Medium::kVideo)) usual_hz.reset();
  std::string note =
      fmt::format("{} says that timestamps of payload type {} run at {:.0f} Hz, but their pace is {:.0f} Hz: ",
                  who_says(known.source), main, clock_hz, usual_hz.value_or(*seen_hz));
  if (known.source == PayloadSource::kUser) {
    note += "figures take what --payload says.";
  } else {
    stream.clock_rate_hz = usual_hz;
    note += usual_hz ? "figures take the pace that is seen."
                     : "it has no such clock, and figures that rest on it are unknown.";
  }
  stream.notes.push_back(std::move(note));
}

}  // namespace

PayloadUses::PayloadUses(std::span<const CapturedRtp> packets, const PayloadLookup& said) {
  std::size_t empty = 0;
  for (const CapturedRtp& packet : packets) {
    Use& use = uses_[packet.payload_type];
    use.repeated += use.packets > 0 && packet.timestamp == use.timestamp;
    use.timestamp = packet.timestamp;
    ++use.packets;
    use.of_four_bytes += packet.payload == kEventBytes;
    use.empty += packet.payload == 0;
    empty += packet.payload == 0;
  }
  mostly_empty_ = empty * 2 > packets.size();
  for (Use& use : uses_) {
    const auto type = static_cast<std::uint8_t>(&use - uses_.data());
    if (use.packets == 0) continue;
    use.known = said(type);
    if (use.known) use.clock_rate_hz = use.known->format.clock_rate_hz;
    use.timed =
        !is_events(type, packets.size()) && !is_comfort_noise(type) && (use.empty < use.packets || mostly_empty_);
  }
  const auto timed_packets = [](const Use& use) { return use.timed ? use.packets : 0; };
  const auto most = std::ranges::max_element(uses_, {}, timed_packets);
  main_ = static_cast<std::uint8_t>(most - uses_.begin());
  if (most->timed && most->packets > 0) return;
  // Nothing but events, say: what is there has its own times.
  for (Use& use : uses_) use.timed = true;
  main_ = static_cast<std::uint8_t>(std::ranges::max_element(uses_, {}, &Use::packets) - uses_.begin());
}

bool PayloadUses::is_events(std::uint8_t type, std::size_t all) const {
  const Use& use = uses_[type];
  if (use.known && !use.known->format.name.empty()) return equal_ignoring_case(name_of(use.known), "telephone-event");
  return use.of_four_bytes == use.packets && use.repeated > 0 && use.packets * 2 < all;
}

bool PayloadUses::is_comfort_noise(std::uint8_t type) const {
  return type == kComfortNoise || type == kOldComfortNoise || equal_ignoring_case(name_of(uses_[type].known), "CN");
}

std::vector<PayloadCount> PayloadUses::counts() const {
  std::vector<PayloadCount> counts;
  for (int type = 0; type < 128; ++type) {
    const Use& use = uses_[static_cast<std::size_t>(type)];
    if (use.packets == 0) continue;
    const PayloadSource source = use.known ? use.known->source : PayloadSource::kUnknown;
    counts.push_back(
        {{type, name_of(use.known), source}, use.clock_rate_hz, static_cast<std::int64_t>(use.packets), use.timed});
  }
  return counts;
}

std::string PayloadUses::untimed_note() const {
  std::string types;
  std::size_t empty = 0;
  for (std::size_t type = 0; type < uses_.size(); ++type) {
    const Use& use = uses_[type];
    if (use.timed) empty += mostly_empty_ ? 0 : use.empty;
    if (use.timed || use.packets == 0) continue;
    const std::string_view what = is_comfort_noise(static_cast<std::uint8_t>(type)) ? "comfort noise"
                                  : use.empty == use.packets                        ? "empty"
                                                                                    : "telephone-events";
    types += fmt::format("{}{} of payload type {} ({})", types.empty() ? "" : ", ", use.packets, type, what);
  }
  if (empty > 0) types += fmt::format("{}{} without a payload", types.empty() ? "" : ", ", empty);
  if (types.empty()) return {};
  return fmt::format("Some packets count for loss, but not for jitter, spacing, lateness and curve: {}.", types);
}

PayloadUses describe(std::span<const CapturedRtp> packets, const PayloadLookup& said, StreamInput& stream) {
  PayloadUses uses(packets, said);
  const std::uint8_t main = uses.main_type();
  PayloadInfo& payload = stream.payload.emplace(PayloadInfo{main});
  stream.payloads = uses.counts();
  stream.medium_known = false;
  if (const auto& known = uses.known(main)) {
    stream.medium_known = true;
    stream.medium = known->format.medium;
    stream.clock_rate_hz = known->format.clock_rate_hz;
    payload.name = known->format.name;
    payload.source = known->source;
    check_clock(packets, *known, stream);
  } else if (const auto pace = pace_of(packets)) {
    stream.medium_known = true;
    stream.medium = pace->medium;
    stream.clock_rate_hz = pace->clock_rate_hz;
    payload.source = PayloadSource::kTimestamps;
  }
  if (std::string note = uses.untimed_note(); !note.empty()) stream.notes.push_back(std::move(note));
  return uses;
}

}  // namespace jitterscope::trace
