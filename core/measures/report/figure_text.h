#pragma once
// Figures of a stream as `analyze` and hand-outs write them: the same digits in both.
#include <fmt/format.h>
#include <optional>
#include <string>
#include <type_traits>

#include "core/base/units/plain_digits.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// "-" where it is not known.
template <typename T>
std::string number_text(const std::optional<T>& value) {
  if (!value) return "-";
  if constexpr (std::is_integral_v<T>)
    return fmt::format("{}", *value);
  else
    return plain_digits(*value);
}
/// Of a share: "1.05 %".
std::string percent_text(std::optional<double> share);
/// "32.82 … 49.95", "too few", "-".
std::string interval_text(const IntervalReport&);
/// Of a share.
IntervalReport in_percent(IntervalReport);
/// "AMR/8000", "clock of 8000 Hz"; empty where neither is known.
std::string encoding_text(const PayloadInfo&, std::optional<double> clock_rate_hz);
/// "audio received, SSRC 0xafb3dd8d, AMR/8000 (type 118)"
std::string stream_title(const StreamReport&);

}  // namespace jitterscope
