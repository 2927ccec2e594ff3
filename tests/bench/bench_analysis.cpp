// Cost of a live update: what a received packet and the events that follow it take of the analysis thread, everything
// on (limit 2 us a packet), and what a picture of the call takes for each stretch of time.
#include <benchmark/benchmark.h>

#include <random>

#include "core/algorithms/rate/stream_monitor.h"
#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_decoded.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/trend_reported.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/snapshot.h"

namespace {

using namespace jitterscope;

constexpr Timestamp kBegan = Timestamp::ns(1'000'000'000'000);
constexpr Duration kConference = Duration::seconds(1'700'000'000);
constexpr Duration kAudioPeriod = Duration::ms(32), kFramePeriod = Duration::ms(40);
constexpr int kBlocks = 6;
constexpr double kSecondsOfCall = 1000;  // beyond 15 minutes: windows take away as much as they add

struct Call {
  std::vector<Event> events;
  std::int64_t packets = 0;
};

class Writer {
 public:
  explicit Writer(Call& call) : call_(call) {}

  void audio_block(std::int64_t i) {
    const Timestamp sent = kBegan + kAudioPeriod * i, received = sent + transit();
    packet(Medium::kAudio, i, i * 256, i, 0, sent, received);
    call_.events.push_back(AudioBlockDone{1, i, PlayoutOutcome::kPlayed, received, sent + Duration::ms(80)});
  }
  void frame(std::int64_t i) {
    const Timestamp sent = kBegan + kFramePeriod * i;
    Timestamp received = sent + transit();
    const Timestamp first = received;
    for (int block = 0; block < kBlocks; ++block) {
      received += Duration::us(200 + static_cast<std::int64_t>(random_() % 3000));
      packet(Medium::kVideo, i * kBlocks + block, i * 3600, i, block, sent, received);
    }
    FrameDone done;
    done.ssrc = 2;
    done.frame = i;
    done.rtp_timestamp = i * 3600;
    done.sent_conference = sent + kConference;
    done.first_arrival = first;
    done.completed = received;
    call_.events.push_back(done);
    call_.events.push_back(FrameDecoded{2, i, true, received, received, received + Duration::ms(3), 640, 480});
    call_.events.push_back(FramePlayed{2, i, PlayoutOutcome::kPlayed, received, received + Duration::ms(20)});
  }

 private:
  Duration transit() { return Duration::from_ms(20 + jitter_(random_)); }
  void packet(Medium medium, std::int64_t sequence, std::int64_t timestamp, std::int64_t frame, int block,
              Timestamp sent, Timestamp received) {
    PacketArrived p;
    p.medium = medium;
    p.ssrc = medium == Medium::kVideo ? 2 : 1;
    p.sequence = sequence;
    p.rtp_timestamp = timestamp;
    p.frame = frame;
    p.block = static_cast<std::uint16_t>(block);
    p.marker = medium == Medium::kAudio || block + 1 == kBlocks;
    p.size = 1066;
    p.received = received;
    p.kernel = received - Duration::us(30);
    p.received_conference = received + kConference;
    p.sent_conference = sent + kConference;
    call_.events.push_back(p);
    ++call_.packets;
  }

  Call& call_;
  std::mt19937 random_{7};
  std::exponential_distribution<> jitter_{1 / 4.0};
};

const Call& call() {
  static const Call made = [] {
    Call c;
    Writer writer(c);
    std::int64_t blocks = 0, frames = 0;
    while (kAudioPeriod.seconds() * static_cast<double>(blocks) < kSecondsOfCall) {
      if (kAudioPeriod * blocks < kFramePeriod * frames)
        writer.audio_block(blocks++);
      else
        writer.frame(frames++);
    }
    return c;
  }();
  return made;
}

CallAnalyzer analyzer() {
  CallAnalyzer made(kBegan);
  made.set_period(Medium::kAudio, kAudioPeriod.ms());
  made.set_period(Medium::kVideo, kFramePeriod.ms());
  return made;
}

void live_update(benchmark::State& state) {
  for (auto _ : state) {
    CallAnalyzer one = analyzer();
    for (const Event& event : call().events) one.add(event);
  }
  const double packets = static_cast<double>(state.iterations()) * static_cast<double>(call().packets);
  state.counters["per_packet"] = benchmark::Counter(packets, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(live_update)->Unit(benchmark::kMillisecond);

/// What the monitor of the sound takes beside it.
void trend_monitor(benchmark::State& state) {
  for (auto _ : state) {
    StreamMonitor monitor{TrendSetting{}};
    for (const Event& event : call().events)
      if (const auto* packet = get_if<PacketArrived>(&event)) {
        monitor.add(*packet);
        benchmark::DoNotOptimize(monitor.take(packet->received));
      }
  }
  const double packets = static_cast<double>(state.iterations()) * static_cast<double>(call().packets);
  state.counters["per_packet"] = benchmark::Counter(packets, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(trend_monitor)->Unit(benchmark::kMillisecond);

/// The measures of `window` are computed anew each time.
void picture(benchmark::State& state) {
  CallAnalyzer one = analyzer();
  for (const Event& event : call().events) one.add(event);
  AnalysisQuery query;
  query.window = static_cast<MeasureWindow>(state.range(0));
  query.selection_s = {300, 600};
  Timestamp now = kBegan + Duration::from_seconds(kSecondsOfCall);
  for (auto _ : state) {
    query.reflection_remedy = !query.reflection_remedy;  // another query
    now += Duration::seconds(1);
    benchmark::DoNotOptimize(one.snapshot(now, Interests::all(query)));
  }
}
BENCHMARK(picture)->DenseRange(0, 4)->ArgName("window")->Unit(benchmark::kMillisecond);

/// A picture between two computations.
void picture_again(benchmark::State& state) {
  CallAnalyzer one = analyzer();
  for (const Event& event : call().events) one.add(event);
  const Timestamp now = kBegan + Duration::from_seconds(kSecondsOfCall);
  for (auto _ : state) benchmark::DoNotOptimize(one.snapshot(now));
}
BENCHMARK(picture_again)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
