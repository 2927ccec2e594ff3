#include "core/measures/tracks/endpoint/sender_times_track.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostFrames = 256, kMostBlocks = 512, kMostDone = 256;
constexpr Duration kHold = Duration::seconds(5);
constexpr std::int64_t kAudioClockHz = 8000;
constexpr std::int64_t kMostHeaderBytes = 64;  // RTP header and extensions of a block

std::optional<Duration> between(std::optional<Timestamp> begin, std::optional<Timestamp> end) {
  return begin && end ? std::optional(*end - *begin) : std::nullopt;
}

/// Packets of a burst share a deadline: the first waking for it tells how late the thread was.
template <typename Waking>
void note(std::optional<Waking>& last, const ThreadWoke& e) {
  if (!last || last->deadline != e.deadline) last = Waking{e.deadline, e.woke};
}

}  // namespace

void SenderTimesTrack::Done::add(const SenderTimes& entry) {
  if (times.size() >= kMostDone) times.pop_front();
  times.push_back(entry);
}

void SenderTimesTrack::Done::take(std::size_t most, std::vector<SenderTimes>& out) {
  const std::size_t count = std::min(most, times.size());
  for (std::size_t i = 0; i < count; ++i) out.push_back(times[(2 * i + 1) * times.size() / (2 * count)]);
  times.clear();
}

std::vector<SenderTimes> SenderTimesTrack::take(std::size_t most) {
  complete();
  std::vector<SenderTimes> out;
  audio_.take(most, out);
  video_.take(most, out);
  return out;
}

SenderTimesTrack::Frame& SenderTimesTrack::frame_of(std::uint32_t ssrc, std::int64_t number, Timestamp at) {
  now_ = std::max(now_, at);
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
    if (frame->frame == number && frame->ssrc == ssrc) return *frame;
  if (frames_.size() >= kMostFrames) frames_.pop_front();
  Frame& frame = frames_.emplace_back();
  frame.ssrc = ssrc;
  frame.frame = number;
  frame.seen = now_;
  return frame;
}

void SenderTimesTrack::add(const FrameEncoded& e) {
  Frame& frame = frame_of(e.ssrc, e.frame, e.encode_end);
  frame.encoded = e;
  frame.encoder_free = std::exchange(encoder_free_, e.encode_end);
}

void SenderTimesTrack::add(const FrameSent& e) {
  Frame& frame = frame_of(e.ssrc, e.frame, e.end);
  frame.sent = e;
  frame.sender_free = std::exchange(sender_free_, e.end);
}

SenderTimesTrack::Packet SenderTimesTrack::packet_of(const PacketSent& e, const std::optional<Waking>& woke) {
  Packet packet;
  packet.sequence = e.sequence;
  packet.block = e.block;
  packet.due = e.due;
  packet.sent = e.sent;
  if (woke && woke->deadline == e.due) packet.late = std::max(woke->woke - woke->deadline, Duration{});
  return packet;
}

void SenderTimesTrack::add(const PacketSent& e) {
  now_ = std::max(now_, e.sent);
  if (e.medium == Medium::kVideo) {
    if (!e.marker) return;
    Frame& frame = frame_of(e.ssrc, e.frame, e.sent);
    frame.packet = packet_of(e, video_woke_);
    frame.failed = !e.accepted;
    return;
  }
  if (!blocks_.empty()) {
    Block& before = blocks_.back();
    const std::int64_t samples = e.rtp_timestamp - before.rtp_timestamp;
    // A talkspurt may begin without a silence: then the timestamp steps by the samples (bytes) of the block.
    const bool goes_on = !e.marker || (samples <= before.size && samples + kMostHeaderBytes >= before.size);
    const bool next = before.ssrc == e.ssrc && before.frame + 1 == e.frame && goes_on;
    if (next && samples > 0 && samples < kAudioClockHz)
      before.length = Duration::ns(samples * 1'000'000'000 / kAudioClockHz);
    else
      before.failed = true;
  }
  if (blocks_.size() >= kMostBlocks) blocks_.pop_front();
  Block& block =
      blocks_.emplace_back(Block{e.ssrc, e.frame, e.rtp_timestamp, e.size, {}, packet_of(e, audio_woke_), !e.accepted});
  if (!block.packet.late) block.packet.late = std::max(e.sent - e.due, Duration{});
}

void SenderTimesTrack::add(const PacketStamped& e) {
  const auto note_stamps = [&](Packet& packet) {
    if (e.scheduled) packet.scheduled = e.scheduled;
    if (e.driver) packet.driver = e.driver;
  };
  if (e.medium == Medium::kVideo) {
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame)
      if (frame->ssrc == e.ssrc && frame->packet && frame->packet->sequence == e.sequence)
        return note_stamps(*frame->packet);
    return;
  }
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block)
    if (block->ssrc == e.ssrc && block->packet.sequence == e.sequence) return note_stamps(block->packet);
}

void SenderTimesTrack::add(const ThreadWoke& e) {
  if (e.role == ThreadRole::kVideoSend) note(video_woke_, e);
  if (e.role == ThreadRole::kAudioSend) note(audio_woke_, e);
}

bool SenderTimesTrack::stamped(const Packet& packet) const {
  return (packet.scheduled && packet.driver) || now_ - packet.sent > kStampWait;
}

void SenderTimesTrack::complete() {
  complete_frames();
  complete_blocks();
}

void SenderTimesTrack::complete_frames() {
  for (; !frames_.empty(); frames_.pop_front()) {
    const Frame& frame = frames_.front();
    if (frame.failed) continue;
    if (!frame.encoded || !frame.sent || !frame.packet || !stamped(*frame.packet)) {
      if (now_ - frame.seen <= kHold) return;
      continue;
    }
    const Packet& packet = *frame.packet;
    const FrameEncoded& encoded = *frame.encoded;
    const auto waited = [](Timestamp ready, Timestamp free, Timestamp begin) {
      return std::max(begin - std::max(ready, free), Duration{});
    };
    SenderTimes times;
    times.medium = Medium::kVideo;
    times.ssrc = frame.ssrc;
    times.frame = frame.frame;
    times.block = packet.block;
    times.capture = encoded.encode_begin - (encoded.encode_end - frame.sent->fetching);
    times.encode = encoded.encode_end - encoded.encode_begin;
    times.shaper = packet.sent - encoded.encode_end;
    times.waiting = waited(encoded.captured, frame.encoder_free, encoded.encode_begin) +
                    waited(encoded.encode_end, frame.sender_free, frame.sent->begin) + packet.late.value_or(Duration{});
    times.socket = between(packet.sent, packet.scheduled);
    if (times.socket) times.queue = between(packet.scheduled, packet.driver);
    video_.add(times);
  }
}

void SenderTimesTrack::complete_blocks() {
  for (; !blocks_.empty(); blocks_.pop_front()) {
    const Block& block = blocks_.front();
    if (block.failed) continue;
    if (!block.length || !stamped(block.packet)) {
      if (now_ - block.packet.sent <= kHold) return;
      continue;
    }
    SenderTimes times;
    times.medium = Medium::kAudio;
    times.ssrc = block.ssrc;
    times.frame = block.frame;
    times.block = block.packet.block;
    times.capture = *block.length;
    times.encode = std::max(block.packet.sent - block.packet.due, Duration{});
    times.waiting = *block.packet.late;
    times.socket = between(block.packet.sent, block.packet.scheduled);
    if (times.socket) times.queue = between(block.packet.scheduled, block.packet.driver);
    audio_.add(times);
  }
}

}  // namespace jitterscope
