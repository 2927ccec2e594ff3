#pragma once
// Sender and receiver of latecki04's two streams on real sockets, each one thread: of their own, not the steps of a
// call, which a simulated run is made of.
#include <array>
#include <atomic>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithms/rate/stream_monitor.h"
#include "core/algorithms/rtp/rfc4571.h"
#include "core/algorithms/rtp/trend_message.h"
#include "core/base/net/host_port.h"
#include "core/base/net/tcp_media.h"
#include "core/base/net/udp_socket.h"
#include "core/lab/latecki04/events.h"
#include "core/lab/latecki04/sender_control.h"
#include "core/lab/latecki04/simulation.h"
#include "core/lab/latecki04/sources.h"

namespace jitterscope::latecki04 {

inline constexpr std::uint16_t kSoundPort = 5004, kPicturePort = 5006;  // of the receiver; TCP's is the picture's too
inline constexpr std::size_t kLargestPacket = 2048;

/// Time since the run began, on the monotonic clock, as the simulation counts it.
class RunClock {
 public:
  explicit RunClock(Timestamp began) : began_(began) {}
  Timestamp now() const;
  Timestamp of(Timestamp local) const { return Timestamp() + (local - began_); }

 private:
  Timestamp began_;
};

/// At the start of each packet; the rest is padding. Both ends are one program.
struct PacketHead {
  std::uint32_t sequence = 0;
  std::uint32_t frame = 0;  // sound: none
  std::uint16_t block = 0, blocks = 0;
};
struct SoundHead {
  std::uint64_t sequence = 0;
  std::int64_t sent_ns = 0;  // since the run began
};

struct TcpChoice {
  std::int64_t send_buffer = 65'536;
  bool watch_unsent = false;  // as TcpPicture
};

class LiveSender {
 public:
  /// `tcp` absent: the picture goes by UDP. `far` is the receiver's address, its port is not looked at.
  LiveSender(const RateScenario& scenario, std::uint64_t seed, UdpSocket socket, const SocketAddress& far,
             std::optional<TcpChoice> tcp, std::unique_ptr<RateController> controller);
  /// The sending thread; blocks for the scenario's length, or until `stopped`, which it sets itself when its connection
  /// fails: see `fault`.
  void run(const RunClock& clock, std::atomic<bool>& stopped);
  /// Connects; call it inside the sender's namespace before run().
  void connect();

  std::vector<SoundFate> sound;
  std::vector<FrameFate> frames;
  std::vector<RateDecided> decisions;
  std::vector<TrendReported> received;
  std::vector<TcpReported> connection;  // each second
  std::vector<Event> log;               // what a call's trace would hold of this end
  std::string fault;                    // one sentence; empty: the connection held, or there is none

 private:
  Timestamp next_time(Timestamp now) const;
  void step(Timestamp now);
  void note(const Event& event);
  void send_sound(Timestamp now);
  void begin_picture(Timestamp now);
  void send_packet(std::int64_t frame, std::size_t block, std::size_t blocks, std::int32_t bytes, Timestamp now);
  bool obsolete(const std::vector<std::int32_t>& packets) const;
  void feed_connection();
  void take_report(std::span<const std::byte> datagram, Timestamp now);
  void decide(Timestamp now);
  void ask(Timestamp now);

  RateScenario scenario_;
  UdpSocket socket_;
  SocketAddress far_;
  std::optional<TcpChoice> tcp_;
  SenderControl control_;
  Beat sound_, picture_;
  PictureSizes sizes_;
  std::optional<TcpMediaSender> connection_;
  std::deque<std::vector<std::byte>> waiting_;  // framed packets that the connection has no room for yet
  std::int64_t waiting_bytes_ = 0;
  std::uint32_t picture_sequence_ = 0;
  Timestamp report_due_;  // of the connection
};

class LiveReceiver {
 public:
  LiveReceiver(const RateScenario& scenario, UdpSocket sound, UdpSocket picture,
               std::optional<TcpMediaListener> listener);
  /// The receiving thread; until `over`.
  void run(const RunClock& clock, const std::atomic<bool>& over);

  struct SoundCame {
    std::int64_t sequence = 0;
    Timestamp at;
  };
  struct FrameCame {
    std::int64_t frame = 0;
    Timestamp at;  // its last packet's
  };
  std::vector<SoundCame> sound;
  std::vector<FrameCame> frames;
  std::vector<TrendReported> measured;
  std::vector<Event> log;  // as the sender's

 private:
  void take_sound(std::span<const std::byte> packet, const Datagram& about, const RunClock& clock);
  void take_picture(std::span<const std::byte> packet, std::int32_t size, Timestamp now);
  void take_stream(const RunClock& clock);
  void monitor(const PacketArrived& packet, Timestamp now);
  void report(Timestamp now);

  RateScenario scenario_;
  UdpSocket sound_, picture_;
  std::optional<TcpMediaListener> listener_;
  std::optional<TcpMediaListener::Caller> caller_;
  rtp::FramedPackets framed_;
  StreamMonitor monitor_;
  std::vector<std::uint16_t> arrived_;  // packets of each frame
  std::optional<SocketAddress> sender_;
  std::optional<TrendReported> pending_;
  Timestamp report_allowed_;
};

}  // namespace jitterscope::latecki04
