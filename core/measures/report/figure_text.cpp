#include "core/measures/report/figure_text.h"

#include "core/events/words.h"

namespace jitterscope {
namespace {

/// ", AMR/8000 (type 118)"; empty where nothing is to be said.
std::string payload_words(const StreamReport& r) {
  if (!r.payload) return {};
  std::string clock = r.clock_rate_hz ? fmt::format("/{:.0f}", *r.clock_rate_hz) : "";
  if (r.payload->name.empty() && r.clock_rate_hz) clock = fmt::format("clock of {:.0f} Hz", *r.clock_rate_hz);
  const std::string what = r.payload->name + clock;
  return fmt::format(", {}{}type {}{}", what, what.empty() ? "" : " (", r.payload->type, what.empty() ? "" : ")");
}

/// ", from 192.0.2.1:5004 to 192.0.2.2:5006"; empty where nothing is known.
std::string path_words(const StreamReport& r) {
  if (r.sources.empty() || r.destination.empty()) return {};
  return fmt::format(", from {} to {}", fmt::join(r.sources, ", then "), r.destination);
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

std::string stream_title(const StreamReport& r) {
  const std::string ssrc = r.ssrc ? fmt::format(", SSRC 0x{:08x}", *r.ssrc) : "";
  const std::string_view medium = r.medium_known ? to_string(r.medium) : "unknown payload";
  return fmt::format("{} {}{}{}{}", medium, to_string(r.direction), ssrc, payload_words(r), path_words(r));
}

}  // namespace jitterscope
