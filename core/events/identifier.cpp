#include "core/events/identifier.h"

#include <algorithm>
#include <limits>

namespace jitterscope {
namespace {

/// What an event says of itself.
struct Words {
  bool remote = false;       // the participant is the remote one
  bool from_remote = false;  // the stream is one that the remote sends
  std::optional<Medium> medium = {};
  std::optional<std::uint32_t> ssrc = {};
  bool begins = false;  // a packet: may be the first word of its stream
};
using Ssrc = std::optional<std::uint32_t>;

Words sent(Medium medium, Ssrc ssrc = {}) {
  return {false, false, medium, ssrc};
}
Words received(Medium medium, Ssrc ssrc = {}) {
  return {true, true, medium, ssrc};
}
/// What the remote says of a stream that this end sends.
Words told(Medium medium, Ssrc ssrc = {}) {
  return {true, false, medium, ssrc};
}
/// What this end says of a stream that the remote sends.
Words measured(Medium medium, Ssrc ssrc = {}) {
  return {false, true, medium, ssrc};
}

// clang-format off
Words words_of(const PacketSent& e) { return {false, false, e.medium, e.ssrc, true}; }
Words words_of(const PacketArrived& e) { return {true, true, e.medium, e.ssrc, true}; }
Words words_of(const PacketRejected& e) { return received(e.medium); }
Words words_of(const PacketStamped& e) { return sent(e.medium, e.ssrc); }
Words words_of(const FrameEncoded& e) { return sent(Medium::kVideo, e.ssrc); }
Words words_of(const FrameOmitted& e) { return sent(Medium::kVideo, e.ssrc); }
Words words_of(const FrameSent& e) { return sent(Medium::kVideo, e.ssrc); }
Words words_of(const FrameDone& e) { return received(Medium::kVideo, e.ssrc); }
Words words_of(const FrameDecoded& e) { return received(Medium::kVideo, e.ssrc); }
Words words_of(const FrameShown&) { return received(Medium::kVideo); }
Words words_of(const FramePlayed& e) { return received(Medium::kVideo, e.ssrc); }
Words words_of(const AudioBlockDone& e) { return received(Medium::kAudio, e.ssrc); }
Words words_of(const PlayoutDecided& e) { return received(e.medium); }
Words words_of(const PlayoutReport& e) { return received(e.medium); }
Words words_of(const SenderTimes& e) { return received(e.medium, e.ssrc); }
Words words_of(const PeerSummary& e) { return told(e.medium); }
Words words_of(const PeerQuality& e) { return told(e.medium); }
Words words_of(const PeerPacket& e) { return told(Medium::kVideo, e.ssrc); }
Words words_of(const RateDecided&) { return sent(Medium::kVideo); }
Words words_of(const TcpReported&) { return sent(Medium::kVideo); }
Words words_of(const SettingChanged& e) { return {.remote = e.end == End::kTheirs}; }
Words words_of(const DemonstrationEntered& e) { return {.remote = e.end == End::kTheirs}; }
Words words_of(const RemoteUnheard&) { return {.remote = true}; }
Words words_of(const StreamAnnounced&) { return {}; }  // says so itself
// clang-format on
Words words_of(const RtcpReported& e) {
  if (!e.ssrc) return {.remote = e.direction == Direction::kReceived};
  return e.direction == Direction::kReceived ? told(e.medium, e.ssrc) : measured(e.medium, e.ssrc);
}
Words words_of(const TrendReported& e) {
  return e.direction == Direction::kReceived ? told(Medium::kAudio, e.ssrc) : measured(Medium::kAudio, e.ssrc);
}
/// Threads, rings, notices, marks, link, loads and clock are this end's own.
template <typename Other>
Words words_of(const Other&) {
  static_assert(
      !requires(const Other& e) { e.medium; } && !requires(const Other& e) { e.ssrc; }, "whose is it?");
  return {};
}

Timestamp time_of(const Event& event) {
  return std::visit([]<typename E>(const E& e) { return e.*trace::Table<E>::local; }, event);
}

}  // namespace

void Identifier::take(const StreamAnnounced& stream) {
  Streams& streams = of(ParticipantId{stream.from}, stream.medium);
  const auto known = streams.by_ssrc.find(stream.ssrc);
  if (known == streams.by_ssrc.end() || known->second != stream.id()) streams.begin(stream.ssrc, stream.id());
  last_ = std::max(last_, stream.stream);
}

Identifier::Whose Identifier::whose(const Event& event) {
  if (const auto* stream = std::get_if<StreamAnnounced>(&event)) {
    if (stream->id()) take(*stream);
    return {ParticipantId{stream->from}, stream->id()};
  }
  const Words words = std::visit([](const auto& e) { return words_of(e); }, event);
  Whose found{words.remote ? remote_ : kThisEnd, {}};
  if (!words.medium) return found;
  const ParticipantId from = words.from_remote ? remote_ : kThisEnd;
  Streams& streams = of(from, *words.medium);
  if (!words.ssrc || (streams.newest && *words.ssrc == streams.newest_ssrc)) {
    found.stream = streams.newest;
  } else if (const auto known = streams.by_ssrc.find(*words.ssrc);
             known != streams.by_ssrc.end() && (!words.begins || known->second == streams.newest)) {
    found.stream = known->second;
  } else if (words.begins && last_ < std::numeric_limits<std::uint16_t>::max()) {
    streams.begin(*words.ssrc, found.stream = StreamId{++last_});
    found.began = announced(found.stream, {from, std::nullopt, *words.medium, *words.ssrc}, time_of(event));
  }
  return found;
}

Identifier::Identified Identifier::identify(const Event& event) {
  const Whose found = whose(event);
  return {{time_of(event), found.participant, found.stream, event}, found.began};
}

}  // namespace jitterscope
