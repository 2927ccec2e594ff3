#include "core/record/open/stretch_feed.h"

#include <utility>
#include <variant>

#include "core/measures/tracks/table/wants.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostHeld = 500'000;

/// What is true until another one says otherwise, and what counts of a stretch begin with.
using Holds = Events<StreamAnnounced, SettingChanged, ClockSynced, ClockStepped, ClassChanged, ThreadStatus, Marker,
                     Notice, RingDropped, PlayoutDecided, PlayoutReport, RateDecided, TrendReported, TcpReported,
                     LinkReport, LoadReport, ThreadLoad, PeerSummary, RtcpReported>;
/// Told of packets, frames and blocks, soon or later.
using OfUnits =
    Events<PacketArrived, PacketSent, FrameDone, FrameDecoded, FramePlayed, FrameShown, FrameSent, AudioBlockDone>;

template <typename E>
Timestamp time_of(const E& e) {
  return e.*trace::Table<E>::local;
}

StreamKey key_of(const PacketArrived& e) {
  return {kFirstRemote, {}, e.medium, e.ssrc};
}
StreamKey key_of(const PacketSent& e) {
  return {kThisEnd, {}, e.medium, e.ssrc};
}

template <typename E>
StretchEdges::Packet packet_of(const E& e) {
  std::optional<std::int64_t> unit = e.sequence;
  if (e.medium == Medium::kVideo) unit = e.frame;
  return {{e.sequence, time_of(e)}, unit};
}

}  // namespace

StretchEdges* StretchFeed::edges_of(const StreamKey& key) {
  const auto found = streams_.find(key);
  return found == streams_.end() ? nullptr : &found->second;
}

void StretchFeed::note(const PacketArrived& e) {
  streams_.try_emplace(key_of(e), span_).first->second.note(packet_of(e));
}
void StretchFeed::note(const PacketSent& e) {
  if (e.accepted) streams_.try_emplace(key_of(e), span_).first->second.note(packet_of(e));
}

void StretchFeed::take(const Event& event) {
  const auto taken = [&]<typename E>(const E& e) {
    const Timestamp at = time_of(e);
    newest_ = std::max(newest_, at);
    note(e);
    if (phase_ == Phase::kBeginning && newest_ >= span_.from + kAround && newest_ < span_.to - kAround) {
      phase_ = Phase::kMiddle;
      release(true);
    }
    if (phase_ == Phase::kMiddle && newest_ >= span_.to - kAround) phase_ = Phase::kEnd;
    if (kListed<E, Holds> && at < span_.from) return analyzer_.add(event);
    if (phase_ == Phase::kMiddle) return give(e, true);
    hold(event, at);
  };
  std::visit(taken, event);
}

/// Packets of before may be of a frame that ends in the stretch; what comes after it may be told of one in it.
void StretchFeed::hold(const Event& event, Timestamp at) {
  const bool before = at < span_.from, after = at >= span_.to;
  if (before && !std::holds_alternative<PacketArrived>(event)) return;
  if (after && newest_ >= span_.to + kAround * 2) return;
  held_.push_back(event);
  const auto is_old = [&](const Event& first) {
    const auto* packet = std::get_if<PacketArrived>(&first);
    return packet && packet->received < span_.from - kAround;
  };
  while (!held_.empty() && is_old(held_.front())) held_.pop_front();
  if (held_.size() >= kMostHeld) release(true);
}

void StretchFeed::release(bool so_far) {
  const std::deque<Event> held = std::exchange(held_, {});
  for (const Event& event : held) std::visit([&](const auto& e) { give(e, so_far); }, event);
}

void StretchFeed::finish() {
  release(false);
  for (const auto& [key, edges] : streams_) analyzer_.expect(key, edges.packets_around());
  analyzer_.finish();
}

template <typename E>
void StretchFeed::give(const E& e, bool so_far) {
  if constexpr (std::same_as<E, PacketArrived>) {
    const StretchEdges* edges = edges_of(key_of(e));
    if (const auto counts = edges ? edges->counts(packet_of(e)) : std::nullopt) analyzer_.add(e, *counts);
  } else {
    if (belongs(e, so_far)) analyzer_.add(e);
  }
}

template <typename E>
bool StretchFeed::belongs(const E& e, bool so_far) {
  const Timestamp at = time_of(e);
  if constexpr (std::same_as<E, PacketSent>) {
    const StretchEdges* edges = edges_of(key_of(e));
    if (!edges) return span_.holds(at);  // none of it was sent
    const auto counts = edges->counts(packet_of(e));
    const bool in = counts && *counts != PacketCounts::kForItsUnit;
    return e.accepted ? in : edges->has_packet(e.sequence, so_far);
  } else if constexpr (std::same_as<E, FrameSent>) {
    return has_unit(Medium::kVideo, kThisEnd, e.ssrc, e.frame, at, so_far);
  } else if constexpr (std::same_as<E, AudioBlockDone>) {
    return has_unit(Medium::kAudio, kFirstRemote, e.ssrc, e.sequence, at, so_far);
  } else if constexpr (std::same_as<E, FrameShown>) {
    return has_picture(e.frame, at, so_far);
  } else if constexpr (kListed<E, OfUnits>) {
    return has_unit(Medium::kVideo, kFirstRemote, e.ssrc, e.frame, at, so_far);
  } else if constexpr (std::same_as<E, SenderTimes> || std::same_as<E, ClockSynced>) {
    return at >= span_.from;
  } else {
    return span_.holds(at);
  }
}

bool StretchFeed::has_unit(Medium medium, ParticipantId from, std::uint32_t ssrc, std::int64_t unit, Timestamp at,
                           bool so_far) {
  const StretchEdges* edges = edges_of({from, {}, medium, ssrc});
  return edges && edges->numbered() ? edges->has_unit(unit, so_far) : span_.holds(at);
}

/// A painted picture does not say of which stream it is.
bool StretchFeed::has_picture(std::int64_t frame, Timestamp at, bool so_far) {
  bool any = false;
  for (const auto& [key, edges] : streams_) {
    if (key.from != kFirstRemote || key.medium != Medium::kVideo) continue;
    if (edges.has_unit(frame, so_far)) return true;
    any |= edges.numbered();
  }
  return !any && span_.holds(at);
}

}  // namespace jitterscope
