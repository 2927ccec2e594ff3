#pragma once
// path=kernel: the token bucket of the interface queue lets a packet onto an idle line at once, where a line of that
// rate needs 8·size/rate for it. The relay makes the packet late by that time, sans-IO.
#include <algorithm>

#include "core/events/link_setting.h"
#include "core/units/data.h"
#include "core/units/time.h"

namespace jitterscope {

class WireTime {
 public:
  void set(const LinkSetting& setting) { rate_ = setting.kernel ? setting.rate : std::nullopt; }
  bool none() const { return !rate_; }
  /// When a packet that could leave at `at` does. In order: a small packet does not pass a large one.
  Timestamp leave(Timestamp at, int bytes_on_link) {
    if (rate_) at += Duration::from_seconds(8.0 * bytes_on_link / rate_->bits_per_second());
    return last_ = std::max(last_, at);
  }

 private:
  std::optional<DataRate> rate_;
  Timestamp last_;
};

}  // namespace jitterscope
