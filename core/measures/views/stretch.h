#pragma once
// A stretch of a call whose figures somebody asks for.
#include <cmath>
#include <optional>

namespace jitterscope {

/// [from, to) in seconds since the call began; never ends before it begins.
class Stretch {
 public:
  static std::optional<Stretch> of(double from_s, double to_s) {
    if (!std::isfinite(from_s) || !std::isfinite(to_s) || from_s > to_s) return std::nullopt;
    return Stretch(from_s, to_s);
  }
  double from_s() const { return from_s_; }
  double to_s() const { return to_s_; }
  bool operator==(const Stretch&) const = default;

 private:
  Stretch(double from_s, double to_s) : from_s_(from_s), to_s_(to_s) {}
  double from_s_, to_s_;
};

}  // namespace jitterscope
