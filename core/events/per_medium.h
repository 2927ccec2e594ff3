#pragma once
#include <array>
#include <cstddef>

#include "core/events/names.h"

namespace jitterscope {

inline constexpr std::array<Medium, 2> kMedia{Medium::kAudio, Medium::kVideo};

/// One value for sound and one for picture.
template <typename Value>
struct PerMedium {
  std::array<Value, kMedia.size()> values{};
  Value& operator[](Medium medium) { return values[static_cast<std::size_t>(medium)]; }
  const Value& operator[](Medium medium) const { return values[static_cast<std::size_t>(medium)]; }
  bool operator==(const PerMedium&) const = default;
};

}  // namespace jitterscope
