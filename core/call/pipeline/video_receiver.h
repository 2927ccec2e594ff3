#pragma once
// Packets from the wire to pictures: the threads video-receive (socket, reassembler) and video-decode (JPEG, playout).
// A payload is copied once, into its frame's buffer; the buffer itself travels to the decoder and back. Frames are
// decoded at once and then wait, as pictures, until they are due.
#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/algorithms/playout/reassembler.h"
#include "core/algorithms/playout/video_playout.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/latest_value.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/exchange/event_rings.h"
#include "core/call/exchange/reject_sums.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/path/packet_intake.h"
#include "core/call/path/video_tcp_intake.h"
#include "core/call/pipeline/playout_switch.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

struct VideoReceiverConfig {
  IntakeConfig intake;
  ReassemblerConfig reassembly;
  PrioritySetting receive_priority, decode_priority;
  PlayoutSetting playout;
  PixelFormat picture_format = PixelFormat::kBgrx;  // I420 is decoded quicker, but has to be converted to be shown
  /// Each complete JPEG, before decoding, on the video-decode thread; may be empty.
  std::function<void(std::int64_t frame, std::span<const std::uint8_t> jpeg)> on_jpeg;
};

class VideoReceiver {
 public:
  /// Socket, rings, board and picture outlive this. `picture` gets every frame that is played, when it is due; one
  /// reader.
  VideoReceiver(UdpSocket& socket, EventRings& rings, PlayoutBoard& board, LatestValue<VideoFrame>& picture,
                const VideoReceiverConfig& config);
  ~VideoReceiver();

  // Session thread.
  TakenOver set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark = nullptr);
  TakenOver set_playout(const PlayoutSetting& setting, Duration period, const SettingChanged* mark = nullptr);
  void set_period(Duration period);
  /// How the remote says that its pictures come. Over TCP they are taken from these hosts (ports do not count; none:
  /// from anyone), on the TCP port of the socket's number. What still comes the other way is taken as well. Empty, or a
  /// sentence: that port cannot be had, and all is as before; it may be tried again.
  std::string set_transport(Transport transport, const std::vector<SocketAddress>& from);
  RealtimeThread& receive_thread() { return *receive_thread_; }
  /// Frames that were complete but found no free buffer because decoding is too slow. Any thread.
  std::int64_t frames_skipped() const { return skipped_.load(std::memory_order_relaxed); }

 private:
  struct Reassembly {
    LossPolicy policy{};
    bool discard_late_frames = false;
    std::optional<Duration> period;
  };
  void receive_loop(std::stop_token stop);
  void take_changes();
  void receive_datagram(std::span<std::uint8_t> room, Duration timeout);
  bool handle(const Datagram& about, rtp::ConstBytes packet);
  void hand_over(const VideoReassembler::Result& result);
  void skip(const VideoReassembler::Result& result);
  void decode_loop(std::stop_token stop);
  void decode(const FrameBuffer& buffer);
  void await_playout(const FrameDone& done, Timestamp now);
  void play_due(Timestamp now);
  void report_played(Timestamp now);
  Duration until_due(Timestamp now) const;

  UdpSocket& socket_;
  EventRing &receive_events_, &decode_events_;
  RejectSums rejects_{Medium::kVideo};
  LatestValue<VideoFrame>& picture_;
  const VideoReceiverConfig config_;
  SettingHandover<Reassembly> reassembly_{Reassembly{}};
  SpscRing<VideoTcpIntake::Setting> tcp_changes_;
  SpscRing<FrameBuffer> complete_, free_;

  // session thread: as set last
  Reassembly reassembly_set_;
  Transport transport_ = Transport::kUdp;
  std::vector<SocketAddress> from_;
  bool has_listener_ = false;  // made once, kept for the call: another could not have the port beside it

  // video-receive
  PacketIntake intake_;
  VideoTcpIntake tcp_;
  VideoReassembler reassembler_;
  FrameBuffer spare_;
  std::atomic<std::int64_t> skipped_{0};

  // video-decode
  struct Waiting {
    VideoFrame picture;
    std::uint32_t ssrc = 0;
    std::int64_t rtp_timestamp = 0;
    Duration held;
  };
  JpegDecoder decoder_;
  PlayoutSwitch switch_;  // set by the session thread
  VideoPlayout playout_;
  MediumBoard& board_;
  VideoFrame decoded_;
  std::array<Waiting, VideoPlayout::kSlots> waiting_;  // touched as far as the delay needs
  bool any_ = false;                                   // a frame has been decoded
  Timestamp next_report_;

  std::unique_ptr<RealtimeThread> decode_thread_, receive_thread_;
};

}  // namespace jitterscope
