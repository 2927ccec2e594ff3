#pragma once
// One frame or block of a call between two ends on one clock, as the events that both ends would note, with every part
// of its delay chosen by the test.
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/scheduling/thread_role.h"
#include "core/events/delay_parts.h"
#include "core/events/events.h"

namespace jitterscope::delay_call {

constexpr std::uint32_t kSsrc = 77;
constexpr Duration kConference = Duration::seconds(1'700'000'000);  // conference − local, at both ends
constexpr std::uint16_t kLastBlock = 3;

/// µs, in the order of DelayPart; `waiting` is within capture, encode and shaper, `decode_wait` within decode.
struct Way {
  std::array<std::int64_t, kDelayParts> us{33'000, 1'500, 40'000, 12, 3, 700, 25, 2, 4'000, 0, 8'000};
  std::int64_t waiting_us = 180, decode_wait_us = 60;
  std::int64_t operator[](DelayPart part) const { return us[static_cast<std::size_t>(part)]; }
  Duration until(DelayPart part) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(part); ++i) sum += us[i];
    return Duration::us(sum);
  }
};

struct Events {
  std::vector<Event> sender, receiver;
};

inline Timestamp at_ms(std::int64_t ms) {
  return Timestamp::ns(1'000'000'000) + Duration::ms(ms);
}

/// Gives `target` those of the events that it takes.
template <typename Target>
void feed(Target& target, const std::vector<Event>& events) {
  const auto add = [&](const auto& e) {
    if constexpr (requires { target.add(e); }) target.add(e);
  };
  for (const Event& event : events) visit(add, event);
}

/// A video frame whose fetching begins at `begin`. `number` is the sender's, `here` what the receiver extends it to.
inline Events video(Timestamp begin, std::int64_t number, std::int64_t here, const Way& way = {}) {
  Events events;
  const auto at = [&](DelayPart part) { return begin + way.until(part); };
  FrameEncoded encoded;
  encoded.ssrc = kSsrc;
  encoded.frame = number;
  encoded.captured = at(DelayPart::kCapture) - Duration::us(way.waiting_us / 3);
  encoded.encode_begin = at(DelayPart::kCapture);
  encoded.encode_end = at(DelayPart::kEncode);
  events.sender.push_back(encoded);
  FrameSent sent;
  sent.ssrc = kSsrc;
  sent.frame = number;
  sent.fetching = encoded.encode_end - begin;
  sent.begin = encoded.encode_end + Duration::us(way.waiting_us / 3);
  sent.end = at(DelayPart::kShaper) + Duration::us(5);
  for (std::uint16_t block = 0; block <= kLastBlock; ++block) {
    const bool last = block == kLastBlock;
    PacketSent packet;
    packet.medium = Medium::kVideo;
    packet.ssrc = kSsrc;
    packet.sequence = number * 4 + block;
    packet.frame = number;
    packet.block = block;
    packet.marker = last;
    packet.sent = last ? at(DelayPart::kShaper) : sent.begin + Duration::us(block);
    packet.due = last ? packet.sent - Duration::us(way.waiting_us / 3) : packet.sent;
    if (last) events.sender.push_back(ThreadWoke{ThreadRole::kVideoSend, packet.due, packet.sent});
    events.sender.push_back(packet);
    const Timestamp departed = packet.sent + Duration::us(way[DelayPart::kSocket] + way[DelayPart::kQueue]);
    events.sender.push_back(PacketStamped{Medium::kVideo, kSsrc, packet.sequence,
                                          packet.sent + Duration::us(way[DelayPart::kSocket]), departed, departed});
    PacketArrived arrived;
    arrived.medium = Medium::kVideo;
    arrived.ssrc = kSsrc;
    arrived.sequence = packet.sequence;
    arrived.frame = here;
    arrived.block = block;
    arrived.marker = last;
    arrived.kernel = departed + Duration::us(way[DelayPart::kLink]);
    arrived.received = *arrived.kernel + Duration::us(way[DelayPart::kKernel]);
    arrived.received_conference = arrived.received + kConference;
    arrived.sent_conference = packet.sent + kConference;
    events.receiver.push_back(arrived);
  }
  events.sender.push_back(sent);
  FrameDone done;
  done.ssrc = kSsrc;
  done.frame = here;
  done.outcome = FrameOutcome::kComplete;
  done.completed = at(DelayPart::kReassembly);
  events.receiver.push_back(done);
  FrameDecoded decoded;
  decoded.ssrc = kSsrc;
  decoded.frame = here;
  decoded.completed = done.completed;
  decoded.decode_begin = done.completed + Duration::us(way.decode_wait_us);
  decoded.decode_end = at(DelayPart::kDecode);
  events.receiver.push_back(decoded);
  events.receiver.push_back(FrameShown{here, at(DelayPart::kDisplay)});
  return events;
}

/// µs of an audio block of 171 samples.
inline Way audio_way() {
  return {{21'375, 40, 0, 9, 2, 650, 30, 0, 0, 60'000, 0}, 25, 0};
}

inline Events audio(Timestamp begin, std::int64_t number, const Way& way = audio_way()) {
  Events events;
  const auto at = [&](DelayPart part) { return begin + way.until(part); };
  PacketSent packet;
  packet.medium = Medium::kAudio;
  packet.ssrc = kSsrc;
  packet.sequence = 500 + number;
  packet.frame = number;
  packet.rtp_timestamp = 9000 + number * 171;
  packet.due = at(DelayPart::kCapture);
  packet.sent = at(DelayPart::kEncode);
  events.sender.reserve(3);
  events.sender.push_back(ThreadWoke{ThreadRole::kAudioSend, packet.due, packet.due + Duration::us(way.waiting_us)});
  events.sender.push_back(packet);
  events.sender.push_back(PacketStamped{Medium::kAudio, kSsrc, packet.sequence, at(DelayPart::kSocket),
                                        at(DelayPart::kQueue), at(DelayPart::kQueue)});
  PacketArrived arrived;
  arrived.medium = Medium::kAudio;
  arrived.ssrc = kSsrc;
  arrived.sequence = packet.sequence;
  arrived.frame = number;
  arrived.block = 0;
  arrived.kernel = at(DelayPart::kLink);
  arrived.received = at(DelayPart::kKernel);
  arrived.received_conference = arrived.received + kConference;
  arrived.sent_conference = packet.sent + kConference;
  events.receiver.push_back(arrived);
  events.receiver.push_back(
      AudioBlockDone{kSsrc, packet.sequence, PlayoutOutcome::kPlayed, arrived.received, at(DelayPart::kPlayout)});
  return events;
}

inline ClockSynced same_clock(double bound_ms = 0) {
  ClockSynced clock;
  clock.synchronised = true;
  clock.bound_ms = bound_ms;
  return clock;
}

}  // namespace jitterscope::delay_call
