#pragma once
// The threads video-receive and video-decode: a socket, and connections, whose packets become pictures.
#include <string>
#include <vector>

#include "core/algorithms/media/jpeg_decoder.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/path/video_tcp.h"
#include "core/call/steps/video_decode_step.h"
#include "core/call/steps/video_receive_step.h"
#include "core/events/rate_setting.h"

namespace jitterscope {

struct VideoReceiverConfig {
  PrioritySetting receive_priority = {}, decode_priority = {};
  PixelFormat picture_format = PixelFormat::kBgrx;  // I420 is decoded quicker, but has to be converted to be shown
};

/// Decodes in as long as it takes.
class JpegPictureDecoder : public PictureDecoder {
 public:
  explicit JpegPictureDecoder(PixelFormat format) : format_(format) {}
  Timestamp now() const override { return monotonic_now(); }
  Outcome decode(std::span<const std::uint8_t> jpeg, VideoFrame& out) override;

 private:
  const PixelFormat format_;
  JpegDecoder decoder_;
};

/// One remote on both threads.
struct VideoRemote {
  SlotTable<VideoSlot>::Slot received = 0;
  SlotTable<DecodeSlot>::Slot decoded = 0;
};

class VideoReceiver {
 public:
  /// Socket and rings outlive this. The threads begin with the first remote.
  VideoReceiver(UdpSocket& socket, EventRings& rings, const VideoReceiverConfig& config);

  // Session thread.
  /// One more; its board and picture are needed until it is_gone(). `picture` gets every frame that is played, when it
  /// is due; one reader. nullopt: there is no slot.
  std::optional<VideoRemote> add(PlayoutBoard& board, LatestValue<VideoFrame>& picture, const VideoSlotConfig& receive,
                                 const DecodeSlotConfig& decode);
  void remove(const VideoRemote& remote) {
    receive_.streams().remove(remote.received);
    decode_.streams().remove(remote.decoded);
    bell_.wake();
  }
  /// Nothing of the remote that was removed is used any more.
  bool is_gone(const VideoRemote& remote) {
    return receive_.streams().is_gone(remote.received) && decode_.streams().is_gone(remote.decoded);
  }
  TakenOver set_loss_policy(const VideoRemote& remote, LossPolicy policy, bool discard_late_frames,
                            const SettingChanged* mark = nullptr) {
    return received(remote).set_loss_policy(policy, discard_late_frames, mark);
  }
  TakenOver set_playout(const VideoRemote& remote, const PlayoutSetting& setting, Duration period,
                        const SettingChanged* mark = nullptr);
  void set_period(const VideoRemote& remote, Duration period) { received(remote).set_period(period); }
  /// How remotes say that their pictures come. Over TCP they are taken from these hosts (ports do not count; none:
  /// from anyone), on the TCP port of the socket's number. What still comes the other way is taken as well. Empty, or a
  /// sentence: that port cannot be had, and all is as before; it may be tried again.
  std::string set_transport(Transport transport, const std::vector<SocketAddress>& from);
  /// Of video-receive. False: the system refused.
  bool run_on(std::optional<int> processor) { return !receive_thread_ || receive_thread_->run_on(processor); }
  /// Frames that were complete but found no free buffer because decoding is too slow.
  std::int64_t frames_skipped(const VideoRemote& remote) const { return received(remote).frames_skipped(); }

 private:
  VideoSlot& received(const VideoRemote& remote) const { return *receive_.streams().made(remote.received); }
  void begin();
  void receive_loop(const std::stop_token& stop);
  void decode_loop(const std::stop_token& stop);

  UdpSocket& socket_;
  const VideoReceiverConfig config_;
  FrameBell bell_;
  SpscRing<VideoTcpIntake::Setting> tcp_changes_{"connections of the picture", 16};

  // session thread: as set last
  Transport transport_ = Transport::kUdp;
  std::vector<SocketAddress> from_;
  bool has_listener_ = false;  // made once, kept for the call: another could not have the port beside it

  VideoReceiveStep receive_;
  JpegPictureDecoder decoder_;
  VideoDecodeStep decode_;
  EventRing &receive_events_, &decode_events_;
  std::optional<RealtimeThread> decode_thread_, receive_thread_;
};

}  // namespace jitterscope
