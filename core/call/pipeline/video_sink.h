#pragma once
// Packets of pictures to a socket, or to a connection that is made and made again.
#include "core/call/path/video_tcp_path.h"
#include "core/call/pipeline/socket_sink.h"
#include "core/call/steps/picture_sink.h"

namespace jitterscope {

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

}  // namespace jitterscope
