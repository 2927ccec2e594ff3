#include "core/base/net/stamping_socket.h"

#include <linux/errqueue.h>
#include <linux/filter.h>
#include <linux/net_tstamp.h>
#include <netinet/in.h>

#include <cerrno>
#include <cstring>

#include "core/base/net/socket_calls.h"
#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr std::uint32_t kReport =
    SOF_TIMESTAMPING_SOFTWARE | SOF_TIMESTAMPING_OPT_TSONLY;  // stamps without the datagrams
constexpr std::uint32_t kPoints = SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_TX_SOFTWARE;
constexpr int kScmTsOptId = 81;                         // SCM_TS_OPT_ID, too new for the headers
constexpr Duration kSurelyGone = Duration::seconds(5);  // the stamps of all that is in an interface queue
constexpr int kMostErrors = 64;                         // thrown away in one call

/// Setting OPT_ID anew sets the kernel's count to 0.
bool ask_for_stamps(int fd) {
  return set_option(fd, SOL_SOCKET, SO_TIMESTAMPING, kReport) &&
         set_option(fd, SOL_SOCKET, SO_TIMESTAMPING, kReport | SOF_TIMESTAMPING_OPT_ID);
}

/// Datagrams for the port go to the first socket of the group, and none into the sender's buffer.
bool share_port(int receiver, int fd) {
  const SocketAddress address = address_of(receiver, ::getsockname);
  sock_filter zero{BPF_RET | BPF_K, 0, 0, 0};  // as a choice: the first; as a filter: nothing
  const sock_fprog program{1, &zero};
  return address.size() > 0 && set_option(fd, SOL_SOCKET, SO_REUSEPORT, 1) &&
         setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0 &&
         bind(fd, address.data(), address.size()) == 0 &&
         setsockopt(fd, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &program, sizeof program) == 0;
}

/// What ICMP said of earlier datagrams would fail the next send.
void clear_news(int fd) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
}

void append(msghdr& message, int type, std::uint32_t value) {
  auto* header = reinterpret_cast<cmsghdr*>(static_cast<char*>(message.msg_control) + message.msg_controllen);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = type;
  header->cmsg_len = CMSG_LEN(sizeof value);
  std::memcpy(CMSG_DATA(header), &value, sizeof value);
  message.msg_controllen += CMSG_SPACE(sizeof value);
}

struct RealStamp {
  std::uint32_t id;
  TransmitStamp::Point point;
  Timestamp time;  // real
};

std::optional<RealStamp> parse(msghdr& message) {
  std::optional<sock_extended_err> about;
  std::optional<timespec> time;
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
    const bool stamp = each->cmsg_level == SOL_SOCKET && each->cmsg_type == SCM_TIMESTAMPING;
    const bool error = (each->cmsg_level == IPPROTO_IP && each->cmsg_type == IP_RECVERR) ||
                       (each->cmsg_level == IPPROTO_IPV6 && each->cmsg_type == IPV6_RECVERR);
    if (stamp && each->cmsg_len >= CMSG_LEN(sizeof *time)) std::memcpy(&time.emplace(), CMSG_DATA(each), sizeof *time);
    if (error && each->cmsg_len >= CMSG_LEN(sizeof *about))
      std::memcpy(&about.emplace(), CMSG_DATA(each), sizeof *about);
  }
  if (!about || !time || about->ee_origin != SO_EE_ORIGIN_TIMESTAMPING) return std::nullopt;
  if (about->ee_info != SCM_TSTAMP_SCHED && about->ee_info != SCM_TSTAMP_SND) return std::nullopt;
  const auto point =
      about->ee_info == SCM_TSTAMP_SCHED ? TransmitStamp::Point::kScheduled : TransmitStamp::Point::kDriver;
  return RealStamp{about->ee_data, point, Timestamp::ns(time->tv_sec * 1'000'000'000LL + time->tv_nsec)};
}

}  // namespace

std::unique_ptr<StampingSocket> StampingSocket::beside(int receiver, OwnedDescriptor own) {
  std::unique_ptr<StampingSocket> made(new StampingSocket(std::move(own)));
  const int fd = made->fd();
  // The receiver is bound by now: its port was free, and no other program's socket has joined it.
  if (ask_for_stamps(fd) && set_option(receiver, SOL_SOCKET, SO_REUSEPORT, 1) && share_port(receiver, fd)) return made;
  set_option(receiver, SOL_SOCKET, SO_REUSEPORT, 0);
  return nullptr;
}

int StampingSocket::send_with(msghdr& message, bool give_id) {
  alignas(cmsghdr) char control[2 * CMSG_SPACE(sizeof(std::uint32_t))] = {};
  message.msg_control = control;
  message.msg_controllen = 0;
  append(message, SO_TIMESTAMPING, kPoints);
  if (give_id) append(message, kScmTsOptId, next_id_);
  const int error = sendmsg(fd(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 ? 0 : errno;
  message.msg_control = nullptr;
  return error;
}

/// When the kernel counts, a failed call may or may not have counted. Then there are no stamps until those that were
/// under way have surely come, and the count begins anew.
bool StampingSocket::counting_again() {
  if (!unsure_since_) return true;
  if (monotonic_now() - *unsure_since_ < kSurelyGone || !ask_for_stamps(fd())) return false;
  unsure_since_.reset();
  next_id_ = 0;
  return true;
}

StampedSend StampingSocket::send(msghdr message) {
  if (!counting_again()) return {sendmsg(fd(), &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 ? 0 : errno, std::nullopt};
  if (ids_ == Ids::kCounted) clear_news(fd());
  bool counts = ids_ == Ids::kCounted;  // the kernel, however far the datagram came
  int error = send_with(message, !counts);
  if (error == EINVAL && ids_ == Ids::kUnknown) {
    counts = true;
    error = send_with(message, false);
    if (error == 0) ids_ = Ids::kCounted;
  } else if (error == 0 && ids_ == Ids::kUnknown) {
    ids_ = Ids::kGiven;
  }
  const std::uint32_t id = next_id_;
  if (error == 0 || error == ENOBUFS || ids_ == Ids::kGiven)
    ++next_id_;
  else if (counts)
    unsure_since_ = monotonic_now();
  return {error, error == 0 ? std::optional(id) : std::nullopt};
}

std::optional<TransmitStamp> StampingSocket::take() {
  for (int i = 0; i < kMostErrors; ++i) {
    alignas(cmsghdr) char control[512];
    msghdr message{};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (recvmsg(fd(), &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return std::nullopt;
    const auto stamp = parse(message);
    if (!stamp) continue;
    const Timestamp read = monotonic_now();
    const auto local =
        converter_.to_local(stamp->time, read, realtime_now(), [] { return measure_realtime_offset().offset; });
    if (local) return TransmitStamp{stamp->id, stamp->point, *local, read};
  }
  return std::nullopt;
}

}  // namespace jitterscope
