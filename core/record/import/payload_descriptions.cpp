#include "core/record/import/payload_descriptions.h"

#include <arpa/inet.h>

#include <algorithm>
#include <string_view>

#include "core/algorithms/rtp/sdp.h"

namespace jitterscope::trace {
namespace {

constexpr double kLowestClock = 1000, kHighestClock = 10'000'000;  // Hz; no medium has others

std::optional<std::array<std::uint8_t, 16>> parse_address(const std::string& text) {
  std::array<std::uint8_t, 16> bytes{};
  for (const int family : {AF_INET, AF_INET6})
    if (inet_pton(family, text.c_str(), bytes.data()) == 1) return bytes;
  return std::nullopt;
}

bool same(const PayloadFormat& a, const PayloadFormat& b) {
  return a.medium == b.medium && a.clock_rate_hz == b.clock_rate_hz;
}

}  // namespace

void PayloadDescriptions::add(FrameBytes payload) {
  const std::string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
  if (text.find("\nm=") == std::string_view::npos) return;
  const auto begin = text.find("v=0\r\n") != std::string_view::npos ? text.find("v=0\r\n") : text.find("v=0\n");
  if (begin == std::string_view::npos) return;
  for (const rtp::SdpMedia& media : rtp::read_sdp(text.substr(begin))) {
    if (media.kind != "audio" && media.kind != "video") continue;
    const auto address = parse_address(media.address);
    for (const rtp::SdpFormat& format : media.formats) {
      if (format.clock_hz < kLowestClock || format.clock_hz > kHighestClock || described_.size() >= kMost) continue;
      Described described;
      described.has_address = address.has_value();
      if (address) described.address = *address;
      described.port = media.port;
      described.type = static_cast<std::uint8_t>(format.payload_type);
      described.format = {media.kind == "audio" ? Medium::kAudio : Medium::kVideo, format.clock_hz, format.name};
      known_[described.type] = true;
      described_.push_back(std::move(described));
    }
  }
}

std::optional<PayloadFormat> PayloadDescriptions::find(const std::array<std::uint8_t, 16>& destination,
                                                       std::uint16_t port, std::uint16_t source_port,
                                                       std::uint8_t type) const {
  const auto last = [&](auto is) -> std::optional<PayloadFormat> {
    for (auto entry = described_.rbegin(); entry != described_.rend(); ++entry)
      if (entry->type == type && is(*entry)) return entry->format;
    return std::nullopt;
  };
  if (auto there =
          last([&](const Described& d) { return d.has_address && d.address == destination && d.port == port; }))
    return there;
  if (auto there = last([&](const Described& d) { return d.port == port; })) return there;
  return last([&](const Described& d) { return d.port == source_port; });
}

std::optional<PayloadFormat> PayloadDescriptions::agreed(std::uint8_t type) const {
  const PayloadFormat* latest = nullptr;
  for (const Described& described : described_) {
    if (described.type != type) continue;
    if (latest && !same(described.format, *latest)) return std::nullopt;
    latest = &described.format;
  }
  return latest ? std::optional(*latest) : std::nullopt;
}

}  // namespace jitterscope::trace
