#include "tests/ui/fakes/changing_call.h"

#include <utility>

#include "core/base/scheduling/thread_role.h"
#include "core/events/events.h"
#include "core/record/trace/recorder.h"

namespace jitterscope::changing_call {
namespace {

constexpr Duration kConference = Duration::seconds(1'000'000);
constexpr int kBlocksAFrame = 4;
constexpr double kBound_ms = 0.021;
Timestamp at(double seconds) {
  return Timestamp::ns(5'000'000'000'000) + Duration::from_seconds(seconds);
}
TraceStream stream(Medium medium, std::uint32_t ssrc, std::uint8_t type, double period_ms, double clock_hz) {
  TraceStream made;
  made.ssrc = ssrc;
  made.medium = medium;
  made.direction = Direction::kReceived;
  made.payload_type = type;
  made.nominal_period_ms = period_ms;
  made.clock_rate_hz = clock_hz;
  return made;
}
class Maker {
 public:
  std::vector<Event> all() {
    events_.push_back(SettingChanged{ShortText<32>("link"), decltype(SettingChanged::value)("delay=80ms,loss=4%"),
                                     End::kLocal, ShortText<16>("local"), at(kChange_s)});
    for (int second = 0; second <= static_cast<int>(kEnd_s); ++second)
      events_.push_back(ClockSynced{true, 0, 0, kBound_ms, 0.1, ShortText<24>("same clock"), at(second)});
    for (int block = 0; block < static_cast<int>(kEnd_s * 1000) / 32; ++block) add_block(block);
    for (int frame = 0; frame < static_cast<int>(kEnd_s * 10); ++frame) add_frame(frame);
    for (int block = 0; block < static_cast<int>(kEnd_s * 1000) / 32; ++block) add_sent_block(block);
    for (int frame = 0; frame < static_cast<int>(kEnd_s * 10); ++frame) add_sent_frame(frame);
    for (int quarter = 1; quarter < static_cast<int>(kEnd_s * 4); ++quarter) add_report(quarter);
    for (int half = 1; half < static_cast<int>(kEnd_s * 2); ++half) add_machine(half);
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return trace::local_time(a) < trace::local_time(b); });
    return std::move(events_);
  }

 private:
  /// Gives 0 … 1, the same for the same counter.
  static double wobble(std::int64_t counter) { return static_cast<double>((counter * 2654435761 >> 7) % 1000) / 1000; }
  static bool lost(std::int64_t counter, double sent_s) { return sent_s >= kChange_s && counter % 23 == 0; }

  PacketArrived packet(Medium medium, std::int64_t sequence, double sent_s) const {
    const bool changed = sent_s >= kChange_s;
    PacketArrived made;
    made.medium = medium;
    made.ssrc = medium == Medium::kAudio ? 1 : 2;
    made.sequence = 1000 + sequence;
    made.payload_type = medium == Medium::kAudio ? 0 : 26;
    made.size = medium == Medium::kAudio ? 288 : 1040;
    made.received = at(sent_s + (changed ? 0.080 : 0.040) + (changed ? 0.012 : 0.002) * wobble(sequence));
    made.kernel = made.received - Duration::us(30);
    made.received_conference = made.received + kConference;
    made.sent_conference = at(sent_s) + kConference;
    return made;
  }
  void add_block(int block) {
    const double sent_s = block * 0.032;
    PacketArrived arrived = packet(Medium::kAudio, block, sent_s);
    arrived.rtp_timestamp = block * 256;
    arrived.frame = block;
    arrived.block = 0;
    AudioBlockDone done;
    done.ssrc = 1;
    done.sequence = arrived.sequence;
    done.outcome = lost(block, sent_s) ? PlayoutOutcome::kLost : PlayoutOutcome::kPlayed;
    done.playout = at(sent_s + 0.1);
    if (!lost(block, sent_s)) {
      done.received = arrived.received;
      done.handed = done.playout + Duration::ms(5);
      done.speaker = Duration::ms(31);
      events_.push_back(arrived);
    }
    events_.push_back(done);
    add_sender_times(Medium::kAudio, 1, block, 0, sent_s, {Duration::ms(32), Duration::us(40), Duration()});
  }
  void add_frame(int frame) {
    const double sent_s = frame * 0.1;
    FrameDone done;
    done.ssrc = 2;
    done.frame = frame;
    done.sent_conference = at(sent_s) + kConference;
    done.rtp_timestamp = std::int64_t{frame} * 9000;
    for (int block = 0; block < kBlocksAFrame; ++block) {
      const std::int64_t counter = frame * kBlocksAFrame + block;
      PacketArrived arrived = packet(Medium::kVideo, counter, sent_s + block * 0.02);
      arrived.rtp_timestamp = std::int64_t{frame} * 9000;
      arrived.frame = frame;
      arrived.block = static_cast<std::uint16_t>(block);
      arrived.marker = block == kBlocksAFrame - 1;
      done.completed = std::max(done.completed, arrived.received + Duration::us(10));
      if (lost(counter, sent_s)) continue;
      if (done.blocks_received++ == 0) done.first_arrival = arrived.received;
      events_.push_back(arrived);
    }
    done.outcome = done.blocks_received == kBlocksAFrame ? FrameOutcome::kComplete : FrameOutcome::kIncomplete;
    events_.push_back(done);
    add_sender_times(Medium::kVideo, 2, frame, kBlocksAFrame - 1, sent_s,
                     {Duration::ms(33), Duration::ms(2), Duration::ms(60)});
    if (done.outcome != FrameOutcome::kComplete) return;
    FrameDecoded decoded;
    decoded.ssrc = 2;
    decoded.frame = frame;
    decoded.completed = done.completed;
    decoded.decode_begin = done.completed + Duration::us(50);
    decoded.decode_end = done.completed + Duration::ms(4);
    events_.push_back(decoded);
    const Timestamp playout = done.completed + Duration::ms(20);
    events_.push_back(FramePlayed{2, frame, PlayoutOutcome::kPlayed, done.completed, playout});
    events_.push_back(FrameShown{frame, playout + Duration::ms(8)});
  }

  struct Before {
    Duration capture, encode, shaper;
  };
  /// The remote tells them a second later.
  void add_sender_times(Medium medium, std::uint32_t ssrc, std::int64_t frame, int block, double sent_s,
                        const Before& before) {
    SenderTimes times;
    times.medium = medium;
    times.ssrc = ssrc;
    times.frame = frame;
    times.block = static_cast<std::uint16_t>(block);
    times.capture = before.capture;
    times.encode = before.encode;
    times.shaper = before.shaper;
    times.waiting = Duration::us(25);
    times.socket = Duration::us(12);
    times.queue = Duration::us(3);
    times.at = at(sent_s + 1);
    if (sent_s + 1 < kEnd_s) events_.push_back(times);
  }
  void add_sent_packet(Medium medium, std::int64_t sequence, std::int64_t timestamp, std::int64_t frame, int block,
                       double sent_s) {
    PacketSent sent;
    sent.medium = medium;
    sent.ssrc = medium == Medium::kAudio ? 3 : 4;
    sent.sequence = 2000 + sequence;
    sent.rtp_timestamp = timestamp;
    sent.frame = frame;
    sent.block = static_cast<std::uint16_t>(block);
    sent.marker = medium == Medium::kVideo && block == kBlocksAFrame - 1;
    sent.size = medium == Medium::kAudio ? 288 : 1040;
    sent.due = at(sent_s);
    sent.sent = sent.due + Duration::from_ms(wobble(sequence));
    sent.sent_conference = sent.sent + kConference;
    events_.push_back(sent);
    if (medium == Medium::kAudio) events_.push_back(ThreadWoke{ThreadRole::kAudioSend, sent.due, sent.sent});
  }
  void add_sent_block(int block) { add_sent_packet(Medium::kAudio, block, block * 256, block, 0, block * 0.032); }
  void add_sent_frame(int frame) {
    const double begin_s = frame * 0.1;
    FrameEncoded encoded;
    encoded.ssrc = 4;
    encoded.frame = frame;
    encoded.captured = at(begin_s - 0.004);
    encoded.encode_begin = at(begin_s - 0.003);
    encoded.encode_end = at(begin_s - 0.001);
    encoded.bytes = 4000;
    encoded.blocks = kBlocksAFrame;
    encoded.width = 640, encoded.height = 480, encoded.quality = 60;
    events_.push_back(encoded);
    for (int block = 0; block < kBlocksAFrame; ++block)
      add_sent_packet(Medium::kVideo, frame * kBlocksAFrame + block, std::int64_t{frame} * 9000, frame, block,
                      begin_s + block * 0.02);
    FrameSent sent;
    sent.ssrc = 4;
    sent.frame = frame;
    sent.begin = at(begin_s);
    sent.end = at(begin_s + 0.0601);
    sent.blocks = kBlocksAFrame;
    sent.fetching = Duration::ms(20);
    sent.burst_interval = Duration::ms(20);
    sent.burst_size = 1;
    events_.push_back(sent);
  }
  /// The remote says what it receives.
  void add_report(int quarter) {
    for (const Medium medium : {Medium::kAudio, Medium::kVideo}) {
      PeerSummary summary;
      summary.medium = medium;
      summary.packets = quarter * (medium == Medium::kAudio ? 8 : 10) - 3;
      summary.expected = summary.packets + 2;
      summary.lost = 2;
      summary.frames_complete = quarter * (medium == Medium::kAudio ? 31 : 10) / 4;
      summary.frames_lost = 1;
      summary.frames_late = 5;
      summary.interarrival_mean_ms = medium == Medium::kAudio ? 32.4 : 24.8;
      summary.interarrival_stddev_ms = 1.7;
      summary.jitter_ms = 0.83;
      summary.delay_mean_ms = 41.6;
      summary.delay_p95_ms = 43.9;
      summary.rate_kbps = medium == Medium::kAudio ? 72.1 : 333.5;
      summary.at = at(quarter * 0.25 + 0.07);
      events_.push_back(summary);
      if (quarter % 4 != 0) continue;
      PeerQuality quality;
      quality.medium = medium;
      quality.latency_ms = 187.3;
      quality.jitter_ms = 1.4;
      quality.loss_ratio = 0.011;
      quality.network_latency_ms = 41.6;
      quality.ends_at = LatencyEnd::kHandOver;
      quality.at = summary.at;
      events_.push_back(quality);
    }
  }
  /// The threads and the link of this end report.
  void add_machine(int half) {
    const Timestamp now = at(half * 0.5);
    if (half == 1)
      events_.push_back(
          ThreadStatus{ThreadRole::kAudioSend, 4321, ShortText<24>("realtime 20"), ShortText<24>("rr 20"), 1, now});
    events_.push_back(ThreadLoad{ThreadRole::kAudioSend, 4321, Duration::ms(3) * half, Duration::us(70) * half,
                                 half * 16, half * 2, 1, now});
    for (const LinkWay way : {LinkWay::kUp, LinkWay::kDown}) {
      LinkReport report;
      report.way = way;
      report.queue_packets = half % 3;
      report.queue_packets_max = 7;
      report.queue_bytes = half % 3 * 1082;
      report.offered = half * 36;
      report.dropped_random = half > 24 ? half - 24 : 0;
      report.delivered = report.offered - report.dropped_random;
      report.media_dropped = report.dropped_random;
      report.delivered_kbps = 412.5;
      report.own_delay_us = 63.2;
      report.at = now;
      events_.push_back(report);
    }
  }

  std::vector<Event> events_;
};

}  // namespace

bool write(const std::string& path, std::string& error) {
  TraceMeta meta;
  meta.host = "test";
  meta.conference_offset = kConference;
  meta.call_began = at(0);
  meta.call_ended = at(kCallEnd_s);
  meta.clock_synchronised = true;
  meta.streams = {stream(Medium::kAudio, 1, 0, 32, 8000), stream(Medium::kVideo, 2, 26, 100, 90'000),
                  stream(Medium::kAudio, 3, 0, 32, 8000), stream(Medium::kVideo, 4, 26, 100, 90'000)};
  for (TraceStream& sent : std::span(meta.streams).last(2)) sent.direction = Direction::kSent;
  TraceRecorder recorder;
  const bool written = recorder.begin(path, meta) && recorder.write(Maker().all(), at(kEnd_s)) && recorder.close();
  error = recorder.error();
  return written;
}

}  // namespace jitterscope::changing_call
