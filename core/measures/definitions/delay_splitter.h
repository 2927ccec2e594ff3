#pragma once
// Joins this end's events of a received medium with what the remote tells of its side into the split of each frame's
// or block's delay. Serves live and offline alike.
#include <cstdint>
#include <deque>
#include <optional>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/sender_times.h"
#include "core/measures/definitions/delay_split.h"

namespace jitterscope {

/// One medium. Not thread-safe; no clock: time is the newest stamp seen. Events of different threads may come in any
/// order within about a second, SenderTimes up to kHold after their frame. Bounded memory.
class DelaySplitter {
 public:
  explicit DelaySplitter(Medium medium) : medium_(medium) {}

  /// Events of the other medium are ignored.
  void add(const PacketArrived&);
  void add(const FrameDone&);
  void add(const FrameDecoded&);
  void add(const FramePlayed&);
  void add(const FrameShown&);
  void add(const AudioBlockDone&);
  void add(const SenderTimes&);
  void add(const ClockSynced&);

  /// The next frame or block of which nothing more will come, in order of arrival; call until nullopt. One that was not
  /// completed is left out.
  std::optional<DelaySplit> next();
  /// The call is over: next() gives the rest.
  void finish() { finished_ = true; }

  /// The remote has sent its times of a frame or block.
  bool told() const { return told_; }
  /// Half-width; absent while the clocks are not synchronised.
  std::optional<double> clock_bound_ms() const { return bound_ms_; }

  static constexpr Duration kHold = Duration::seconds(3);

 private:
  struct Packet {
    std::optional<std::uint16_t> block;
    Timestamp received;
    std::optional<Timestamp> kernel, received_conference, sent_conference;
  };
  struct Pending {
    std::int64_t frame = 0, place = 0;  // place: in order of arrival
    std::optional<std::uint32_t> ssrc;
    std::optional<std::uint16_t> number;  // as on the wire, modulo 2^16
    Timestamp began;
    std::optional<Packet> last, marked;                                            // came last; ends the frame
    std::optional<Timestamp> completed, decode_begin, decode_end, shown, playout;  // playout: handed over
    std::optional<Duration> speaker;
    std::optional<SenderTimes> times;
    Timestamp decoder_free;  // since when the decoder had nothing else to do
    bool given_up = false, done = false;
    bool ended = false;  // video: played, or not to be
  };
  Pending* find(std::int64_t frame, std::optional<std::uint32_t> ssrc);
  Pending& find_or_add(std::int64_t frame, std::optional<std::uint32_t> ssrc, Timestamp at);
  void look_at(Timestamp at);
  bool is_settled(const Pending&) const;
  bool is_worth_telling(const Pending&) const;
  DelaySplit split(const Pending&) const;
  void sender_parts(const Pending&, DelaySplit&) const;
  void receiver_parts(const Pending&, DelaySplit&) const;
  void owners(const Pending&, DelaySplit&) const;

  Medium medium_;
  std::deque<Pending> pending_;  // in order of arrival
  Timestamp now_, decoder_free_;
  std::int64_t places_ = 0, told_through_ = -1;
  std::optional<std::int64_t> highest_;  // frame ever pending
  std::optional<double> bound_ms_;
  bool finished_ = false, told_ = false;
  bool holds_ = false;  // a playout tells when frames are handed over
};

}  // namespace jitterscope
