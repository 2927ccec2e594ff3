#include "core/call/session/media_path.h"

#include <algorithm>
#include <random>
#include <stdexcept>

#include "core/call/pipeline/stream_configs.h"

namespace jitterscope {

void MediaPath::start_rtcp(RtcpThread& thread, CallClock& clock, RateBoard& rates, const RtcpConfig& config) {
  const auto slot = thread.add(clock, *board_, rates, sink_, config);
  if (!slot) throw std::runtime_error("there is room for no more.");
  rtcp_ = {&thread, *slot};
}

void MediaPath::stop_rtcp() {
  if (rtcp_) rtcp_->thread->remove(rtcp_->slot);
}

bool MediaPath::is_gone() {
  return !rtcp_ || rtcp_->thread->is_gone(rtcp_->slot);
}

void MediaPath::set_destinations(const PerMedium<SocketAddress>& rtp) {
  destinations_ = rtp;
  for (const Medium medium : kMedia) {
    Route route = this->route(medium);
    route.address = rtcp_of(route.address);
    sink_.set_route(medium, route);
  }
}

void MediaPath::ask(const PerMedium<SocketAddress>& rtp) {
  std::random_device random;
  for (const Medium medium : kMedia) {
    sink_.set_probed(medium, rtcp_of(rtp[medium]));
    tokens_[medium] = std::uint64_t{random()} << 32 | random() | 1;
  }
  board_->asked.put(tokens_);
  if (rtcp_) rtcp_->thread->ring();
}

bool MediaPath::is_answered() const {
  return std::ranges::all_of(kMedia, [this](Medium medium) {
    const auto& answered = board_->answered[static_cast<std::size_t>(medium)];
    return answered.load(std::memory_order_relaxed) == tokens_[medium];
  });
}

void MediaPath::end_question() {
  tokens_ = {};
  board_->asked.put(tokens_);
}

}  // namespace jitterscope
