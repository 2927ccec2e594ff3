#pragma once
#include <cstdint>

#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// Something the user should read: a device went away, the remote is silent ...
struct Notice {
  std::uint8_t severity = 0;  // 0 information, 1 warning, 2 error
  ShortText<160> text;
  Timestamp at;
};

template <>
struct trace::Table<Notice> {
  static constexpr std::string_view name = "notice";
  static constexpr std::string_view meaning = "something the user was told";
  static constexpr bool holds = true;
  static constexpr auto local = &Notice::at;
  template <typename E = Notice>
  static auto columns() {
    return trace::columns(column("severity", &E::severity, "0 information, 1 warning, 2 error"),
                          column("text", &E::text));
  }
};

}  // namespace jitterscope
