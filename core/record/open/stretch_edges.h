#pragma once
// Which packets and, of a sent stream, frames and blocks of one stream belong to a stretch of time: as packets_within()
// of stream_span.h says it of a whole stream, but packet by packet.
#include <cstdint>
#include <optional>

#include "core/measures/definitions/figure_span.h"
#include "core/measures/offline/missing_share.h"
#include "core/measures/offline/stream_span.h"

namespace jitterscope {

/// A packet belongs where it was due: between the highest number before the stretch and the highest one in it. All that
/// it says of numbers is final once the packets near an edge have been noted.
class StretchEdges {
 public:
  explicit StretchEdges(const TimeSpan& span) : span_(span) {}

  struct Packet {
    NumberAt number;
    std::optional<std::int64_t> unit = {};  // absent: nobody numbers its frames
  };
  /// Each packet before it is asked about, in order of arrival.
  void note(const Packet&);

  /// Whether it is one of the packets that were due in the stretch, whatever its unit is.
  bool has(const Packet&) const;
  /// What a packet counts for; absent where it is none of the stretch's. A unit belongs to the stretch in which its
  /// last packet was due.
  std::optional<PacketCounts> counts(const Packet&) const;
  /// Of a number that no packet need have. `so_far`: the end of the stretch is not known yet.
  bool has_packet(std::int64_t sequence, bool so_far) const;
  bool has_unit(std::int64_t unit, bool so_far) const;
  /// Frames have numbers, by which has_unit() knows them.
  bool numbered() const { return numbered_; }

  /// How many numbers that did not come were due in the stretch before its first packet or after its last one.
  std::int64_t packets_around() const;

 private:
  bool after_start(const Packet&) const;
  bool before_end(const Packet&) const;

  TimeSpan span_;
  bool numbered_ = true;
  std::optional<Packet> before_, last_;  // the highest number before the stretch; before its end
  std::optional<Packet> first_, next_;   // the lowest number after each of them; its time: of whichever came first
  bool begins_within_unit_ = false, ends_within_unit_ = false;
};

}  // namespace jitterscope
