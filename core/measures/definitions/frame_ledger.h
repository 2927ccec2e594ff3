#pragma once
// Which frames of a stream came whole, and which of these late, packet by packet in bounded memory: the live form of
// media_frames.h and late_frames(), with the same counts.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/algorithms/playout/lateness.h"

namespace jitterscope {

/// Frames of video, or blocks of audio, each a frame of one packet. The last packet of a frame has the marker;
/// packets of error correction may follow it. Packets more than 2000 frames behind the highest frame are not counted.
class FrameLedger {
 public:
  struct Packet {
    std::int64_t frame = 0, sequence = 0;
    std::optional<int> block;  // in the frame
    bool marker = false;
    Timestamp received;
    std::int64_t timestamp = 0;  // RTP, extended
    bool begins_talkspurt = false;
    bool timed = true;  // false: the frame is not judged for lateness, nor are others by it
  };

  /// Distinct packets in arrival order. Of the rule, the nominal period may change between packets.
  void add(const Packet&, const LatenessRule&);
  /// Of this frame and those before it nothing more is awaited.
  void end_through(std::int64_t frame);

  std::int64_t complete() const { return complete_; }
  /// Not complete, though a later frame is or it was ended.
  std::int64_t lost() const;
  /// sun97: R_i - R_{i-1} > DVT, both complete. Absent while T is not known of any.
  std::optional<std::int64_t> late() const { return late_.count; }
  /// Of the highest frame judged, or of the nominal period.
  std::optional<double> dvt_ms() const { return late_.dvt_ms; }

 private:
  static constexpr std::int64_t kFrames = 2048, kReach = 2000;
  struct Frame {
    std::int64_t number = INT64_MIN, first = 0, last = 0, packets = 0;  // sequence numbers
    std::optional<int> first_block;
    // ended: a packet of it has the marker; marked: begins a talkspurt
    bool ended = false, complete = false, late = false, marked = false, timed = true;
    Timestamp received;  // of the packet that came last
    std::int64_t rtp_timestamp = 0;
  };
  Frame& place(std::int64_t number) { return frames_[static_cast<std::uint64_t>(number) % kFrames]; }
  Frame* find(std::int64_t number);
  bool is_complete(const Frame&);
  void judge(std::int64_t number, const LatenessRule&);
  bool judge_late(const Frame&, const LatenessRule&);

  std::vector<Frame> frames_ = std::vector<Frame>(kFrames);  // by number modulo kFrames
  std::optional<std::int64_t> lowest_;
  std::int64_t highest_ = 0, decided_ = INT64_MIN, complete_ = 0;
  LateUnits late_;
  std::int64_t dvt_of_ = INT64_MIN;  // frame
};

}  // namespace jitterscope
