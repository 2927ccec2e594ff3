#pragma once
// Blocks to packets: what the thread video-send does. Shaping says when each leaves; no copy of a JPEG is made: the
// sink is given {header, piece of the scan}.
#include <optional>

#include "core/algorithms/shaping/shaper.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/encoded_frames.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/steps/packet_sink.h"
#include "core/events/kinds/frame_sent.h"
#include "core/events/rate_setting.h"
#include "core/events/settings.h"

namespace jitterscope {

struct RateBoard;

/// Where the packets of pictures go: as datagrams, or over a connection, which may have no room.
/// As a path of datagrams has it, where not overridden. send(): over a connection EAGAIN: there is no room, and nothing
/// was taken; any other error: it has ended.
class PictureSink : public PacketSink {
 public:
  /// Between pictures, and at least each idle_wait(): the way that is asked for.
  virtual void use(Transport, Timestamp /*now*/) {}
  virtual Duration idle_wait() const { return Duration::seconds(1); }
  /// As use() said last.
  virtual bool is_connection() const { return false; }
  /// Whether a picture may begin.
  virtual bool ready() { return true; }
  /// Everything taken has been handed over.
  virtual bool flushed() { return true; }
  /// Whether there will be room in the connection; asked each 5 ms while there is none.
  virtual bool is_worth_waiting(Timestamp /*now*/) { return false; }
  /// What is known of the connection, when it is time to say it.
  virtual void report(Timestamp /*now*/) {}
};

struct VideoSendConfig {
  const CallClock* clock = nullptr;  // outlives the step
  rtp::ExtensionIds ids;
  StreamStart start;
  ShapingSetting shaping;
  Transport transport = Transport::kUdp;
  const RateBoard* rate = nullptr;  // outlives the step; null: no control
};

/// A Step. Never allocates after construction.
class VideoSendStep {
 public:
  /// All outlive this.
  VideoSendStep(EventRing& events, EncodedFrames& frames, PictureSink& sink, const VideoSendConfig& config);

  // Session thread; effective from the next picture. A step that waits for a picture has to be run then.
  TakenOver apply(const SetShaping& wanted, const SettingChanged* mark) { return shaping_.put(wanted.value, mark); }
  TakenOver apply(const SetTransport& wanted, const SettingChanged* mark) {
    frames_.transport_asked.store(wanted.value, std::memory_order_relaxed);
    return transport_.put(wanted.value, mark);
  }
  /// One reader: the rtcp thread.
  LatestValue<SenderProgress>& progress() { return progress_; }

  enum class Waits {
    kForPicture,  // it may be given one
    kForTime,     // for the next block's
    kForRoom,     // in the connection
  };
  Waits waits() const { return !frame_ ? Waits::kForPicture : blocked_ ? Waits::kForRoom : Waits::kForTime; }

  Timestamp run(Timestamp now);
  /// The next picture, of the pool, while it waits for one; run() begins to send it. One that nobody gave is received.
  void take(EncodedFrame* next) { next_ = next; }
  /// What is left of the picture that is being sent goes at once.
  void finish(Timestamp now);

 private:
  enum class Stage { kAwaiting, kDelivering, kFlushing };  // of the block of shaper_.next(): its time; the path's room

  std::optional<Timestamp> await_picture(Timestamp now);
  void begin_frame();
  std::optional<Timestamp> send_frame(Timestamp now);
  std::optional<Timestamp> await_time(Timestamp now);
  std::optional<Timestamp> deliver();
  Timestamp block();
  void cut_off();
  void end_frame();
  void take_settings(Timestamp now);
  void leave_out(const EncodedFrame& frame);
  void omit(EncodedFrame* frame);
  Duration least_a_block(const EncodedFrame& frame) const;
  int send_block(const EncodedFrame& frame, const Shaper::Departure& departure);

  EventRing& events_;
  EncodedFrames& frames_;
  PictureSink& sink_;
  const VideoSendConfig config_;
  SettingHandover<ShapingSetting> shaping_;
  SettingHandover<Transport> transport_;
  LatestValue<SenderProgress> progress_;
  Shaper shaper_;
  StreamSendState state_;
  EncodedFrame* next_ = nullptr;   // given
  EncodedFrame* frame_ = nullptr;  // being sent
  FrameSent sent_;                 // of it, until now
  Stage stage_ = Stage::kAwaiting;
  Shaper::Departure departure_;  // being delivered
  bool blocked_ = false;         // the connection had no room
  bool finishing_ = false;       // nobody waits for anything any more
  FormatMarks late_marks_;       // of pictures that were left out
};

}  // namespace jitterscope
