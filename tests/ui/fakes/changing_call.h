#pragma once
// The trace of a call of 24 s that changes at second 12: the delay doubles, jitter grows and packets are lost from then
// on. Every value is made from a counter: each run writes the same events.
#include <algorithm>
#include <string>
#include <vector>

#include "core/events/events.h"
#include "core/record/trace/recorder.h"

namespace jitterscope {

class ChangingCall {
 public:
  static constexpr double kChange_s = 12, kEnd_s = 24;

  ChangingCall() {
    events_.push_back(SettingChanged{ShortText<32>("link"), decltype(SettingChanged::value)("delay=80ms,loss=4%"),
                                     End::kMine, ShortText<16>("mine"), at(kChange_s)});
    for (int second = 0; second <= static_cast<int>(kEnd_s); ++second)
      events_.push_back(ClockSynced{true, 0, 0, kBound_ms, 0.1, ShortText<24>("same clock"), at(second)});
    for (int block = 0; block < static_cast<int>(kEnd_s * 1000) / 32; ++block) add_block(block);
    for (int frame = 0; frame < static_cast<int>(kEnd_s * 10); ++frame) add_frame(frame);
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return time_of(a) < time_of(b); });
  }
  /// False: `error` says why.
  bool write(const std::string& path, std::string& error) const {
    TraceMeta meta;
    meta.host = "test";
    meta.conference_offset = kConference;
    meta.call_began = at(0);
    meta.call_ended = at(kEnd_s + 0.37);  // cuts a second off
    meta.clock_synchronised = true;
    meta.streams = {stream(Medium::kAudio, 1, 0, 32, 8000), stream(Medium::kVideo, 2, 26, 100, 90'000)};
    TraceRecorder recorder;
    const bool written = recorder.begin(path, meta) && recorder.write(events_, at(kEnd_s)) && recorder.close();
    error = recorder.error();
    return written;
  }

 private:
  static constexpr Duration kConference = Duration::seconds(1'000'000);
  static constexpr int kBlocksAFrame = 4;
  static constexpr double kBound_ms = 0.021;
  static Timestamp at(double seconds) { return Timestamp::ns(5'000'000'000'000) + Duration::from_seconds(seconds); }
  static Timestamp time_of(const Event& event) {
    if (const auto* packet = std::get_if<PacketArrived>(&event)) return packet->received;
    if (const auto* frame = std::get_if<FrameDone>(&event)) return frame->completed;
    if (const auto* played = std::get_if<FramePlayed>(&event)) return played->playout;
    if (const auto* block = std::get_if<AudioBlockDone>(&event)) return block->playout;
    if (const auto* clock = std::get_if<ClockSynced>(&event)) return clock->at;
    return at(kChange_s);
  }
  static TraceStream stream(Medium medium, std::uint32_t ssrc, std::uint8_t type, double period_ms, double clock_hz) {
    TraceStream made;
    made.ssrc = ssrc;
    made.medium = medium;
    made.direction = Direction::kReceived;
    made.payload_type = type;
    made.nominal_period_ms = period_ms;
    made.clock_rate_hz = clock_hz;
    return made;
  }
  /// 0 … 1, the same for the same counter.
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
      events_.push_back(arrived);
    }
    events_.push_back(done);
  }
  void add_frame(int frame) {
    const double sent_s = frame * 0.1;
    FrameDone done;
    done.ssrc = 2;
    done.frame = frame;
    done.sent_conference = at(sent_s) + kConference;
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
    if (done.outcome == FrameOutcome::kComplete)
      events_.push_back(
          FramePlayed{2, frame, PlayoutOutcome::kPlayed, done.completed, done.completed + Duration::ms(20)});
  }

  std::vector<Event> events_;
};

}  // namespace jitterscope
