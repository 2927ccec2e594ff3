#include "core/algorithms/link/delivery_trace.h"

#include <algorithm>
#include <charconv>

namespace jitterscope::link {
namespace {

constexpr std::int32_t kOpportunity = 1504;
constexpr std::int32_t kNotCounted =
    14 - 4;  // mahimahi counts the IP packet and 4 bytes of its tunnel, no Ethernet header
constexpr std::size_t kMostLines = 10'000'000;
constexpr std::uint32_t kLongest = 86'400'000;  // a day

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::optional<DeliveryTrace> DeliveryTrace::parse(std::string_view text, std::string& error) {
  std::vector<std::uint32_t> ms;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = take_line(text);
    if (line.empty() && text.empty()) break;
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (code != std::errc() || end != line.data() + line.size() || value > kLongest)
      error = "is not a whole number of milliseconds within a day";
    else if (!ms.empty() && value < ms.back())
      error = "goes back in time";
    else if (ms.size() == kMostLines)
      error = "is one too many";
    else {
      ms.push_back(value);
      continue;
    }
    error.insert(0, "line " + std::to_string(number) + " of the mahimahi trace ");
    return std::nullopt;
  }
  if (!ms.empty() && ms.back() > 0) return DeliveryTrace(std::move(ms));
  error = "the mahimahi trace has no line above 0: it needs one millisecond a line, for example 10";
  return std::nullopt;
}

Timestamp DeliveryTrace::serve(std::int32_t frame_bytes, Timestamp start, bool backlogged) {
  if (!backlogged) skip_past(start);
  std::int32_t bytes = std::max(frame_bytes - kNotCounted, 1);
  while (bytes > left_) {
    bytes -= left_;
    go_on();
  }
  left_ -= bytes;
  return opportunity();
}

void DeliveryTrace::go_on() {
  left_ = kOpportunity;
  if (++next_ < ms_.size()) return;
  cycle_ += Duration::ms(ms_.back());
  next_ = 0;
}

void DeliveryTrace::skip_past(Timestamp time) {
  const Duration period = Duration::ms(ms_.back());
  const auto cycles = std::max<std::int64_t>((time - cycle_).ns() / period.ns(), 0);
  cycle_ += period * cycles;
  const auto past = std::upper_bound(ms_.begin(), ms_.end(), time, [this](Timestamp at, std::uint32_t value) {
    return at < cycle_ + Duration::ms(value);
  });
  next_ = static_cast<std::size_t>(past - ms_.begin());
  left_ = kOpportunity;
}

}  // namespace jitterscope::link
