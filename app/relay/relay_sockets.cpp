#include "app/relay/relay_sockets.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/algorithms/rtp/path_probe.h"
#include "core/base/net/socket_calls.h"

namespace jitterscope {
namespace {

constexpr std::uint16_t kFirstPort = 5206;              // away from those of the ends
constexpr Duration kOffsetKept = Duration::seconds(1);  // real time may step
constexpr std::size_t kControlBytes = 256;

/// Every address of this machine.
SocketAddress any(sa_family_t family) {
  sockaddr_storage none{};
  none.ss_family = family;
  const socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  return SocketAddress(reinterpret_cast<const sockaddr*>(&none), size).with_port(kFirstPort);
}

std::optional<MediaPorts> open_near(std::string& error) {
  return MediaPorts::open(SocketAddress::loopback(kFirstPort), {}, error);
}

std::optional<MediaPorts> open_far(const SocketAddress& host, std::string& error) {
  if (host.size() != 0) return MediaPorts::open(host.with_port(kFirstPort), {}, error);
  if (auto ports = MediaPorts::open(any(AF_INET6), {}, error)) return ports;
  return MediaPorts::open(any(AF_INET), {}, error);
}

/// The traffic class comes with each datagram. ICMP's news of an end that is not there yet are nobody's business here.
void configure(const UdpSocket& socket, bool ipv6) {
  set_option(socket.fd(), IPPROTO_IP, IP_RECVTOS, 1);
  set_option(socket.fd(), IPPROTO_IP, IP_RECVERR, 0);
  if (!ipv6) return;
  set_option(socket.fd(), IPPROTO_IPV6, IPV6_RECVTCLASS, 1);
  set_option(socket.fd(), IPPROTO_IPV6, IPV6_RECVERR, 0);
}

struct Ancillary {
  std::optional<Timestamp> stamp;  // real time
  std::uint8_t traffic_class = 0;
};

Ancillary read_ancillary(msghdr& message) {
  Ancillary read;
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SCM_TIMESTAMPNS) {
      timespec time{};
      std::memcpy(&time, CMSG_DATA(each), sizeof time);
      read.stamp = Timestamp::ns(time.tv_sec * 1'000'000'000LL + time.tv_nsec);
    } else if (each->cmsg_level == IPPROTO_IP && each->cmsg_type == IP_TOS) {
      std::memcpy(&read.traffic_class, CMSG_DATA(each), 1);
    } else if (each->cmsg_level == IPPROTO_IPV6 && each->cmsg_type == IPV6_TCLASS) {
      int value = 0;
      std::memcpy(&value, CMSG_DATA(each), sizeof value);
      read.traffic_class = static_cast<std::uint8_t>(value);
    }
  }
  return read;
}

/// Puts the traffic class beside a datagram.
void write_traffic_class(msghdr& message, char* control, std::uint8_t value, bool ipv4) {
  message.msg_control = control;
  message.msg_controllen = CMSG_SPACE(sizeof(int));
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = ipv4 ? IPPROTO_IP : IPPROTO_IPV6;
  header->cmsg_type = ipv4 ? IP_TOS : IPV6_TCLASS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  const int whole = value;
  std::memcpy(CMSG_DATA(header), &whole, sizeof whole);
}

}  // namespace

std::unique_ptr<RelaySockets> RelaySockets::open(std::string& error, const SocketAddress& far_host) {
  auto near_audio = open_near(error), near_video = open_near(error);
  auto far_audio = open_far(far_host, error), far_video = open_far(far_host, error);
  if (!near_audio || !near_video || !far_audio || !far_video) return nullptr;
  for (MediaPorts* ports : {&*far_audio, &*far_video})  // until there is a route
    if (!ports->take_only_from({})) return error = kTakesFromAll, nullptr;
  return std::unique_ptr<RelaySockets>(new RelaySockets({std::move(*near_audio), std::move(*near_video)},
                                                        {std::move(*far_audio), std::move(*far_video)}));
}

RelaySockets::RelaySockets(std::array<MediaPorts, 2> near, std::array<MediaPorts, 2> far)
    : near_(std::move(near)), far_(std::move(far)), buffer_(kBatch * PacketPool::kLargest) {
  std::size_t i = 0;
  for (auto* side : {&near_, &far_})
    for (MediaPorts& ports : *side)
      for (UdpSocket* socket : {&ports.rtp, &ports.rtcp}) {
        configure(*socket, socket->local().family() == AF_INET6);
        sockets_[i++] = socket;
      }
}

RelayPath RelaySockets::path() const {
  return {near_[0].rtp.local(), near_[1].rtp.local(), far_[0].rtp.local().port(), far_[1].rtp.local().port()};
}

bool RelaySockets::set_route(const RelayRoute& route) {
  bool apart = true;
  const std::array<SocketAddress, 4> ends{route.near_audio, route.near_video, route.far_audio, route.far_video};
  for (std::size_t i = 0; i < kCount; ++i) {
    const SocketAddress rtp = ends[i / 2];
    const auto port = static_cast<std::uint16_t>(rtp.port() + i % 2);  // RTCP is one above
    apart = sockets_[i]->take_only_from(sources_of(rtp)) && apart;
    const bool map = sockets_[i]->local().family() == AF_INET6 && rtp.family() == AF_INET;
    targets_[i] = (map ? rtp.mapped() : rtp).with_port(port);
  }
  return apart;
}

std::span<const ReceivedDatagram> RelaySockets::receive(std::size_t index) {
  std::array<mmsghdr, kBatch> messages{};
  std::array<iovec, kBatch> parts{};
  alignas(cmsghdr) char control[kBatch][kControlBytes];
  std::array<sockaddr_storage, kBatch> names;
  for (std::size_t i = 0; i < kBatch; ++i) {
    parts[i] = {buffer_.data() + i * PacketPool::kLargest, PacketPool::kLargest};
    messages[i].msg_hdr.msg_iov = &parts[i];
    messages[i].msg_hdr.msg_iovlen = 1;
    messages[i].msg_hdr.msg_name = &names[i];
    messages[i].msg_hdr.msg_namelen = sizeof names[i];
    messages[i].msg_hdr.msg_control = control[i];
    messages[i].msg_hdr.msg_controllen = kControlBytes;
  }
  const int count = recvmmsg(sockets_[index]->fd(), messages.data(), kBatch, MSG_DONTWAIT, nullptr);
  const Timestamp now = monotonic_now();
  for (int i = 0; i < count; ++i) {
    mmsghdr& message = messages[static_cast<std::size_t>(i)];
    const Ancillary ancillary = read_ancillary(message.msg_hdr);
    received_[static_cast<std::size_t>(i)] = {
        index < kChannels ? LinkWay::kUp : LinkWay::kDown,
        static_cast<Channel>(index % kChannels),
        ancillary.traffic_class,
        (message.msg_hdr.msg_flags & MSG_TRUNC) != 0,
        ancillary.stamp ? to_local(*ancillary.stamp, now) : now,
        SocketAddress(reinterpret_cast<const sockaddr*>(message.msg_hdr.msg_name), message.msg_hdr.msg_namelen),
        {static_cast<const std::byte*>(message.msg_hdr.msg_iov->iov_base), message.msg_len}};
  }
  return {received_.data(), static_cast<std::size_t>(std::max(count, 0))};
}

int RelaySockets::send(LinkWay way, Channel channel, std::uint8_t traffic_class, std::span<const std::byte> bytes) {
  // Up leaves by the far side, down by the near side.
  const std::size_t index = static_cast<std::size_t>(channel) + (way == LinkWay::kUp ? kChannels : 0);
  const SocketAddress& target = targets_[index];
  if (target.size() == 0) return EDESTADDRREQ;
  iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_name = const_cast<sockaddr*>(target.data());
  message.msg_namelen = target.size();
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  if (traffic_class != 0) write_traffic_class(message, control, traffic_class, target.unmapped().family() == AF_INET);
  return sendmsg(sockets_[index]->fd(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 ? 0 : errno;
}

bool RelaySockets::answer_path_question(const ReceivedDatagram& datagram) {
  const bool far_rtcp = datagram.way == LinkWay::kDown &&
                        (datagram.channel == Channel::kAudioRtcp || datagram.channel == Channel::kVideoRtcp);
  if (!far_rtcp) return false;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(datagram.bytes.data());
  const auto question = rtp::path_question({bytes, datagram.bytes.size()});
  if (!question) return false;
  std::array<std::uint8_t, rtp::kPathProbeBytes> answer;
  rtp::write_path_probe(answer, question->answered());
  sockets_[static_cast<std::size_t>(datagram.channel) + kChannels]->send(std::as_bytes(std::span(answer)),
                                                                         datagram.from);
  return true;
}

Timestamp RelaySockets::to_local(Timestamp realtime, Timestamp received) {
  if (offset_measured_ == Timestamp() || received - offset_measured_ > kOffsetKept) {
    offset_ = measure_realtime_offset();
    offset_measured_ = received;
  }
  return std::min(offset_.to_monotonic(realtime), received);
}

}  // namespace jitterscope
