#include "core/call/pipeline/rtcp_thread.h"

#include <span>

#include "core/base/net/stamp_converter.h"
#include "core/call/pipeline/drive.h"

namespace jitterscope {
namespace {

static_assert(kStampError > StampConverter::kTolerance);

struct ReportSource {
  const std::array<UdpSocket*, 2>& sockets;
  DescriptorBell& news;
  const std::stop_token& stop;

  void wait(RtcpStep& step, Timestamp until) const {
    const std::array bell{news.descriptor()};
    bool heard = false;
    while (!heard && !stop.stop_requested()) {
      if (!wait_for_datagram(sockets, std::max(until - monotonic_now(), Duration{}), bell)) return;
      if (news.take()) until = std::min(until, step.news_due(monotonic_now()));
      for (const Medium medium : kMedia) heard |= receive(step, medium);
    }
  }
  /// False: there was none.
  bool receive(RtcpStep& step, Medium medium) const {
    std::array<std::uint8_t, RtcpSlot::kLargestCompound> bytes;
    const auto datagram =
        sockets[static_cast<std::size_t>(medium)]->receive(std::as_writable_bytes(std::span(bytes)), {});
    if (datagram)
      step.take(medium, {{bytes.data(), datagram->size}, datagram->received, datagram->kernel, datagram->truncated});
    return datagram.has_value();
  }
};

}  // namespace

void RtcpSocketSink::send(Medium medium, rtp::ConstBytes bytes) {
  const Route& to = route(medium);
  std::array<std::uint8_t, RtcpSlot::kLargestCompound + rtp::PacketSeal::kMostAdded> sealed;
  if (to.seal) {
    if (bytes.size() > RtcpSlot::kLargestCompound) return;
    bytes = {sealed.data(), to.seal->seal(rtp::PacketSeal::Kind::kRtcp, bytes, {}, sealed)};
  }
  if (!bytes.empty()) sockets_[static_cast<std::size_t>(medium)]->send(std::as_bytes(bytes), to.address);
}

void RtcpSocketSink::probe(Medium medium, rtp::ConstBytes bytes) {
  probed_[medium].update();
  const SocketAddress& to = probed_[medium].front();
  if (to.size() != 0) sockets_[static_cast<std::size_t>(medium)]->send(std::as_bytes(bytes), to);
}

RtcpThread::RtcpThread(const std::array<UdpSocket*, 2>& sockets, EventRings& rings, DescriptorBell& news)
    : sockets_(sockets), news_(news), events_(rings.of(ThreadRole::kRtcp)), step_(events_) {}

std::optional<RtcpThread::Remote> RtcpThread::add(CallClock& clock, PathBoard& board, RateBoard& rates,
                                                  RtcpSocketSink& sink, const RtcpConfig& config) {
  const auto remote =
      step_.remotes().add(std::make_unique<RtcpSlot>(events_, clock, machine_, board, rates, sink, config));
  if (!thread_)
    thread_ = std::make_unique<RealtimeThread>(ThreadRole::kRtcp, PrioritySetting{}, [this](std::stop_token stop) {
      const std::stop_callback wake(stop, [this] { news_.ring(); });
      drive(step_, ReportSource{sockets_, news_, stop}, stop);
    });
  news_.ring();
  return remote;
}

}  // namespace jitterscope
