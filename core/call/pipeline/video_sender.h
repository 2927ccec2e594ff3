#pragma once
// Captured pictures to packets on the wire: the threads video-encode (JPEG, fragmenter) and video-send (shaper,
// socket). No copy of a picture or of its JPEG is made on the way: the kernel gathers {header, piece of the scan}.
#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/algorithms/rate/video_actuator.h"
#include "core/algorithms/rtp/fragmenter.h"
#include "core/algorithms/shaping/shaper.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/buffer_pool.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/capture/video_capture.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/rate_board.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/exchange/stream_send_state.h"
#include "core/call/path/media_sockets.h"
#include "core/call/path/stamp_joiner.h"
#include "core/call/path/video_tcp_path.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

/// Marks on their way from video-encode, which takes a format over, to the first picture under it.
struct FormatMarks {
  std::array<Event, 8> marks;
  std::size_t count = 0;
  void add(const Event& mark);  // in the place of an older one of the same setting
  void add(const FormatMarks& others) {
    for (std::size_t i = 0; i < others.count; ++i) add(others.marks[i]);
  }
};

/// A picture as blocks, on its way from video-encode to video-send.
struct EncodedFrame {
  JpegBuffer jpeg;
  rtp::JpegLayout layout;
  rtp::JpegFrameInfo info;
  std::vector<rtp::Fragment> fragments;
  std::int64_t number = 0;
  Timestamp begun, captured, ready;  // local; begun: fetching, which the RTP timestamp tells
  Duration fetching;                 // T_p: from the begin of fetching until the blocks are ready
  Duration period;                   // T, of the pictures that are sent
  DataSize on_link;                  // of all its packets, with their headers
  FormatMarks marks;                 // of settings that it is the first picture under
};

struct VideoFormat {
  int jpeg_quality = 75;
  Subsampling subsampling = Subsampling::k420;
  LossPolicy loss_policy = LossPolicy::kDiscardFrame;
  KeepOrder keep = KeepOrder::kSharpness;
  bool operator==(const VideoFormat&) const = default;
};

struct VideoSenderConfig {
  SocketAddress far_end;
  const CallClock* clock = nullptr;  // outlives the sender
  rtp::ExtensionIds ids;
  StreamStart start;
  int block_size = 1024;
  VideoFormat format;
  ShapingSetting shaping;
  Duration spin;
  Transport transport = Transport::kUdp;
  PrioritySetting send_priority, encode_priority;
  const RateBoard* rate = nullptr;  // outlives the sender; null: no control
};

class VideoSender {
 public:
  /// Socket, capture and rings outlive this. Nothing is sent before set_active.
  VideoSender(UdpSocket& socket, VideoCapture& capture, EventRings& rings, const VideoSenderConfig& config);
  ~VideoSender();

  /// Session thread. Whether captured pictures are encoded and sent.
  void set_active(bool on) { capture_.set_encoding(on); }
  // Session thread; effective from the next frame.
  TakenOver set_shaping(const ShapingSetting& setting, const SettingChanged* mark = nullptr) {
    const TakenOver taken = shaping_.put(setting, mark);
    pool_.wake();
    return taken;
  }
  /// In force with the first picture that is made so and sent.
  TakenOver set_format(const VideoFormat& format, const SettingChanged* mark = nullptr) {
    return format_.put(format, mark);
  }
  /// From the next packet on all go there instead (a relay, or the remote behind one).
  void set_destination(const SocketAddress& far_end);
  /// From the next picture on. Over TCP it goes to the port of the same number as the destination's; pictures are left
  /// out until a connection is made, which is tried again and again. Sequence numbers go on.
  TakenOver set_transport(Transport transport, const SettingChanged* mark = nullptr);
  /// Every packet also goes there (another player); an address of size 0 ends that.
  void set_copy(const SocketAddress& player) { copy_to_.put(player); }
  /// One reader: the rtcp thread.
  LatestValue<SenderProgress>& progress() { return progress_; }
  /// Frames that the encoder had to leave out because video-send still held all buffers. Any thread.
  std::int64_t frames_skipped() const { return pool_.exhausted(); }

 private:
  void encode_loop(std::stop_token stop);
  std::optional<FramePlan> plan_of(const VideoFrame& picture);
  bool encode(const VideoFrame& picture, const FramePlan& plan, EncodedFrame& out);
  void send_loop(std::stop_token stop);
  Duration least_a_block(const EncodedFrame& frame) const;
  void send_frame(const EncodedFrame& frame, Shaper& shaper, const std::stop_token& stop);
  bool wait_for(Timestamp due, const std::stop_token& stop);
  void look_at_path();
  void take_settings(Shaper& shaper);
  void omit(const EncodedFrame& frame);
  void leave_out(const EncodedFrame& frame);
  bool deliver(const EncodedFrame& frame, const Shaper::Departure& departure, const std::stop_token& stop);
  bool await_room(const std::stop_token& stop);
  StampedSend hand_over(const std::array<iovec, 2>& parts, bool stamped);
  int send_block(const EncodedFrame& frame, const Shaper::Departure& departure);

  UdpSocket& socket_;
  VideoCapture& capture_;
  EventRing &encode_events_, &send_events_;
  const VideoSenderConfig config_;
  BufferPool<EncodedFrame> pool_;
  SettingHandover<ShapingSetting> shaping_;
  SettingHandover<VideoFormat> format_;
  LatestValue<SocketAddress> copy_to_;
  LatestValue<SenderProgress> progress_;
  LatestValue<SocketAddress> destination_;
  SettingHandover<Transport> transport_;
  std::atomic<Transport> transport_asked_{Transport::kUdp};  // for sizes, in video-encode
  std::atomic<std::int64_t> never_sent_{0};                  // bytes of pictures left out since video-encode looked

  // video-encode
  JpegEncoder encoder_;
  PictureConverter converter_;
  VideoFrame converted_;
  ActuatorConfig actuator_config_;
  VideoActuator actuator_{actuator_config_};
  std::int64_t next_frame_ = 0;
  FormatMarks marks_;  // of no picture yet

  // video-send
  StreamSendState state_;
  StampJoiner stamps_;
  VideoTcpPath tcp_;
  FormatMarks late_marks_;                                    // of pictures that were left out
  std::optional<Timestamp> unwanted_since_;                   // the connection that a picture still goes over
  std::optional<UdpSocket> copies_ = open_loopback_socket();  // a player that refuses does not touch the call's socket

  std::unique_ptr<RealtimeThread> send_thread_, encode_thread_;
};

}  // namespace jitterscope
