#include "core/call/session/drop_counts.h"

#include <fmt/format.h>

#include "core/events/kinds/notice.h"
#include "core/events/kinds/ring_dropped.h"

namespace jitterscope {
namespace {

constexpr Duration kNoticePeriod = Duration::seconds(10);
constexpr ThreadRole kReceiving[] = {ThreadRole::kAudioReceive, ThreadRole::kVideoReceive};

}  // namespace

DropCounts::DropCounts(EventRings& rings, const MediaSockets& sockets, std::function<Counts()> lasting)
    : rings_(rings),
      audio_socket_(sockets.audio.rtp.fd()),
      video_socket_(sockets.video.rtp.fd()),
      lasting_(std::move(lasting)),
      before_(lasting_()) {}

void DropCounts::count(const std::string& name, std::int64_t dropped, Timestamp now) {
  std::int64_t& known = known_[name];
  if (dropped != known) note(RingDropped{ShortText<24>(name), dropped, now});
  known = dropped;
}

void DropCounts::look(Timestamp now) {
  rings_.each([&](const EventRing& ring) { count(ring.name(), ring.dropped(), now); });
  for (const auto& [name, dropped] : lasting_()) count(name, dropped - before_.at(name), now);
  count("audio socket", audio_socket_.count(), now);
  count("video socket", video_socket_.count(), now);
  tell_of_overflow(now);
  tell_of_own_drops(now);
}

void DropCounts::begin_trace(Timestamp now) {
  known_.clear();
  for (const ThreadRole role : kReceiving) {
    const EventRing& ring = rings_.of(role);
    if (const std::int64_t dropped = known_[ring.name()] = ring.dropped(); dropped > 0)
      note(RingDropped{ShortText<24>(ring.name()), dropped, now});
  }
}

/// Missing packets of that time are this machine's loss, not the link's.
void DropCounts::tell_of_overflow(Timestamp now) {
  const std::int64_t overflow = audio_socket_.count() + video_socket_.count();
  if (overflow == told_overflow_ || now < next_overflow_notice_) return;
  note(Notice{1,
              ShortText<160>(fmt::format("The receive buffer of this machine was full: up to {} packets were thrown "
                                         "away here, not lost on the link.",
                                         overflow - told_overflow_)),
              now});
  told_overflow_ = overflow;
  next_overflow_notice_ = now + kNoticePeriod;
}

void DropCounts::tell_of_own_drops(Timestamp now) {
  std::int64_t dropped = 0;
  for (const ThreadRole role : kReceiving) dropped += rings_.of(role).dropped();
  if (dropped == told_own_ || now < next_own_notice_) return;
  note(Notice{1,
              ShortText<160>(fmt::format("This program cannot keep up with what comes: it had no room for {} notes. "
                                         "Losses of that time are not known.",
                                         dropped - told_own_)),
              now});
  told_own_ = dropped;
  next_own_notice_ = now + kNoticePeriod;
}

}  // namespace jitterscope
