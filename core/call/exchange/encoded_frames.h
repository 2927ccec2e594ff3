#pragma once
// Pictures as blocks, on their way from video-encode to video-send.
#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "core/algorithms/media/jpeg_buffer.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/base/realtime/buffer_pool.h"
#include "core/call/exchange/setting_handover.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// Marks on their way from video-encode, which takes a format over, to the first picture under it.
struct FormatMarks {
  std::array<Event, 8> marks;
  std::size_t count = 0;
  /// The mark takes the place of an older one of the same setting.
  void add(const Event& mark) {
    const auto end = marks.begin() + static_cast<std::ptrdiff_t>(count);
    const auto place =
        std::find_if(marks.begin(), end, [&](const Event& known) { return are_of_one_setting(known, mark); });
    if (place == marks.end()) return;  // it is full
    if (place == end) ++count;
    *place = mark;
  }
  void add(const FormatMarks& others) {
    for (std::size_t i = 0; i < others.count; ++i) add(others.marks[i]);
  }
};

struct EncodedFrame {
  JpegBuffer jpeg;
  rtp::JpegLayout layout;
  rtp::JpegFrameInfo info;
  std::vector<rtp::Fragment> fragments;
  std::int64_t number = 0;
  Timestamp begun, captured, ready;  // local; begun: fetching, which the RTP timestamp tells
  Duration fetching;                 // T_p: from the begin of fetching until the blocks are ready
  Duration period;                   // T, of the pictures that are sent
  DataSize on_link;                  // of all its packets, with their headers
  FormatMarks marks;                 // of settings that it is the first picture under
};

struct EncodedFrames {
  static constexpr std::size_t kFrames = 4;         // one in the encoder, one being sent, two waiting
  static constexpr std::size_t kMostBlocks = 4096;  // reserved a frame; more allocate on the encode thread

  explicit EncodedFrames(Transport transport) : transport_asked(transport) {}

  BufferPool<EncodedFrame> pool{"encoded frames", kFrames,
                                [](EncodedFrame& frame) { frame.fragments.reserve(kMostBlocks); }};
  std::atomic<Transport> transport_asked;   // written by the session thread
  std::atomic<std::int64_t> never_sent{0};  // bytes of pictures left out since video-encode looked
};

}  // namespace jitterscope
