#pragma once
// Puts the blocks of video frames together (sun97 §3's receiver rules; crowcroft92 §4's stripes as a choice). Sans-IO.
// A payload is copied once, from the datagram to its place in the frame's buffer; JPEG headers are written in place
// before it. With LossPolicy::kStripes each finished scan is copied once more, as the picture that stays.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algorithms/playout/frame_buffer.h"
#include "core/algorithms/playout/frame_numbering.h"
#include "core/algorithms/playout/lateness.h"
#include "core/algorithms/playout/loss_budget.h"
#include "core/algorithms/playout/stripes.h"
#include "core/base/units/sequence.h"
#include "core/events/settings.h"

namespace jitterscope {

/// A packet of the stream, read by parse_rtp and parse_jpeg_payload.
struct VideoPacket {
  rtp::RtpHeader header;
  std::optional<rtp::BlockId> block;  // absent: foreign sender, frames are told apart by RTP timestamp
  rtp::JpegPayload jpeg;
  Timestamp received;  // local
  std::optional<Timestamp> sent_conference;
};

struct ReassemblerConfig {
  std::size_t max_frame_bytes = 4u << 20;  // a scan beyond it is kAbsurdOffset
  int slot_count = 6;                      // frames in progress, at least 4
  std::uint32_t ssrc = 0;                  // written into the events
  LossPolicy loss_policy = LossPolicy::kDiscardFrame;
  bool discard_late_frames = false;
  std::optional<Duration> period;  // T where timestamps do not tell it
  double dvt_factor = kUsualDvtFactor;
  Duration patience = Duration::seconds(1);  // for a frame, from its first packet on
};

/// One stream. video-receive thread; allocates only when made. A frame number ends in exactly one FrameDone:
///   kComplete    all bytes 0 … marker there. Late (sun97): R_i − R_{i−1} > DVT by LatenessRule, judged when i−1 was
///                complete too.
///   kIncomplete  given up with something missing, or absurd (overlaps, two sizes in one frame)
///   kMissing     no packet of it came (gaps up to 1000 numbers, in the long run 500 numbers a second; beyond, the
///                sequence of frames starts anew)
///   kPatched     stripes: given up, missing restart intervals taken from the frame before
/// A frame is given up when a frame ≥ 3 newer completes (stripes: when a newer one completes, or one 2 newer begins),
/// when its slot is needed, or `patience` after its first packet (expire).
class VideoReassembler {
 public:
  explicit VideoReassembler(const ReassemblerConfig& config);

  struct Result {
    std::span<const FrameDone> done;       // valid until the next call
    bool frame_ready = false;              // take() it now: the next push, expire or close forgets it
    std::optional<std::int64_t> frame;     // the packet's frame number, extended (foreign: counted from 0)
    std::optional<RejectReason> rejected;  // the packet was not used
  };
  /// Duplicates and packets of ended frames are harmless and change nothing.
  Result push(const VideoPacket& packet);
  /// To be called now and then (each 100 ms or so, and before waiting for packets).
  Result expire(Timestamp now);
  /// Ends every frame begun: the stream is over.
  Result close(Timestamp now);

  /// The sender began anew: every frame begun ends, and the numbers of its frames go on upwards.
  Result restart(Timestamp now);

  /// After frame_ready: swaps the frame out of its slot for `spare`; then `spare` holds it (jpeg(), done). False and
  /// nothing done when no frame is ready or the spare is smaller than max_frame_bytes. Without a spare do not call: the
  /// frame is dropped at the next push, and counted in untaken().
  bool take(FrameBuffer& spare);

  void set_ssrc(std::uint32_t ssrc) { config_.ssrc = ssrc; }  // learned with a foreign stream's first packet
  void set_period(std::optional<Duration> period) { config_.period = period; }
  void set_patience(Duration patience) { config_.patience = patience; }
  void set_loss_policy(LossPolicy policy, bool discard_late_frames);

 private:
  struct Slot {
    bool used = false, broken = false;
    std::int64_t frame = 0;
    PictureShape shape;
    std::uint32_t rtp_timestamp = 0;
    std::optional<rtp::QuantTables> tables;
    std::optional<std::uint32_t> end;  // scan bytes, known by the marker
    std::uint32_t covered = 0;
    std::vector<Piece> pieces;  // by offset, without overlaps
    FrameDone done;
    FrameBuffer buffer;
  };
  enum class State : std::uint8_t { kUnseen, kInSlot, kDone };
  struct Number {
    std::int64_t frame = -1;
    State state = State::kUnseen;
    Timestamp first_arrival;
    std::optional<Timestamp> completed;
    std::uint32_t rtp_timestamp = 0;  // meaningful when completed
  };

  void begin_call();
  Result result(std::optional<std::int64_t> frame = {}, std::optional<RejectReason> rejected = {}) const;
  void make_way(std::int64_t frame, Timestamp now);
  Slot* slot_of(std::int64_t frame, const VideoPacket& packet);
  bool insert(Slot& slot, const VideoPacket& packet);
  bool place(Slot& slot, const Piece& piece, bool ends_frame);
  void complete(Slot& slot, Timestamp now);
  void close_through(std::int64_t frame, Timestamp now);
  void give_up(Slot& slot, Timestamp now);
  void skip_ended();
  bool patch(Slot& slot, Timestamp now);
  bool judge_late(const Slot& slot, Timestamp now);
  void deliver(Slot& slot, std::size_t scan_bytes, const rtp::QuantTables& tables);
  void end(Slot& slot, FrameOutcome outcome, Timestamp now);
  std::optional<rtp::QuantTables> tables_of(const Slot& slot) const;
  Number& number(std::int64_t frame);

  ReassemblerConfig config_;
  FrameNumbering numbering_;
  LossBudget losses_{Duration::ms(2)};  // pictures come a few dozen times a second
  RtpTimeUnwrapper rtp_time_;
  std::vector<Slot> slots_;
  std::array<Number, 64> numbers_;                                  // by frame modulo 64
  std::optional<std::int64_t> next_;                                // the lowest number not ended
  std::int64_t highest_ = 0;                                        // the highest number seen
  std::array<std::optional<rtp::QuantTables>, 128> cached_tables_;  // Q 128 … 255; 255 stays empty
  Stripes stripes_;
  FrameBuffer patched_;
  std::vector<FrameDone> done_;
  Slot* ready_ = nullptr;
};

}  // namespace jitterscope
