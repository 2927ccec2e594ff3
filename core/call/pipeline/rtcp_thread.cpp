#include "core/call/pipeline/rtcp_thread.h"

#include <span>

#include "core/base/net/stamp_converter.h"
#include "core/call/pipeline/drive.h"

namespace jitterscope {
namespace {

static_assert(kStampError > StampConverter::kTolerance);

struct ReportSource {
  const std::array<UdpSocket*, 2>& sockets;
  void wait(RtcpStep& step, Timestamp until) const {
    if (!wait_for_datagram(sockets, std::max(until - monotonic_now(), Duration{}))) return;
    for (const Medium medium : kMedia) receive(step, medium);
  }
  void receive(RtcpStep& step, Medium medium) const {
    std::array<std::uint8_t, RtcpStep::kLargestCompound> bytes;
    const auto datagram =
        sockets[static_cast<std::size_t>(medium)]->receive(std::as_writable_bytes(std::span(bytes)), {});
    if (datagram)
      step.take(medium, {{bytes.data(), datagram->size}, datagram->received, datagram->kernel, datagram->truncated});
  }
};

}  // namespace

RtcpThread::RtcpThread(const std::array<UdpSocket*, 2>& sockets, EventRings& rings, CallClock& clock,
                       LatestValue<ReceptionReports>& reports, PlayoutBoard& board, RateBoard& rates,
                       const PerMedium<SocketAddress>& destinations, const RtcpConfig& config)
    : sockets_(sockets),
      sink_(sockets),
      step_(rings.of(ThreadRole::kRtcp), clock, machine_, reports, board, rates, sink_, config) {
  for (const Medium medium : kMedia) set_destination(medium, destinations[medium]);
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kRtcp, PrioritySetting{}, [this](std::stop_token stop) {
    drive(step_, ReportSource{sockets_}, stop);
  });
}

}  // namespace jitterscope
