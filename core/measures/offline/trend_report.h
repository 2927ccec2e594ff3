#pragma once
// The trend of the one-way delays of a finished stream, as `analyze --json` tells it.
#include <cstdint>
#include <span>
#include <vector>

#include "core/events/rate_setting.h"
#include "core/measures/views/stream_report.h"

namespace jitterscope {

/// "trend" (latecki04 §3.1): `delays_ms` in sequence order, `sequences` of the same packets. By the
/// setting alone: ε is never raised to the noise floor as it is in a call. O(n) time.
TrendReport trend_report(std::span<const double> delays_ms, std::span<const std::int64_t> sequences,
                         const TrendSetting& setting = {});

}  // namespace jitterscope
