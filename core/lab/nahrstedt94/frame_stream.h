#pragma once
// Raw frames between two processes of this program (nahrstedt94 §2.1), over sockets of connected_pair(): whole frames
// in a byte stream, or fragments of 4 KB in datagrams with the rate that the receiver announces (§3). What is sent are
// the structs as they lie in memory. One thread each.
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/base/units/data.h"
#include "core/base/units/time.h"
#include "core/lab/nahrstedt94/screen.h"

namespace jitterscope::nahrstedt94 {

inline constexpr std::size_t kFragmentBytes = 4096, kFragments = kFrameBytes / kFragmentBytes;  // of each frame
static_assert(kFragments * kFragmentBytes == kFrameBytes);

struct StreamedFrame {
  std::uint64_t number = 0;  // from 1
  Timestamp loaded;          // the sender's monotonic clock, which is the receiver's as well
  std::array<std::byte, kFrameBytes> bytes{};
};

struct FrameFragment {
  std::uint64_t number = 0, index = 0;  // of the frame, and which part of it
  Timestamp loaded;
  std::array<std::byte, kFragmentBytes> bytes{};
};

enum class FrameArrival { kNone, kFrame, kEnd };  // nothing more at the moment; a whole frame; nothing ever again

/// Sends over a stream. It blocks until all is with the kernel, at most `timeout`. False: the other end is gone, or
/// slow.
bool send_frame(int fd, const StreamedFrame& frame, Duration timeout);
/// Sends a datagram and never blocks. What the kernel does not take is lost.
void send_datagram(int fd, std::span<const std::byte> datagram);

/// Receives from a stream, for a loop around poll: it never blocks.
class FrameStreamReceiver {
 public:
  explicit FrameStreamReceiver(int fd) : fd_(fd) {}
  FrameArrival receive();
  const StreamedFrame& frame() const { return *frame_; }  // until the next receive

 private:
  int fd_;
  std::unique_ptr<StreamedFrame> frame_ = std::make_unique<StreamedFrame>();
  std::size_t filled_ = 0;  // bytes of it
};

/// Puts the fragments of one frame at a time together: a fragment of a later frame gives the earlier one up (counted),
/// since nothing is sent again.
class FragmentReassembler {
 public:
  /// True: this one completed a frame, until the next call. Copies and fragments of an earlier frame are left out.
  bool take(const FrameFragment& fragment);
  const StreamedFrame& frame() const { return *frame_; }
  std::uint64_t incomplete() const { return incomplete_; }  // frames given up

 private:
  std::unique_ptr<StreamedFrame> frame_ = std::make_unique<StreamedFrame>();
  std::bitset<kFragments> have_;
  std::uint64_t incomplete_ = 0;
};

/// The rate a receiver can take: bytes over the time it was busy with them, smoothed; halved by a frame that came
/// incomplete.
class ReceiverRate {
 public:
  /// A frame kept the receiver busy (fetching and displaying) for `busy`.
  void frame_handled(Duration busy);
  void frame_lost();
  /// What to announce: kShare of what was measured, within kLowest … kHighest; kFirst before the first frame.
  DataRate announced() const;

  static constexpr double kShare = 0.8;
  static constexpr DataRate kFirst = DataRate::kbits_per_second(50'000);
  static constexpr DataRate kLowest = DataRate::kbits_per_second(100), kHighest = DataRate::kbits_per_second(20e6);

 private:
  std::optional<double> bps_;
};

/// Sends frames in datagrams: fragments are spaced by the receiver's rate, or by a fixed pause as in the paper.
class FrameFragmentSender {
 public:
  explicit FrameFragmentSender(int fd, std::optional<Duration> pause = {}) : fd_(fd), pause_(pause) {}
  /// Sleeps between the fragments. False: the socket failed; a datagram that the kernel drops is no failure.
  bool send(const StreamedFrame& frame);
  /// Sends one fragment at once.
  bool send_fragment(const StreamedFrame& frame, std::size_t index);
  DataRate announced() const { return announced_; }

 private:
  int fd_;
  std::optional<Duration> pause_;
  DataRate announced_ = ReceiverRate::kFirst;
};

/// Receives datagrams, for a loop around poll: it never blocks.
class FrameFragmentReceiver {
 public:
  explicit FrameFragmentReceiver(int fd) : fd_(fd) {}
  /// kFrame: displayed() must follow once it is. Never kEnd.
  FrameArrival receive();
  const StreamedFrame& frame() const { return fragments_.frame(); }
  /// The frame was displayed: measures what this receiver can take, and tells the sender.
  void displayed(Timestamp now);
  DataRate announced() const { return rate_.announced(); }

 private:
  int fd_;
  FragmentReassembler fragments_;
  ReceiverRate rate_;
  Duration busy_;  // with this frame's fragments
  Timestamp completed_;
};

}  // namespace jitterscope::nahrstedt94
