#pragma once
#include <cstdint>
#include <optional>

#include "core/base/units/time.h"
#include "core/events/belonging.h"
#include "core/events/columns.h"
#include "core/events/names.h"

namespace jitterscope {

/// A frame was completed or given up by the reassembler (video-receive thread).
struct FrameDone {
  std::uint32_t ssrc = 0;
  std::int64_t frame = 0;
  FrameOutcome outcome{};
  bool late = false;            // sun97: R_i - R_{i-1} > T for consecutive frame numbers
  bool discarded_late = false;  // the option to throw late frames away was on
  std::int32_t blocks_received = 0;
  std::int32_t bytes = 0;
  std::int64_t rtp_timestamp = 0;            // of frames sent in another order than shown the decoding one
  std::optional<Timestamp> sent_conference;  // of the first block
  Timestamp first_arrival, completed;        // local; completed = when it was decided for lost frames

  /// The timestamp of a frame of an opened capture of which nobody knows when it was due.
  static constexpr std::int64_t kUntimed = INT64_MIN;
  bool timed() const { return rtp_timestamp != kUntimed; }

  constexpr Belonging belonging() const { return Belonging::received(Medium::kVideo, ssrc); }
};

template <>
struct trace::Table<FrameDone> {
  static constexpr std::string_view name = "frame_done";
  static constexpr std::string_view meaning =
      "the reassembler completed a frame or gave it up; main time: when that was decided";
  static constexpr auto local = &FrameDone::completed;
  template <typename E = FrameDone>
  static auto columns() {
    return trace::columns(column("ssrc", &E::ssrc), column("frame", &E::frame),
                          column("outcome", &E::outcome, "complete, incomplete, missing or patched"),
                          column("late", &E::late, "sun97: R_i - R_(i-1) > DVT for consecutive frames"),
                          column("discarded_late", &E::discarded_late, "1: thrown away for being late"),
                          column("blocks_received", &E::blocks_received), column("bytes", &E::bytes),
                          column("rtp_timestamp", &E::rtp_timestamp, "extended, media clock units"),
                          column("sent_conference_ns", &E::sent_conference, "of the first block"),
                          column("first_arrival_ns", &E::first_arrival));
  }
};

}  // namespace jitterscope
