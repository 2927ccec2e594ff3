#pragma once
// The threads video-encode and video-send: captured pictures to packets on the wire.
#include <memory>
#include <optional>

#include "core/algorithms/media/jpeg_encoder.h"
#include "core/algorithms/media/picture_convert.h"
#include "core/base/realtime/realtime_thread.h"
#include "core/call/capture/video_capture.h"
#include "core/call/path/video_tcp.h"
#include "core/call/pipeline/socket_sink.h"
#include "core/call/steps/video_encode_step.h"
#include "core/call/steps/video_send_step.h"

namespace jitterscope {

/// Packets of pictures to a socket, or to a connection that is made and made again.
/// Over TCP packets go to one remote, the first, at the port of the same number as its datagrams.
class VideoSink : public PictureSink {
 public:
  /// All outlive this. `asked`: the transport that will be used, which a picture under way does not wait for.
  /// `tcp_buffer`: as VideoTcpPath's.
  VideoSink(UdpSocket& socket, std::uint32_t ssrc, std::size_t largest_packet, EventRing& events,
            const std::atomic<Transport>& asked, std::optional<std::int64_t> tcp_buffer = {});

  // Session thread; as of SocketSink.
  void set_routes(const Routes& routes) { datagrams_.set_routes(routes); }
  void set_copy(const SocketAddress& player) { datagrams_.set_copy(player); }

  Timestamp now() const override { return datagrams_.now(); }
  int send(const OutgoingPacket& packet) override;
  std::span<const SentCopy> copies() const override {
    return tcp_.in_use() ? std::span<const SentCopy>() : datagrams_.copies();
  }
  void collect_stamps(EventRing& events) override { datagrams_.collect_stamps(events); }
  void collect_last_stamps(EventRing& events) { datagrams_.collect_last_stamps(events); }

  void use(Transport transport, Timestamp now) override {
    datagrams_.take_routes();  // between pictures: nobody gets a part of one
    tcp_.look(transport, datagrams_.route().address, now);
  }
  Duration idle_wait() const override;
  bool is_connection() const override { return tcp_.in_use(); }
  bool ready() override { return tcp_.ready(); }
  bool flushed() override { return !tcp_.in_use() || tcp_.flush() != TcpMediaSender::Taken::kFull; }
  bool is_worth_waiting(Timestamp now) override;
  void report(Timestamp now) override { tcp_.report(now); }

  /// At most `timeout`, for room in the connection, or its end.
  void wait_for_room(Duration timeout) { tcp_.wait_for_room(timeout); }

 private:
  SocketSink datagrams_;
  VideoTcpPath tcp_;
  const std::atomic<Transport>& asked_;
  std::optional<Timestamp> unwanted_since_;  // the connection that a picture still goes over
};

struct VideoSenderConfig {
  Routes routes;
  VideoEncodeConfig encode;
  VideoSendConfig send;
  Duration spin;
  PrioritySetting send_priority, encode_priority;
  // In labs.
  std::shared_ptr<PictureEncoder> encoder = {};  // null: JpegPictureEncoder
  std::optional<std::int64_t> tcp_buffer = {};   // bytes, as VideoTcpPath's; a call has none
};

/// Encodes in as long as it takes.
class JpegPictureEncoder : public PictureEncoder {
 public:
  Timestamp now() const override { return monotonic_now(); }
  bool encode(const VideoFrame& picture, const FramePlan& plan, const VideoFormat& format, EncodedFrame& out) override;

 private:
  JpegEncoder encoder_;
  PictureConverter converter_;
  VideoFrame converted_;
};

class VideoSender {
 public:
  /// Socket, capture and rings outlive this. Nothing is sent before set_active.
  VideoSender(UdpSocket& socket, VideoCapture& capture, EventRings& rings, const VideoSenderConfig& config);
  ~VideoSender();

  // Session thread.
  /// Whether captured pictures are encoded and sent.
  void set_active(bool on) { capture_.set_encoding(on); }
  /// As of VideoSendStep, which is woken. Over TCP pictures are left out until a connection is made, which is tried
  /// again and again. Sequence numbers go on.
  template <typename S>
  TakenOver apply(const Set<S>& wanted, const SettingChanged* mark = nullptr) {
    const TakenOver taken = send_.apply(wanted, mark);
    frames_.pool.wake();
    return taken;
  }
  TakenOver set_format(const VideoFormat& format, const SettingChanged* mark = nullptr) {
    return encode_.set_format(format, mark);
  }
  void set_routes(const Routes& routes);
  void set_copy(const SocketAddress& player) { sink_.set_copy(player); }
  /// One reader: the rtcp thread.
  LatestValue<SenderProgress>& progress() { return send_.progress(); }
  /// Frames that the encoder had to leave out because video-send still held all buffers. Any thread.
  std::int64_t frames_skipped() const { return frames_.pool.exhausted(); }

 private:
  void encode_loop(const std::stop_token& stop);
  void send_loop(const std::stop_token& stop);

  VideoCapture& capture_;
  EventRing& send_events_;
  const Duration spin_;
  EncodedFrames frames_;
  const std::shared_ptr<PictureEncoder> encoder_;
  VideoEncodeStep encode_;
  VideoSink sink_;
  VideoSendStep send_;
  std::optional<RealtimeThread> send_thread_, encode_thread_;
};

}  // namespace jitterscope
