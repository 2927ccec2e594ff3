#pragma once
// This end's side of what it sends, frame by frame and block by block, from its own events.
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/events/kinds/frame_encoded.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/packet_stamped.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/kinds/thread_woke.h"
#include "core/measures/tracks/table/wants.h"

namespace jitterscope {

/// Not thread-safe; no clock: time is the newest stamp seen. Events of different threads may come in any order. Bounded
/// memory. A video frame is described by its last packet; a frame or block whose packet the kernel did not take is not.
/// Waiting is what a thread that had nothing else to do was late: from captured to encoding and from encoded to
/// sending, less the time in which that thread was busy with the frame before, and from a deadline to waking for it;
/// with a microphone, which sets no deadlines, from captured to sent.
class SenderTimesTrack {
 public:
  using Wants = Events<FrameEncoded, FrameSent, PacketSent, PacketStamped, ThreadWoke>;

  void add(const FrameEncoded&);
  void add(const FrameSent&);
  void add(const PacketSent&);
  void add(const PacketStamped&);
  void add(const ThreadWoke&);

  /// Of those completed since the last call (stamps have come, or were waited for kStampWait and are left out), at most
  /// `most` a medium, evenly chosen, in order.
  std::vector<SenderTimes> take(std::size_t most);

  static constexpr Duration kStampWait = Duration::ms(300);

 private:
  struct Waking {
    Timestamp deadline, woke;
  };
  struct Packet {
    std::int64_t sequence = 0;
    std::uint16_t block = 0;
    Timestamp due, sent;
    std::optional<Duration> late;  // woke for it after the deadline
    std::optional<Timestamp> scheduled, driver;
  };
  struct Frame {
    std::uint32_t ssrc = 0;
    std::int64_t frame = 0;
    Timestamp seen;
    std::optional<FrameEncoded> encoded;
    std::optional<FrameSent> sent;
    Timestamp encoder_free, sender_free;  // since when the threads were
    std::optional<Packet> packet;
    bool failed = false;  // the kernel did not take its last packet
  };
  struct Block {
    std::uint32_t ssrc = 0;
    std::int64_t frame = 0, rtp_timestamp = 0;
    std::int32_t size = 0;           // bytes of the UDP payload
    std::optional<Duration> length;  // known when the next one is sent
    Packet packet;
    bool failed = false;  // not taken by the kernel, or its length will not be known
  };
  struct Done {
    std::deque<SenderTimes> times;
    void add(const SenderTimes&);
    void take(std::size_t most, std::vector<SenderTimes>& out);
  };
  Frame& frame_of(std::uint32_t ssrc, std::int64_t number, Timestamp at);
  static Packet packet_of(const PacketSent&, const std::optional<Waking>&);
  bool stamped(const Packet&) const;
  void complete();
  void complete_frames();
  void complete_blocks();

  std::deque<Frame> frames_;
  std::deque<Block> blocks_;
  std::optional<Waking> video_woke_, audio_woke_;
  Timestamp encoder_free_, sender_free_, now_;
  Done video_, audio_;
};

}  // namespace jitterscope
