#pragma once
// A TCP connection that carries the video of one end in virtual time: the model of core/algorithms/link between the
// step that sends and the one that receives.
#include <deque>
#include <map>
#include <vector>

#include "core/algorithms/link/tcp_flow.h"
#include "core/lab/virtual_call/ports.h"

namespace jitterscope::virtual_call {

struct TcpSetup {
  link::TcpSetting tcp;
  /// When a picture may begin. True: when nothing of the one before is unsent (what this program's calls do). False:
  /// when the send buffer has room for one like it, as with a program that knows no more of its socket than that.
  bool watch_unsent = true;
};

/// RFC 4571 framing: 2 bytes before each packet. Of a packet that is taken, what finds no room in the send buffer waits
/// in the program.
class TcpConnection {
 public:
  TcpConnection(Network& network, int from, const TcpSetup& setup)
      : network_(network), from_(from), setup_(setup), sender_(setup.tcp) {}

  /// False: there is no room, and nothing was taken.
  bool write(std::vector<std::uint8_t> packet);
  /// Everything taken is in the socket.
  bool flushed() const { return waiting_ == 0; }
  bool begin_picture();

  /// Packets that are whole with it.
  std::vector<std::vector<std::uint8_t>> take_segment(rtp::ConstBytes tag, Timestamp now);
  void take_acknowledgement(rtp::ConstBytes tag, Timestamp now);
  std::optional<Timestamp> next_event() const { return sender_.next_event(); }
  void advance(Timestamp now);

 private:
  struct Packet {
    std::int64_t end = 0;  // position in the stream
    std::vector<std::uint8_t> bytes;
  };
  void go_on(Timestamp now);

  Network& network_;
  const int from_;
  const TcpSetup setup_;
  link::TcpSender sender_;
  link::TcpReceiver receiver_;
  std::deque<Packet> packets_;      // not yet whole at the receiver
  std::int64_t end_ = 0;            // of what was taken
  std::int64_t waiting_ = 0;        // of it, not yet in the socket
  std::int64_t picture_bytes_ = 0;  // of the picture that began last
  std::uint32_t next_tag_ = 0;      // a packet on the link carries its tag alone
  std::map<std::uint32_t, link::TcpSegment> segments_;
  std::map<std::uint32_t, link::TcpAcknowledgement> acknowledgements_;
};

/// By the connection or by datagrams, as it is told between two pictures.
class TcpSink : public NetworkSink {
 public:
  TcpSink(Network& network, int from, TcpConnection& connection)
      : NetworkSink(network, from, Channel::kVideo), connection_(connection) {}
  int send(const OutgoingPacket& packet) override;
  void use(Transport transport, Timestamp) override { in_use_ = transport == Transport::kTcp; }
  bool is_connection() const override { return in_use_; }
  bool ready() override { return connection_.begin_picture(); }
  bool flushed() override { return !in_use_ || connection_.flushed(); }
  bool is_worth_waiting(Timestamp) override { return true; }

 private:
  TcpConnection& connection_;
  bool in_use_ = true;
};

}  // namespace jitterscope::virtual_call
