#include "core/lab/latecki04/fates.h"

#include <map>

#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_encoded.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope::latecki04 {
namespace {

template <typename E>
std::vector<E> all_of(const std::vector<Event>& events) {
  std::vector<E> found;
  for (const Event& event : events)
    if (const E* one = get_if<E>(&event)) found.push_back(*one);
  return found;
}

template <typename E>
std::vector<E> all_since(Timestamp began, const std::vector<Event>& events) {
  auto found = all_of<E>(events);
  for (E& event : found) event.at = Timestamp() + (event.at - began);
  return found;
}

std::vector<TrendReported> reports_of(const std::vector<Event>& events, Direction direction, Timestamp began) {
  auto all = all_since<TrendReported>(began, events);
  std::erase_if(all, [&](const TrendReported& report) { return report.direction != direction; });
  return all;
}

std::vector<SoundFate> sound_of(const std::vector<Event>& sender, const std::vector<Event>& receiver, Timestamp began) {
  std::vector<SoundFate> all;
  for (const PacketSent& packet : all_of<PacketSent>(sender))
    if (packet.medium == Medium::kAudio)
      all.push_back({packet.sequence, Timestamp() + (packet.sent - began), std::nullopt});
  for (const PacketArrived& packet : all_of<PacketArrived>(receiver)) {
    if (packet.medium != Medium::kAudio || all.empty()) continue;
    const auto index = static_cast<std::size_t>(packet.sequence - all.front().sequence);
    if (index < all.size() && !all[index].delay)
      all[index].delay = packet.kernel.value_or(packet.received) - began - (all[index].sent - Timestamp());
  }
  return all;
}

/// All that were captured; numbered anew, as those that were left out before they were encoded have no number.
std::vector<FrameFate> frames_of(const std::vector<Event>& sender, const std::vector<Event>& receiver, Timestamp began,
                                 Transport transport) {
  std::vector<FrameFate> all;
  std::map<std::int64_t, std::size_t> places;  // by the sender's number
  const auto add = [&](Timestamp due, std::optional<OmitReason> omitted) {
    all.push_back({static_cast<std::int64_t>(all.size()), Timestamp() + (due - began), 0, std::nullopt, omitted});
  };
  for (const Event& event : sender) {
    if (const auto* encoded = get_if<FrameEncoded>(&event)) {
      places[encoded->frame] = all.size();
      add(encoded->captured, std::nullopt);
    } else if (const auto* omitted = get_if<FrameOmitted>(&event); omitted && !omitted->frame) {
      add(omitted->at, omitted->reason);
    }
  }
  const auto place = [&](std::int64_t number) -> FrameFate* {
    const auto found = places.find(number);
    return found == places.end() ? nullptr : &all[found->second];
  };
  for (const FrameOmitted& omitted : all_of<FrameOmitted>(sender))
    if (FrameFate* fate = omitted.frame ? place(*omitted.frame) : nullptr) fate->omitted = omitted.reason;
  for (const PacketSent& packet : all_of<PacketSent>(sender))
    if (FrameFate* fate = packet.medium == Medium::kVideo ? place(packet.frame) : nullptr)
      fate->bytes += static_cast<std::int32_t>(bytes_on_link(transport, 1, packet.size));
  for (const FrameDone& done : all_of<FrameDone>(receiver))
    if (FrameFate* fate = done.outcome == FrameOutcome::kComplete ? place(done.frame) : nullptr)
      fate->delay = done.completed - began - (fate->due - Timestamp());
  return all;
}

}  // namespace

RateRun fates_of(const std::vector<Event>& sender, const std::vector<Event>& receiver, Timestamp began,
                 Transport transport) {
  RateRun run;
  run.sound = sound_of(sender, receiver, began);
  run.frames = frames_of(sender, receiver, began, transport);
  run.decisions = all_since<RateDecided>(began, sender);
  run.measured = reports_of(receiver, Direction::kSent, began);
  run.received = reports_of(sender, Direction::kReceived, began);
  return run;
}

}  // namespace jitterscope::latecki04
