#pragma once
// Which frame a packet belongs to, as a number that never wraps.
#include <array>
#include <cstdint>
#include <optional>

#include "core/algorithms/rtp/rtp_packet.h"

namespace jitterscope {

/// One stream. Frames are told apart by the block extension or, if the first packet has none, by RTP timestamp
/// (numbered 0, 1, 2 … as they come). No allocation.
class FrameNumbering {
 public:
  /// A number more than this behind the highest means that the sender counts anew: it is taken as ahead.
  static constexpr std::int64_t kMaxGap = 1000;
  /// nullopt: a frame without the extension, too old to be recognised; or a packet without it in a stream that has it,
  /// or with it in one that has not.
  std::optional<std::int64_t> number(const std::optional<rtp::BlockId>& block, std::uint32_t rtp_timestamp);

  /// Sequence numbers have jumped: the sender began anew, or very many packets were lost. The next frame follows the
  /// highest number, unless by the extension it is at most kMaxGap ahead, of the frames before the jump or of those
  /// before a few old ones that came late: then it has its sender's number.
  void restart();

 private:
  struct Foreign {
    std::int64_t number = -1;
    std::uint32_t rtp_timestamp = 0;
  };
  struct Count {
    std::int64_t highest = -1;
    std::int64_t added = 0;                           // to the extension's numbers, by restarts
    std::int64_t step_to(std::uint16_t frame) const;  // from the highest, the shorter way
  };
  std::int64_t extended(std::uint16_t frame);
  void take_count(std::uint16_t frame);
  std::optional<std::int64_t> foreign(std::uint32_t rtp_timestamp);
  std::optional<bool> has_extension_;
  Count count_;
  std::optional<Count> left_;       // by the last restart
  bool restarted_ = false;          // and no frame since
  std::array<Foreign, 16> recent_;  // by number modulo 16
};

}  // namespace jitterscope
