#include "core/base/stats/highest_values.h"

#include <algorithm>
#include <iterator>

namespace jitterscope {

std::vector<double> highest_values(std::span<const double> values, std::size_t count) {
  constexpr std::size_t kSample = 2048;
  std::vector<double> chosen;
  if (count == 0) return chosen;
  if (values.size() > 8 * kSample && count < values.size() / 2) {
    const std::size_t stride = values.size() / kSample;
    for (std::size_t i = 0; i < kSample; ++i) chosen.push_back(values[i * stride]);
    const double share = 1 - 1.2 * static_cast<double>(count) / static_cast<double>(values.size());
    const auto place = chosen.begin() + static_cast<std::ptrdiff_t>(share * kSample);
    std::nth_element(chosen.begin(), place, chosen.end());
    const double above = *place;
    chosen.clear();
    std::ranges::copy_if(values, std::back_inserter(chosen), [above](double value) { return value > above; });
  }
  if (chosen.size() < count) chosen.assign(values.begin(), values.end());
  const auto from = chosen.end() - static_cast<std::ptrdiff_t>(count);
  std::nth_element(chosen.begin(), from, chosen.end());
  chosen.erase(chosen.begin(), from);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace jitterscope
