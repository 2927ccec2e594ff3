#pragma once
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// A mark set by the user on the shared time axis.
struct Marker {
  ShortText<64> text;
  Timestamp at;
};

template <>
struct trace::Table<Marker> {
  static constexpr std::string_view name = "marker";
  static constexpr std::string_view meaning = "a mark set by the user";
  static constexpr bool holds = true;
  static constexpr auto local = &Marker::at;
  template <typename E = Marker>
  static auto columns() {
    return trace::columns(column("text", &E::text));
  }
};

}  // namespace jitterscope
