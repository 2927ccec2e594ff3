#pragma once
// What this end has sent of both media in the last seconds, each packet as many bytes as it is on the link.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/algorithms/rate/size_on_link.h"

namespace jitterscope {

/// Upper bounds of the times that packets wait for our own, if the path carries at least what is sent.
struct OwnQueue {
  double packet_ms = 0;  // of the largest packet of picture
  double wait_ms = 0;    // of the sound: what three quarters of its packets would stay below
};

/// Sans-IO; keeps 6 seconds. Sequences of sound are those of PacketSent.
class SentMedia {
 public:
  /// An accepted packet, not before the last one of its medium. Returns its bytes on the link.
  std::int32_t add(const PacketSent& packet);
  void add(const SettingChanged& setting) { size_.add(setting); }

  double sound_kbps(Timestamp now) const { return kbps(sound_, now); }  // of the last second, with all headers
  double picture_kbps(Timestamp now) const { return kbps(picture_, now); }
  double kilobits(Timestamp from, Timestamp until) const;  // of both
  bool picture_flows(Timestamp now) const;                 // there was some in the last 3 seconds
  std::int32_t largest_picture_packet() const;             // bytes; 0: there is none
  OwnQueue own_queue(Timestamp now) const;

  bool has_sound() const { return !sound_.empty(); }
  Duration sound_interval() const;  // mean between packets; 0: unknown
  std::optional<std::int64_t> next_sound() const { return next_sound_; }
  /// A report's 32 bits of a sequence beside the numbers that we send.
  std::int64_t extended(std::int64_t sequence) const;
  /// When this packet of sound was sent, or the nearest that is kept. There must be sound.
  Timestamp sound_sent_at(std::int64_t sequence) const;

 private:
  struct Sent {
    Timestamp at;
    std::int32_t bytes;
  };
  static double kbps(const std::deque<Sent>& packets, Timestamp now);

  SizeOnLink size_;
  std::deque<Sent> sound_, picture_;
  std::optional<std::int64_t> next_sound_;
};

}  // namespace jitterscope
