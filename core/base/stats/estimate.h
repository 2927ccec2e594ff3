#pragma once
// A mean over repetitions and how sure it is.
#include <optional>
#include <span>

namespace jitterscope {

struct Estimate {
  double mean = 0;
  std::optional<double> half_width;  // of the 95 % interval (Student's t, n − 1); needs two values
  std::optional<double> low() const { return half_width ? std::optional(mean - *half_width) : std::nullopt; }
  std::optional<double> high() const { return half_width ? std::optional(mean + *half_width) : std::nullopt; }
};

/// Any unit; nullopt for no values.
std::optional<Estimate> estimate(std::span<const double> values);

}  // namespace jitterscope
