#include "core/base/net/qdisc_monitor.h"

#include <linux/gen_stats.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace jitterscope {
namespace {

using Bytes = std::span<const std::byte>;

/// The first T of `bytes`; nullopt when there are fewer.
template <typename T>
std::optional<T> read_as(Bytes bytes) {
  if (bytes.size() < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// The content of the first attribute of this type.
std::optional<Bytes> attribute(Bytes list, unsigned type) {
  while (const auto header = read_as<rtattr>(list)) {
    if (header->rta_len < sizeof(rtattr) || header->rta_len > list.size()) return std::nullopt;
    if ((header->rta_type & NLA_TYPE_MASK) == type)
      return list.subspan(sizeof(rtattr), header->rta_len - sizeof(rtattr));
    const std::size_t step = RTA_ALIGN(header->rta_len);
    if (step >= list.size()) return std::nullopt;
    list = list.subspan(step);
  }
  return std::nullopt;
}

/// Linux writes 12 bytes of the structure, 16 with its padding.
struct BasicCounts {
  std::uint64_t bytes;
  std::uint32_t packets;
} __attribute__((packed));

}  // namespace

std::optional<QdiscCounts> parse_qdisc(Bytes message, int interface) {
  const auto header = read_as<nlmsghdr>(message);
  if (!header || header->nlmsg_type != RTM_NEWQDISC || header->nlmsg_len > message.size()) return std::nullopt;
  message = message.first(header->nlmsg_len);
  if (message.size() < NLMSG_HDRLEN + sizeof(tcmsg)) return std::nullopt;
  const auto about = read_as<tcmsg>(message.subspan(NLMSG_HDRLEN));
  if (about->tcm_ifindex != interface || about->tcm_parent != TC_H_ROOT) return std::nullopt;
  const auto statistics = attribute(message.subspan(NLMSG_HDRLEN + NLMSG_ALIGN(sizeof(tcmsg))), TCA_STATS2);
  if (!statistics) return std::nullopt;
  const auto basic_bytes = attribute(*statistics, TCA_STATS_BASIC);
  const auto queue_bytes = attribute(*statistics, TCA_STATS_QUEUE);
  if (!basic_bytes || !queue_bytes) return std::nullopt;
  const auto basic = read_as<BasicCounts>(*basic_bytes);
  const auto queue = read_as<gnet_stats_queue>(*queue_bytes);
  if (!basic || !queue) return std::nullopt;
  const auto packets64 = attribute(*statistics, TCA_STATS_PKT64);  // only once 32 bits do not hold them
  const auto many = packets64 ? read_as<std::uint64_t>(*packets64) : std::nullopt;
  QdiscCounts counts;
  counts.waiting_packets = static_cast<std::int32_t>(queue->qlen);
  counts.waiting_bytes = queue->backlog;
  counts.sent_packets = many ? static_cast<std::int64_t>(*many) : basic->packets;
  counts.sent_bytes = static_cast<std::int64_t>(basic->bytes);
  counts.dropped = queue->drops;
  return counts;
}

std::optional<QdiscMonitor> QdiscMonitor::open(const std::string& interface, std::string& error) {
  const int index = static_cast<int>(if_nametoindex(interface.c_str()));
  OwnedDescriptor own(index == 0 ? -1 : socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
  if (own.fd() >= 0) {
    const timeval patience{0, 100'000};
    setsockopt(own.fd(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return QdiscMonitor(std::move(own), index);
  }
  error = "The queue of interface " + interface + " cannot be read (" + std::strerror(errno) + ").";
  return std::nullopt;
}

std::optional<QdiscCounts> QdiscMonitor::read() {
  struct {
    nlmsghdr header;
    tcmsg about;
  } request{};
  request.header.nlmsg_len = sizeof request;
  request.header.nlmsg_type = RTM_GETQDISC;
  request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ECHO;  // before Linux 6.6 only an echo is sent to who asks
  request.header.nlmsg_seq = ++sequence_;
  request.about.tcm_family = AF_UNSPEC;
  request.about.tcm_ifindex = interface_;
  request.about.tcm_parent = TC_H_ROOT;
  if (send(socket_.fd(), &request, sizeof request, 0) != sizeof request) return std::nullopt;
  alignas(nlmsghdr) std::array<std::byte, 4096> answer;
  for (int stale = 0; stale < 8; ++stale) {  // answers to readings that were given up
    const ssize_t size = recv(socket_.fd(), answer.data(), answer.size(), 0);
    if (size < 0) return std::nullopt;
    const Bytes message = std::span(answer).first(static_cast<std::size_t>(size));
    const auto header = read_as<nlmsghdr>(message);
    if (!header || header->nlmsg_seq != sequence_) continue;
    return parse_qdisc(message, interface_);
  }
  return std::nullopt;
}

}  // namespace jitterscope
