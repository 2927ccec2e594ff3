#include "core/call/steps/rtcp_step.h"

#include <algorithm>
#include <utility>

#include "core/call/steps/stream_of.h"

namespace jitterscope {
namespace {

constexpr Duration kWithoutNews = Duration::seconds(1);

}  // namespace

Timestamp RtcpStep::run(Timestamp now) {
  remotes_.take_changes([](RtcpSlot&) {}, [](RtcpSlot& remote) { remote.leave(); });
  Timestamp next = now + kWithoutNews;
  bool watches = true;
  remotes_.each([&](RtcpSlot& remote) { next = std::min(next, remote.run(now, std::exchange(watches, false))); });
  for (RejectSums& sums : rejects_.values) {
    sums.tell(now, [this](const PacketRejected& sum) { tell(sum); });
    next = std::min(next, sums.due().value_or(next));
  }
  return next;
}

Timestamp RtcpStep::news_due(Timestamp now) {
  bool comes = false;
  remotes_.take_changes([&](RtcpSlot&) { comes = true; }, [](RtcpSlot& remote) { remote.leave(); });
  if (comes) return now;
  Timestamp due = now + kWithoutNews;
  remotes_.each([&](const RtcpSlot& remote) { due = std::min(due, remote.news_due(now)); });
  return due;
}

void RtcpStep::finish(Timestamp now) {
  remotes_.each([now](RtcpSlot& remote) { remote.finish(now); });
  for (RejectSums& sums : rejects_.values) sums.tell_all([this](const PacketRejected& sum) { tell(sum); });
}

/// What is of none is refused by the only one there is, which says what is wrong with it.
void RtcpStep::take(Medium medium, const Arrival& arrival) {
  RtcpSlot* own = slot_of(remotes_, rtp::rtcp_sender(arrival.bytes),
                          [medium](const RtcpSlot& remote, auto ssrc) { return remote.hears(medium, ssrc); });
  if (own) return own->take(medium, arrival);
  rejects_[medium].note(RejectReason::kWrongSsrc, arrival.received, arrival.size());
}

}  // namespace jitterscope
