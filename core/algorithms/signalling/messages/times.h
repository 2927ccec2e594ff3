#pragma once
#include <string_view>
#include <vector>

#include "core/algorithms/signalling/capabilities.h"
#include "core/events/kinds/sender_times.h"

namespace jitterscope::message {

struct Times {
  using Needs = capability::Times;
  static constexpr int kMostASecond = 40;
  static constexpr std::size_t kMost = 64;
  static constexpr std::string_view method = "times";
  static constexpr std::string_view says =
      "My side of what I sent, in whole µs, at most 10 min each. The kernel's stamps, `socket` and `queue`, are of "
      "chosen "
      "packets, and go down to −1000.";
  std::vector<SenderTimes> times = {};  // more than kMost are left out

  void stamp(Timestamp now) {
    for (SenderTimes& each : times) each.at = now;
  }
  template <typename Io>
  void carry(Io& io) {
    carry_rows(io, "times", times, kMost);
  }
};

}  // namespace jitterscope::message
