#pragma once
// When each block of a frame leaves (sun97 §3): bursts of S_burst blocks, a burst each T_burst = T_s·S_burst/h, where
// h = blocks in the frame and T_s = T − T_p is what the frame period leaves after fetching. Sans-IO: time comes in as
// arguments, the video-send thread (or a test in virtual time) does the waiting and sending.
#include <optional>

#include "core/base/units/time.h"
#include "core/events/settings.h"

namespace jitterscope {

/// The schedule of one frame, a pure function of its arguments.
struct FrameSchedule {
  Timestamp start;     // local: the first burst leaves
  int blocks = 0;      // h
  int burst_size = 1;  // S_burst in force, 1 … h (strategy C: h)
  Duration interval;   // T_burst in force
  Timestamp due(int block) const { return start + interval * (block / burst_size); }  // block 0 … h − 1
};

/// Schedule of a frame of `blocks` ≥ 1 whose blocks are ready at `start`. `period` = T, nominal; `fetching` = T_p as
/// measured for this frame, taken as within 0 … T. An interval in the setting overrides T_burst. No interval is shorter
/// than `least_a_block` × S_burst: a pacing rate's.
FrameSchedule schedule_frame(const ShapingSetting&, Timestamp start, int blocks, Duration period, Duration fetching,
                             Duration least_a_block = {});

/// Follows one frame after another. One thread.
///   shaper.begin_frame(now, h, T, T_p);
///   while (auto next = shaper.next()) { sleep_until(next->due); send(next->block); shaper.advance(); }
/// with finish_now(now) as soon as the next frame has come.
class Shaper {
 public:
  struct Departure {
    int block = 0;  // 0 … h − 1
    Timestamp due;
    bool overrun = false;  // goes out at once because the next frame had come
  };

  explicit Shaper(const ShapingSetting& setting) : setting_(setting) {}

  /// Takes effect from the next begin_frame.
  void set(const ShapingSetting& setting) { setting_ = setting; }
  const ShapingSetting& setting() const { return setting_; }

  /// The previous frame must be finished (next() is nullopt). `blocks` 0 gives a frame with no departures.
  void begin_frame(Timestamp start, int blocks, Duration period, Duration fetching, Duration least_a_block = {});
  /// The block to be sent now or at its due time; the same until advance(). nullopt: the frame is finished.
  std::optional<Departure> next() const;
  /// The block of next() was handed to the kernel.
  void advance();
  /// The next frame has come: what is left is due at `now` at the latest, and counted.
  void finish_now(Timestamp now);

  /// Of the current frame.
  const FrameSchedule& schedule() const { return schedule_; }
  int overrun_blocks() const { return overrun_blocks_; }

 private:
  ShapingSetting setting_;
  FrameSchedule schedule_;
  int block_ = 0;
  int overrun_blocks_ = 0;
  std::optional<Timestamp> cut_;  // when finish_now was called
};

}  // namespace jitterscope
