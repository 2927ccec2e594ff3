#include "core/measures/report/figure_text.h"

#include <algorithm>
#include <span>

#include "core/events/words.h"

namespace jitterscope {
namespace {

/// ", AMR/8000 (type 118)"; empty where nothing is to be said.
std::string payload_words(const StreamReport& r) {
  if (!r.payload) return {};
  const std::string what = encoding_text(*r.payload, r.clock_rate_hz);
  return fmt::format(", {}{}type {}{}", what, what.empty() ? "" : " (", r.payload->type, what.empty() ? "" : ")");
}

/// ", from 192.0.2.1:5004 to 192.0.2.2:5006"; empty where nothing is known.
std::string path_words(const StreamReport& r) {
  constexpr std::size_t kMostNamed = 4;
  if (r.sources.empty() || r.destination.empty()) return {};
  const auto named = std::span(r.sources).first(std::min(r.sources.size(), kMostNamed));
  const std::size_t others = r.sources.size() - named.size();
  return fmt::format(", from {}{} to {}", fmt::join(named, ", then "),
                     others > 0 ? fmt::format(" and {} more", others) : "", r.destination);
}

}  // namespace

std::string percent_text(std::optional<double> share) {
  return share ? plain_digits(*share * 100, 3) + " %" : "-";
}

std::string interval_text(const IntervalReport& r) {
  if (!r.interval) return r.too_few ? "too few" : "-";
  return fmt::format("{} … {}", plain_digits(r.interval->low), plain_digits(r.interval->high));
}

IntervalReport in_percent(IntervalReport share) {
  if (share.interval) share.interval = Interval95{100 * share.interval->low, 100 * share.interval->high};
  return share;
}

std::string encoding_text(const PayloadInfo& payload, std::optional<double> clock_rate_hz) {
  if (!clock_rate_hz) return payload.name;
  if (payload.name.empty()) return fmt::format("clock of {:.0f} Hz", *clock_rate_hz);
  return fmt::format("{}/{:.0f}", payload.name, *clock_rate_hz);
}

std::string stream_title(const StreamReport& r) {
  const std::string ssrc = r.ssrc ? fmt::format(", SSRC 0x{:08x}", *r.ssrc) : "";
  const std::string_view medium = r.medium_known ? to_string(r.medium) : "unknown payload";
  return fmt::format("{} {}{}{}{}", medium, to_string(r.direction), ssrc, payload_words(r), path_words(r));
}

}  // namespace jitterscope
