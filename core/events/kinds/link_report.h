#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// One direction of the emulated link, ten times a second, as the relay (or the kernel's interface queue) counts it.
/// Counts are totals since the link came up; media, control and background together unless a name says otherwise.
struct LinkReport {
  LinkWay way{};
  bool kernel = false;                 // read from the interface queue; false: from the relay's model
  std::int32_t queue_packets = 0;      // waiting now
  std::int32_t queue_packets_max = 0;  // most since the last report
  std::int64_t queue_bytes = 0;
  std::int64_t offered = 0, delivered = 0, duplicated = 0;
  std::int64_t dropped_queue = 0, dropped_random = 0, dropped_collisions = 0, dropped_overload = 0;
  std::int64_t media_dropped = 0;  // of audio and video alone
  std::int64_t background_offered = 0, background_dropped = 0;
  double delivered_kbps = 0;           // since the last report, bytes on the link
  std::optional<double> own_delay_us;  // median of what the relay adds to the model, since the last report
  bool overloaded = false;             // the relay cannot keep up: figures of this stretch are not the model's
  Timestamp at;

  std::int64_t dropped() const { return dropped_queue + dropped_random + dropped_collisions + dropped_overload; }
  /// Of the relay's model: what has gone in and is neither out nor dropped. After the last report of a call that is
  /// what the link dropped at its end, and media and background of it count as dropped.
  std::int64_t inside() const { return offered + duplicated - delivered - dropped(); }
};

template <>
struct trace::Table<LinkReport> {
  static constexpr std::string_view name = "link_report";
  static constexpr std::string_view meaning = "one direction of the emulated link; counts since the link came up";
  static constexpr auto local = &LinkReport::at;
  template <typename E = LinkReport>
  static auto columns() {
    return trace::columns(
        column("way", &E::way, "up: to the remote; down: from it"),
        column("kernel", &E::kernel, "1: read from the interface queue; 0: from the relay's model"),
        column("queue_packets", &E::queue_packets, "waiting now"),
        column("queue_packets_max", &E::queue_packets_max, "most since the last report"),
        column("queue_bytes", &E::queue_bytes),
        column("offered", &E::offered,
               "with duplicated, less delivered and dropped: inside; after the last row of a "
               "call: dropped at its end"),
        column("delivered", &E::delivered), column("duplicated", &E::duplicated),
        column("dropped_queue", &E::dropped_queue, "the queue was full"),
        column("dropped_random", &E::dropped_random, "lost on the link"),
        column("dropped_collisions", &E::dropped_collisions, "given up after 16 collisions"),
        column("dropped_overload", &E::dropped_overload, "all places of the link were taken, or its relay stood still"),
        column("media_dropped", &E::media_dropped, "audio and video alone"),
        column("background_offered", &E::background_offered), column("background_dropped", &E::background_dropped),
        column("delivered_kbps", &E::delivered_kbps, "since the last report, bytes on the link").within(kRateKbps),
        column("own_delay_us", &E::own_delay_us, "median of what the relay adds to the model").within({-1e10, 1e10}),
        column("overloaded", &E::overloaded, "1: since the report before the relay could not keep up, or stood still"));
  }
};

}  // namespace jitterscope
