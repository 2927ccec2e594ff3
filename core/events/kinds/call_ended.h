#pragma once
#include "core/base/units/short_text.h"
#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// The call is over; what comes after it is only what was still under way.
struct CallEnded {
  bool failed = false;   // it was cut off
  ShortText<160> words;  // why, as the user was told
  Timestamp at;          // local
};

template <>
struct trace::Table<CallEnded> {
  static constexpr std::string_view name = "call_ended";
  static constexpr std::string_view meaning = "the call is over; later rows are of what was still under way";
  static constexpr auto local = &CallEnded::at;
  template <typename E = CallEnded>
  static auto columns() {
    return trace::columns(column("failed", &E::failed, "1: it was cut off"),
                          column("words", &E::words, "why, as the user was told"));
  }
};

}  // namespace jitterscope
