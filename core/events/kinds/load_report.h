#pragma once
#include <cstdint>

#include "core/base/units/time.h"
#include "core/events/columns.h"

namespace jitterscope {

/// The loads on this machine, once a second.
struct LoadReport {
  std::int32_t counters = 0;                // counter processes running
  std::int32_t video_applications = 0;      // second video applications running
  double load_average = 0;                  // of one minute, as the kernel says
  double background_kbytes_per_second = 0;  // UDP payload offered since the last report, KB/s (1000 bytes)
  Timestamp at;
};

template <>
struct trace::Table<LoadReport> {
  static constexpr std::string_view name = "load_report";
  static constexpr std::string_view meaning = "the loads on this machine";
  static constexpr auto local = &LoadReport::at;
  template <typename E = LoadReport>
  static auto columns() {
    return trace::columns(
        column("counters", &E::counters, "counter processes running"),
        column("video_applications", &E::video_applications, "second video applications running"),
        column("load_average", &E::load_average, "of one minute, as the kernel says").within({0, 1e9}),
        column("background_kbytes_per_second", &E::background_kbytes_per_second,
               "UDP payload offered since the last report, 1000 bytes")
            .within(kRateKbps));
  }
};

}  // namespace jitterscope
