#pragma once
// Which packets of the last frames were to come and did not, and where they would be in the departures-and-arrivals
// plot.
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/units/time.h"
#include "core/measures/views/packet_dot.h"

namespace jitterscope {

/// Video of one sender. A packet was to come if its sequence number lies between the lowest and the highest that came,
/// as SequenceLedger counts; it is lost once a packet of a frame two newer has come, or its frame was ended, and until
/// it comes after all. Memory is bounded: `max_frames` frames, of each 4096 packets that came.
///
/// Whose a number is: a block number tells where its frame begins, the marker where it ends. Where neither is known,
/// frames of which nothing came and the end of the one before them are taken to be equally long; without block numbers
/// what is missing behind a frame whose marker is missing too is the end of that frame.
///
/// Where it would be: between the packets of its frame that came, by its number. Before the first and behind the last
/// of them by the frame's own spacing, where half of it or more came, else by that of the frames kept; never beyond the
/// packets of the frames beside it. A frame of which nothing came begins at 0.
class LostDots {
 public:
  struct Packet {
    std::int64_t frame = 0, sequence = 0;
    std::optional<std::uint16_t> block;  // absent: of another program
    bool marker = false;                 // the last of its frame
    Timestamp at;                        // by any clock, but all by the same
    double at_s = 0;                     // when it came, seconds since the call began
  };

  explicit LostDots(std::size_t max_frames) : max_frames_(max_frames) {}

  /// Distinct packets, in any order.
  void add(const Packet&);
  /// Of this frame and those before it nothing more is awaited.
  void end_through(std::int64_t frame);
  /// This program had no room for notes of what came in that time: nothing between two packets around it is lost.
  void add_own_drops(double from_s, double to_s);
  void clear();
  /// Frame by frame, oldest first, at most 4096 of each. Times of a frame are since the first packet of it that came,
  /// as those of PacketDots: before it they are below 0.
  std::vector<PacketDot> dots() const;

 private:
  struct Came {
    std::int64_t sequence = 0;
    double offset_ms = 0, at_s = 0;
  };
  struct Frame {
    std::int64_t number = 0;
    Timestamp first;                     // of its packets that came first
    std::vector<Came> came;              // by number
    std::optional<std::int64_t> begins;  // number of block 0, as the first packet tells
    std::optional<std::int64_t> ends;    // number of the packet with the marker
    bool is_full = false;                // more came than are kept

    const Came& lowest() const { return came.front(); }
    const Came& highest() const { return came.back(); }
  };
  struct Range {  // of numbers, of one frame; empty where end <= begin
    std::int64_t begin = 0, end = 0;
  };
  struct Spacing {  // before the first packet that came, behind the last one
    double head_ms = 0, tail_ms = 0;
  };
  struct Gap {  // between two frames that came
    std::int64_t tail_end = 0, head_begin = 0;
  };
  struct Dots {  // while they are made
    double kept_spacing_ms = 0;
    std::vector<std::int64_t> strays;  // numbers that came with a later frame than that of their neighbours
    std::vector<PacketDot> lost;
  };
  Frame* place(const Packet&);
  Gap gap_between(const Frame& before, std::int64_t before_begins, const Frame& after) const;
  bool is_doubtful(double from_s, double to_s) const;
  double kept_spacing_ms() const;
  std::vector<std::int64_t> strays() const;
  Spacing spacing_of(std::size_t i, const Range&, double kept_spacing_ms) const;
  void put_frame(std::size_t i, const Range&, Dots&) const;
  void put_missing(std::size_t before, const Gap&, Dots&) const;

  std::size_t max_frames_;
  std::deque<Frame> frames_;            // by number
  std::optional<std::int64_t> lowest_;  // that came, of all
  std::int64_t forgotten_ = INT64_MIN;  // highest number of the frames that are not kept any more
  std::int64_t ended_ = INT64_MIN;      // frame
  std::deque<std::pair<double, double>> own_drops_;
};

}  // namespace jitterscope
