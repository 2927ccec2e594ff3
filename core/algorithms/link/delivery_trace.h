#pragma once
// A mahimahi trace: the milliseconds at which a link could deliver 1504 bytes (one a line, not falling, repeated for
// ever).
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units/time.h"

namespace jitterscope::link {

/// Serves packets one after the other at the trace's opportunities, as mahimahi's link_queue does: what is waiting
/// shares an opportunity, a packet may need several, what is left over when nothing waits is lost. Not thread-safe.
class DeliveryTrace {
 public:
  /// At most 10⁷ lines, last one above 0. On failure `error` says which line is wrong.
  static std::optional<DeliveryTrace> parse(std::string_view text, std::string& error);

  void begin(Timestamp began) { cycle_ = began; }
  /// When a packet of `frame_bytes` (Ethernet frame as in Packet) is through, its service starting at `start`.
  /// Backlogged: it had waited for the packet before; else only opportunities after `start` count.
  Timestamp serve(std::int32_t frame_bytes, Timestamp start, bool backlogged);

 private:
  explicit DeliveryTrace(std::vector<std::uint32_t> ms) : ms_(std::move(ms)) {}
  Timestamp opportunity() const { return cycle_ + Duration::ms(ms_[next_]); }
  void go_on();
  void skip_past(Timestamp time);

  std::vector<std::uint32_t> ms_;
  Timestamp cycle_;        // zero of the present repetition
  std::size_t next_ = 0;   // the opportunity in use
  std::int32_t left_ = 0;  // bytes of it
};

}  // namespace jitterscope::link
