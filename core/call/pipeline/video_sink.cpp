#include "core/call/pipeline/video_sink.h"

#include <algorithm>
#include <cerrno>

namespace jitterscope {
namespace {

constexpr Duration kStampWait = Duration::ms(20);    // looks for stamps of packets that wait in an interface queue
constexpr Duration kLastChance = Duration::ms(500);  // for a picture on a connection that is not wanted any more

}  // namespace

VideoSink::VideoSink(UdpSocket& socket, std::uint32_t ssrc, std::size_t largest_packet, EventRing& events,
                     const std::atomic<Transport>& asked, std::optional<std::int64_t> tcp_buffer)
    : datagrams_(socket, Medium::kVideo, ssrc, largest_packet),
      tcp_(largest_packet + rtp::PacketSeal::kMostAdded, events, socket.local(), tcp_buffer),
      asked_(asked) {}

int VideoSink::send(const OutgoingPacket& packet) {
  if (!tcp_.in_use()) return datagrams_.send_along(packet);
  const auto parts = datagrams_.parts(packet, datagrams_.route());
  if (!parts) return EMSGSIZE;
  switch (tcp_.send(*parts)) {
    case TcpMediaSender::Taken::kWhole: datagrams_.copy(packet); return 0;
    case TcpMediaSender::Taken::kFull: return EAGAIN;
    default: return EPIPE;
  }
}

Duration VideoSink::idle_wait() const {
  return datagrams_.awaits_stamps() ? std::min(kStampWait, tcp_.idle_wait()) : tcp_.idle_wait();
}

bool VideoSink::is_worth_waiting(Timestamp now) {
  if (!tcp_.wait_for_room(Duration{})) return false;
  tcp_.report(now);
  datagrams_.take_routes();
  const bool wanted =
      asked_.load(std::memory_order_relaxed) == Transport::kTcp && tcp_.leads_to(datagrams_.route().address);
  if (wanted)
    unwanted_since_.reset();
  else if (!unwanted_since_)
    unwanted_since_ = now;
  if (wanted || now - *unwanted_since_ < kLastChance) return true;
  tcp_.give_up();
  return false;
}

}  // namespace jitterscope
