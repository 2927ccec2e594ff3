#pragma once
// The bytes of a stream of raw frames (nahrstedt94 §2.1): whole frames one after the other over a byte stream, or
// fragments of 4 KB in datagrams with the rate that the receiver announces. Big-endian. No sockets, no clocks.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/units/data.h"
#include "core/base/units/time.h"

namespace jitterscope {

/// What goes before a frame's bytes.
struct FrameHeader {
  std::uint64_t frame = 0;
  Timestamp loaded;         // sender's monotonic clock, ns: only a receiver on the same machine may compare
  std::uint32_t bytes = 0;  // of the frame, 1 … kLargestFrame
  bool operator==(const FrameHeader&) const = default;
};
inline constexpr std::uint32_t kLargestFrame = 4 << 20;
inline constexpr std::size_t kFragmentBytes = 4096;  // of the frame in each fragment but the last

struct StreamedFrame {
  FrameHeader header;
  std::vector<std::byte> bytes;
};

inline constexpr std::size_t kFrameHeaderBytes = 24;
std::array<std::byte, kFrameHeaderBytes> write_frame_header(const FrameHeader&);
/// nullopt: no such header, or a size out of bounds.
std::optional<FrameHeader> read_frame_header(std::span<const std::byte>);

/// Cuts a byte stream into frames. The caller receives straight into room(), as a display does.
class FrameStreamReader {
 public:
  /// Where the next bytes belong; never empty unless broken().
  std::span<std::byte> room();
  /// `count` bytes were put at the front of room(). True: a frame is complete, until the next call of room().
  bool take(std::size_t count);
  const StreamedFrame& frame() const { return frame_; }
  /// The stream held something else: no more can be read.
  bool broken() const { return broken_; }

 private:
  std::array<std::byte, kFrameHeaderBytes> header_{};
  StreamedFrame frame_;
  std::size_t filled_ = 0;
  bool in_header_ = true, broken_ = false;
};

inline constexpr std::size_t kFragmentHeaderBytes = kFrameHeaderBytes + 4;
inline constexpr std::size_t kLargestFragment = kFragmentHeaderBytes + kFragmentBytes;
/// Fragments of a frame of that many bytes.
std::uint32_t fragments_of(std::uint32_t frame_bytes);
/// What goes before the bytes of fragment `index` in its datagram.
std::array<std::byte, kFragmentHeaderBytes> write_fragment_header(const FrameHeader&, std::uint32_t index);

/// Puts the fragments of one frame at a time together: a fragment of a later frame gives the earlier one up (counted),
/// since nothing is sent again.
class FragmentReassembler {
 public:
  /// True: this datagram completed a frame, until the next call. What is no fragment, or a copy, is left out.
  bool take(std::span<const std::byte> datagram);
  const StreamedFrame& frame() const { return frame_; }
  std::uint64_t incomplete() const { return incomplete_; }  // frames given up

 private:
  bool begin(const FrameHeader& header);

  StreamedFrame frame_;
  std::vector<bool> have_;
  std::uint32_t missing_ = 0;
  bool any_ = false;
  std::uint64_t incomplete_ = 0;
};

/// From the receiver to the sender, after each frame: what it can take, and how it went (nahrstedt94 §3).
struct RateAnnouncement {
  DataRate rate;            // of frame bytes
  std::uint64_t frame = 0;  // the last one completed
  std::uint64_t incomplete = 0;
};
inline constexpr std::size_t kAnnouncementBytes = 28;
std::array<std::byte, kAnnouncementBytes> write_announcement(const RateAnnouncement&);
std::optional<RateAnnouncement> read_announcement(std::span<const std::byte>);

/// The rate a receiver can take: bytes over the time it was busy with them, smoothed; halved by a frame that came
/// incomplete.
class ReceiverRate {
 public:
  /// A frame of that size kept the receiver busy (fetching and displaying) for `busy`.
  void frame_handled(DataSize size, Duration busy);
  void frame_lost();
  /// What to announce: kShare of what was measured, within kLowest … kHighest; kFirst before the first frame.
  DataRate announced() const;

  static constexpr double kShare = 0.8;
  static constexpr DataRate kFirst = DataRate::kbits_per_second(50'000);
  static constexpr DataRate kLowest = DataRate::kbits_per_second(100), kHighest = DataRate::kbits_per_second(20e6);

 private:
  std::optional<double> bps_;
};

}  // namespace jitterscope
