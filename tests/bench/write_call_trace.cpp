// Writes a trace of a made call, for benches of what reads traces: write_call_trace FILE ROWS. At one end of a call of
// 640x480 at 15 frames/s in 12 to 20 packets each, and sound in blocks of 20 ms; both ends send the same. ROWS = those
// of packet_sent and packet_arrived together; each packet sent has its transmit stamps and wake-up, each frame and
// block what was told of it. The same numbers each time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/clock_synced.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/frame_shown.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/packet_stamped.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/kinds/thread_woke.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(50'000'000'000'000);
constexpr Duration kConference = Duration::ns(1'700'000'000'123'456'789);  // conference clock less local clock
constexpr Duration kBlockPeriod = Duration::ms(20), kFramePeriod = Duration::ns(66'666'667);
constexpr Duration kPacketSpacing = Duration::us(2500);  // of one frame, as the shaper lets them out
constexpr std::int64_t kTicksABlock = 160, kTicksAFrame = 6000;
constexpr std::int32_t kAudioBytes = 204, kVideoBytes = 1066;
constexpr std::uint32_t kRemoteAudio = 0xa0a0a0a1, kRemoteVideo = 0xb0b0b0b1, kOwnAudio = 0xa0a0a0a2,
                        kOwnVideo = 0xb0b0b0b2;

class CallWriter {
 public:
  explicit CallWriter(TraceRecorder& recorder) : recorder_(recorder) {}

  /// The events of one more second. False when they could not be written; the recorder then says why.
  bool write_second() {
    const Timestamp end = kBegan + Duration::seconds(++seconds_);
    for (; kBegan + kBlockPeriod * blocks_ < end; ++blocks_) audio_block(kBegan + kBlockPeriod * blocks_);
    for (; kBegan + kFramePeriod * frames_ < end; ++frames_) frame(kBegan + kFramePeriod * frames_);
    reports(end);
    std::stable_sort(later_.begin(), later_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto rest = std::find_if(later_.begin(), later_.end(), [&](const auto& timed) { return timed.first >= end; });
    std::vector<Event> events;
    for (auto timed = later_.begin(); timed != rest; ++timed) events.push_back(timed->second);
    later_.erase(later_.begin(), rest);
    return recorder_.write(events, end);
  }
  /// Of packet_sent and packet_arrived, so far.
  std::int64_t rows() const { return rows_; }

 private:
  void put(Timestamp at, const Event& event) { later_.emplace_back(at, event); }
  Duration around(Duration least, double mean_ms) {
    return least + Duration::from_ms(-mean_ms * std::log(1 - uniform_(random_)));
  }
  bool one_in(int n) { return random_() % static_cast<unsigned>(n) == 0; }

  void audio_block(Timestamp captured) {
    send(Medium::kAudio, captured, {kOwnAudio, blocks_, blocks_ * kTicksABlock, blocks_, 0, false, kAudioBytes},
         ThreadRole::kAudioSend);
    const Timestamp sent = around_sending(captured), received = sent + around(Duration::ms(12), 3);
    const bool lost = one_in(200);
    if (!lost)
      arrive(Medium::kAudio, sent, received,
             {kRemoteAudio, blocks_, blocks_ * kTicksABlock, blocks_, 0, false, kAudioBytes});
    const Timestamp playout = captured + Duration::ms(60), handed = playout + around(Duration::us(50), 0.1);
    put(playout, ThreadWoke{ThreadRole::kAudioReceive, playout, handed});
    AudioBlockDone done{kRemoteAudio, blocks_, lost ? PlayoutOutcome::kLost : PlayoutOutcome::kPlayed, {}, playout};
    if (!lost) {
      done.received = received;
      done.handed = handed;
      done.speaker = around(Duration::ms(20), 1);
      told(Medium::kAudio, kRemoteAudio, blocks_, 0, kBlockPeriod, received);
    }
    put(handed, done);
  }

  void frame(Timestamp captured) {
    const int packets = 12 + static_cast<int>(random_() % 9);
    const std::int64_t stamp = frames_ * kTicksAFrame;
    FrameDone done;
    done.ssrc = kRemoteVideo;
    done.frame = frames_;
    done.rtp_timestamp = stamp;
    Timestamp last;
    for (int block = 0; block < packets; ++block, ++video_packets_) {
      const Timestamp paced = captured + Duration::ms(6) + kPacketSpacing * block;
      const bool marker = block + 1 == packets;
      const std::int32_t size = marker ? 200 + static_cast<std::int32_t>(random_() % 800) : kVideoBytes;
      const auto number = static_cast<std::uint16_t>(block);
      send(Medium::kVideo, paced, {kOwnVideo, video_packets_, stamp, frames_, number, marker, size},
           ThreadRole::kVideoSend);
      if (one_in(200)) continue;
      const Timestamp sent = around_sending(paced), received = sent + around(Duration::ms(12), 1.5);
      if (block == 0) done.sent_conference = sent + kConference;
      arrive(Medium::kVideo, sent, received, {kRemoteVideo, video_packets_, stamp, frames_, number, marker, size});
      if (done.blocks_received++ == 0) done.first_arrival = received;
      done.bytes += size;
      last = std::max(last, received);
    }
    done.completed = last + Duration::us(20);
    const bool whole = done.blocks_received == packets;
    done.outcome = whole ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
    if (!whole) done.completed += Duration::ms(150);
    put(done.completed, done);
    if (whole) show(done.completed, captured, static_cast<std::uint16_t>(packets - 1));
  }

  void show(Timestamp completed, Timestamp captured, std::uint16_t last_block) {
    const Timestamp begin = completed + around(Duration::us(30), 0.05), end = begin + around(Duration::ms(3), 0.5);
    put(end, FrameDecoded{kRemoteVideo, frames_, true, completed, begin, end, 640, 480});
    const Timestamp playout = std::max(end, captured + Duration::ms(90));
    put(playout, FramePlayed{kRemoteVideo, frames_, PlayoutOutcome::kPlayed, completed, playout});
    const Timestamp shown = playout + around(Duration::ms(2), 4);
    put(shown, FrameShown{frames_, shown});
    told(Medium::kVideo, kRemoteVideo, frames_, last_block, Duration::ms(4), completed);
  }

  /// The remote's account of its side comes with its next message.
  void told(Medium medium, std::uint32_t ssrc, std::int64_t frame, std::uint16_t block, Duration capture,
            Timestamp received) {
    SenderTimes times;
    times.medium = medium;
    times.ssrc = ssrc;
    times.frame = frame;
    times.block = block;
    times.capture = capture;
    times.encode = around(Duration::ms(1), 0.3);
    if (medium == Medium::kVideo) times.shaper = kPacketSpacing * block + around(Duration{}, 0.1);
    times.waiting = around(Duration::us(5), 0.05);
    times.socket = around(Duration::us(8), 0.01);
    times.queue = around(Duration::us(2), 0.01);
    times.at = received + around(Duration::ms(20), 100);
    put(times.at, times);
  }

  struct Packet {
    std::uint32_t ssrc;
    std::int64_t sequence, rtp_timestamp, frame;
    std::uint16_t block;
    bool marker;
    std::int32_t size;
  };
  Timestamp around_sending(Timestamp due) { return due + around(Duration::us(60), 0.05); }

  void send(Medium medium, Timestamp due, const Packet& of, ThreadRole role) {
    const Timestamp sent = around_sending(due), at = sent + around(Duration::us(100), 0.2);
    put(sent, ThreadWoke{role, due, sent - Duration::us(20)});
    put(sent, PacketSent{medium, of.ssrc, of.sequence, of.rtp_timestamp, of.frame, of.block, of.marker, true, 0,
                         of.size, due, sent, sent + kConference});
    const Timestamp scheduled = sent + around(Duration::us(8), 0.01);
    put(at, PacketStamped{medium, of.ssrc, of.sequence, scheduled, scheduled + Duration::us(4), at});
    ++rows_;
  }

  void arrive(Medium medium, Timestamp sent, Timestamp received, const Packet& of) {
    PacketArrived packet;
    packet.medium = medium;
    packet.ssrc = of.ssrc;
    packet.sequence = of.sequence;
    packet.rtp_timestamp = of.rtp_timestamp;
    packet.frame = of.frame;
    packet.block = of.block;
    packet.marker = of.marker;
    packet.payload_type = medium == Medium::kAudio ? 97 : 98;
    packet.size = of.size;
    packet.received = received;
    packet.kernel = received - around(Duration::us(15), 0.03);
    packet.received_conference = received + kConference;
    packet.sent_conference = sent + kConference;
    put(received, packet);
    ++rows_;
  }

  void reports(Timestamp at) {
    const double bound_ms = 0.2 + 0.1 * uniform_(random_);
    put(at - Duration::ms(500),
        ClockSynced{true, 0.01 * uniform_(random_), 1.5, bound_ms, 24.5, {"exchanges"}, at - Duration::ms(500)});
    if (seconds_ % 5 != 0) return;
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      const bool audio = medium == Medium::kAudio;
      RtcpReported report{medium, Direction::kReceived,  audio ? kOwnAudio : kOwnVideo, 0.005, 1, 1, 2.0,
                          25.0,   at - Duration::ms(300)};
      report.sender_ssrc = audio ? kRemoteAudio : kRemoteVideo;
      report.sender_packets = static_cast<std::uint32_t>(audio ? blocks_ : video_packets_);
      put(report.at, report);
    }
  }

  TraceRecorder& recorder_;
  std::vector<std::pair<Timestamp, Event>> later_;
  std::int64_t seconds_ = 0, blocks_ = 0, frames_ = 0, video_packets_ = 0, rows_ = 0;
  std::mt19937 random_{11};
  std::uniform_real_distribution<> uniform_;
};

TraceMeta call_meta() {
  TraceMeta meta;
  meta.program_version = "bench";
  meta.conference_offset = kConference;
  meta.realtime_offset = kConference;
  meta.call_began = kBegan;
  meta.clock_synchronised = true;
  for (const auto direction : {Direction::kSent, Direction::kReceived}) {
    const bool own = direction == Direction::kSent;
    meta.streams.push_back({own ? kOwnAudio : kRemoteAudio, Medium::kAudio, direction, 97, kBlockPeriod.ms(), 8000.0});
    meta.streams.push_back({own ? kOwnVideo : kRemoteVideo, Medium::kVideo, direction, 98, kFramePeriod.ms(), 90000.0});
  }
  return meta;
}

int write_trace(const std::string& path, std::int64_t rows) {
  TraceRecorder recorder;
  bool written = recorder.begin(path, call_meta());
  CallWriter call(recorder);
  while (written && call.rows() < rows) written = call.write_second();
  if (written && recorder.close()) return 0;
  fmt::print(stderr, "{}\n", recorder.error());
  return 1;
}

}  // namespace
}  // namespace jitterscope

int main(int count, char** words) {
  const long long rows = count == 3 ? std::atoll(words[2]) : 0;
  if (rows > 0) return jitterscope::write_trace(words[1], rows);
  fmt::print(stderr, "usage: write_call_trace FILE ROWS\n");
  return 2;
}
