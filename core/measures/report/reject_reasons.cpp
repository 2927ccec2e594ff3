#include "core/measures/report/reject_reasons.h"

#include <fmt/format.h>

#include "core/events/words.h"

namespace jitterscope {
namespace {

template <typename Each>
void each_reason(const ReasonCounts& counts, Each each) {
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) each(to_string(static_cast<RejectReason>(i)), counts[i]);
}

}  // namespace

std::string reason_words(const ReasonCounts& counts) {
  std::string words;
  each_reason(counts, [&](std::string_view reason, std::int64_t count) {
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, reason);
  });
  return words;
}

nlohmann::ordered_json reasons_json(const ReasonCounts& counts) {
  nlohmann::ordered_json made = nlohmann::ordered_json::object();
  each_reason(counts, [&](std::string_view reason, std::int64_t count) { made[std::string(reason)] = count; });
  return made;
}

}  // namespace jitterscope
