#pragma once
// The packets of a call as its log has them.
#include <cmath>
#include <vector>

#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/packet_stamped.h"
#include "core/events/kinds/thread_woke.h"
#include "core/events/per_medium.h"
#include "core/record/trace/trace_meta.h"

namespace jitterscope::trace_test {

template <typename Packet>
Packet packet(Medium medium, std::uint32_t ssrc, std::int64_t sequence, std::int32_t size) {
  Packet made;
  made.medium = medium;
  made.ssrc = ssrc;
  made.sequence = sequence;
  made.size = size;
  return made;
}
/// A packet that came, of which no more is known.
inline PacketArrived arrived(Medium medium, std::uint32_t ssrc, std::int64_t sequence, Timestamp received,
                             std::int32_t size = 100) {
  auto made = packet<PacketArrived>(medium, ssrc, sequence, size);
  made.received = received;
  return made;
}
/// Likewise, one that was sent.
inline PacketSent sent(Medium medium, std::uint32_t ssrc, std::int64_t sequence, Timestamp at,
                       std::int32_t size = 100) {
  auto made = packet<PacketSent>(medium, ssrc, sequence, size);
  made.due = made.sent = at;
  return made;
}

inline constexpr Timestamp kBegan = Timestamp::ns(86'400'000'000'000);
inline constexpr Duration kConference = Duration::seconds(1'700'000'000);

inline Timestamp at(double seconds) {
  return kBegan + Duration::from_seconds(seconds);
}

/// `seconds` of what one end of a call writes at 640x480, 15 frames/s: 12 blocks a frame, sound each 20 ms, both ways.
inline std::vector<Event> call(double seconds) {
  std::vector<Event> events;
  const auto packet = [&](Medium medium, std::int64_t number, std::int64_t frame, std::uint16_t block, bool last,
                          double t) {
    const double wait = 1e-4 + 3e-5 * std::sin(static_cast<double>(number));
    PacketSent sent;
    sent.medium = medium;
    sent.ssrc = medium == Medium::kAudio ? 0xa1234567u : 0xb1234567u;
    sent.sequence = 40'000 + number;
    sent.rtp_timestamp = 3'000'000'000 + frame * (medium == Medium::kAudio ? 160 : 6000);
    sent.frame = 60'000 + frame;
    sent.block = block;
    sent.marker = last;
    sent.size = medium == Medium::kAudio ? 200 : 1064;
    sent.due = at(t);
    sent.sent = at(t + wait);
    sent.sent_conference = sent.sent + kConference;
    events.emplace_back(ThreadWoke{medium == Medium::kAudio ? ThreadRole::kAudioSend : ThreadRole::kVideoSend, sent.due,
                                   sent.due + Duration::us(70)});
    events.emplace_back(sent);
    events.emplace_back(PacketStamped{medium, sent.ssrc, sent.sequence, sent.sent + Duration::us(9),
                                      sent.sent + Duration::us(14), sent.sent + Duration::us(60)});
    PacketArrived arrived;
    arrived.medium = medium;
    arrived.ssrc = sent.ssrc + 1;
    arrived.sequence = sent.sequence + 7;
    arrived.rtp_timestamp = sent.rtp_timestamp;
    arrived.marker = last;
    if (medium == Medium::kVideo) arrived.frame = sent.frame, arrived.block = block;
    arrived.payload_type = medium == Medium::kAudio ? 0 : 26;
    arrived.size = sent.size;
    arrived.received = sent.sent + Duration::from_ms(1.2 + 20 * wait);
    arrived.kernel = arrived.received - Duration::us(31);
    arrived.received_conference = arrived.received + kConference;
    arrived.sent_conference = *sent.sent_conference - Duration::us(3);
    events.emplace_back(arrived);
  };
  std::int64_t block = 0, number = 0;
  for (std::int64_t frame = 0; static_cast<double>(frame) / 15 < seconds; ++frame) {
    const double t = static_cast<double>(frame) / 15;
    for (; static_cast<double>(block) * 0.02 < t; ++block)
      packet(Medium::kAudio, block, block, 0, false, static_cast<double>(block) * 0.02);
    for (std::uint16_t i = 0; i < 12; ++i)
      packet(Medium::kVideo, number++, frame, i, i == 11, t + static_cast<double>(i) * 0.005);
  }
  return events;
}

/// What the trace of such a call says of it. `to_video`: from the SSRC of an end's sound to that of its picture.
inline TraceMeta meta_of_call(std::uint32_t to_video = 0x10000000) {
  TraceMeta meta;
  meta.call_began = kBegan;
  meta.conference_offset = kConference;
  for (const Medium medium : kMedia)
    for (const Direction direction : {Direction::kSent, Direction::kReceived}) {
      const bool audio = medium == Medium::kAudio;
      meta.streams.push_back({.ssrc = 0xa1234567 + (direction == Direction::kReceived) + (audio ? 0 : to_video),
                              .medium = medium,
                              .direction = direction,
                              .nominal_period_ms = audio ? 20 : 1000 / 15.0,
                              .clock_rate_hz = audio ? 8000 : 90000,
                              .local_address = "127.0.0.1",
                              .remote_address = "127.0.0.1",
                              .local_port = static_cast<std::uint16_t>(audio ? 0x4141 : 0x5151),
                              .remote_port = static_cast<std::uint16_t>(audio ? 0x4242 : 0x5252)});
    }
  return meta;
}

}  // namespace jitterscope::trace_test
