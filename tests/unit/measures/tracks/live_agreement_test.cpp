// What the window says of a finished call is what analyze says of its trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base/units/sequence.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/measures/tracks/call_analyzer.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope::live_agreement_test {
namespace {

constexpr Timestamp kBegan = Timestamp::ns(5'000'000'000);
constexpr Duration kConference = Duration::seconds(1'700'000'000);  // conference - local
constexpr Duration kStep = Duration::ms(20);

/// A seeded stream with loss, duplicates, reordering and 16-bit wraps, in arrival order.
std::vector<PacketArrived> random_stream(std::uint32_t seed, Medium medium) {
  std::mt19937 random(seed);
  const auto chance = [&](double p) { return std::uniform_real_distribution<>(0, 1)(random) < p; };
  std::exponential_distribution<> jitter(1 / (0.1 + static_cast<double>(random() % 60)));
  const bool foreign = random() % 3 == 0;          // no block numbers
  const bool corrected = foreign && random() % 2;  // error correction follows the marker of every other frame
  const double loss = static_cast<double>(random() % 10) / 40;
  std::vector<PacketArrived> packets;
  const int first = 64'000 + static_cast<int>(random() % 1536), n = 12 + static_cast<int>(random() % 1500);
  for (int i = 0; i < n; ++i) {
    PacketArrived p;
    p.medium = medium;
    p.ssrc = 77;
    p.sequence = first + i;
    p.rtp_timestamp = i * (medium == Medium::kVideo ? 1800 : 160);
    p.frame = medium == Medium::kVideo ? i / 6 : i;
    p.marker = medium == Medium::kVideo && i % 6 == (corrected && i / 6 % 2 ? 4 : 5);  // all sound is one talkspurt
    p.block.reset();
    if (!foreign) p.block = static_cast<std::uint16_t>(medium == Medium::kVideo ? i % 6 : 0);
    p.size = 100 + static_cast<int>(random() % 900);
    const Timestamp sent = kBegan + kStep * i;
    for (int copies = chance(loss) ? 0 : chance(0.05) ? 2 : 1; copies > 0; --copies) {
      p.received = sent + Duration::from_ms(5 + jitter(random));
      p.sent_conference = sent + kConference;
      p.received_conference = p.received + kConference;
      packets.push_back(p);
    }
  }
  std::stable_sort(packets.begin(), packets.end(), [](auto& a, auto& b) { return a.received < b.received; });
  SequenceUnwrapper unwrapper;
  for (auto& p : packets) p.sequence = unwrapper.unwrap(static_cast<std::uint16_t>(p.sequence));
  return packets;
}

double period_ms(Medium medium) {
  return medium == Medium::kVideo ? 120.0 : 20.0;
}

StreamInput as_trace(const std::vector<PacketArrived>& packets, Medium medium) {
  StreamInput stream;
  stream.clocks.relation = ClockRelation::kCommon;
  stream.medium = medium;
  stream.nominal_period_ms = period_ms(medium);
  stream.clock_rate_hz = medium == Medium::kVideo ? 90000 : 8000;
  for (const PacketArrived& p : packets) {
    stream.packets.push_back({p.sequence, *p.received_conference, p.sent_conference, p.rtp_timestamp, p.frame,
                              p.block ? std::optional<int>(*p.block) : std::nullopt, p.size, p.marker});
  }
  return stream;
}

void expect_same(std::optional<double> live, std::optional<double> exact, double tolerance, const char* what) {
  ASSERT_EQ(live.has_value(), exact.has_value()) << what;
  if (live) { EXPECT_NEAR(*live, *exact, tolerance) << what; }
}

void expect_agreement(const StreamSnapshot& live, const StreamReport& exact) {
  EXPECT_EQ(live.packets, exact.packets);
  EXPECT_EQ(live.expected, exact.expected);
  EXPECT_EQ(live.lost, exact.lost);
  EXPECT_EQ(live.duplicates, exact.duplicates);
  EXPECT_EQ(live.reordered, exact.reordered);
  EXPECT_EQ(live.bytes, exact.bytes.value_or(0));
  EXPECT_EQ(live.loss_ratio, exact.loss_ratio);
  ASSERT_TRUE(exact.frames || exact.audio || exact.packets == 0);
  if (exact.frames) {
    EXPECT_EQ(live.frames_complete, exact.frames->complete);
    EXPECT_EQ(live.frames_lost, exact.frames->lost);
    EXPECT_EQ(live.frames_late, exact.frames->late);
  } else if (exact.audio) {
    EXPECT_EQ(live.frames_complete, exact.audio->blocks - exact.audio->error.value_or(0));
    EXPECT_EQ(live.frames_lost, exact.audio->error);
    EXPECT_EQ(live.frames_late, exact.audio->late);
  }
  const InterarrivalReport& x = exact.interarrival;
  EXPECT_EQ(live.interarrival.n, x.n);
  const double scale = 1e-9 * x.mean.value_or(0);
  expect_same(live.interarrival.mean, x.mean, scale, "mean");
  expect_same(live.interarrival.stddev, x.stddev, 1e-9 * x.stddev.value_or(0), "stddev");
  expect_same(live.interarrival.min, x.min, 1e-9, "min");
  expect_same(live.interarrival.max, x.max, 1e-9, "max");
  expect_same(live.interarrival.p50, x.p50, 0.01, "p50");
  expect_same(live.interarrival.p95, x.p95, 0.01, "p95");
  expect_same(live.interarrival.p99, x.p99, 0.01, "p99");
  ASSERT_EQ(live.delay.n > 0, exact.delay.has_value());
  if (exact.delay) {
    EXPECT_NEAR(*live.delay.mean, exact.delay->mean, 1e-9 * exact.delay->mean);
    expect_same(live.delay.p50, exact.delay->p50, 0.01, "delay p50");
    expect_same(live.delay.p99, exact.delay->p99, 0.01, "delay p99");
  }
  ASSERT_EQ(live.jitter_rfc3550_ms.has_value(), exact.jitter_rfc3550.has_value());
  if (exact.jitter_rfc3550) { EXPECT_NEAR(*live.jitter_rfc3550_ms, exact.jitter_rfc3550->last, 1e-9); }
}

/// A packet of another type (untimed) does not tell its frame, and the others do.
TEST(LiveAgreement, AKeepAliveBetweenAFramesPacketsAndItsEndChangesNoFrame) {
  CallAnalyzer analyzer(kBegan, SampleMemory::kCall);
  PacketArrived packet;
  packet.medium = Medium::kVideo;
  packet.ssrc = 77;
  for (int i = 0; i < 3; ++i) {
    packet.sequence = 100 + i;
    packet.received = kBegan + kStep * i;
    packet.frame = 0;
    packet.marker = i == 2;
    analyzer.add(packet);
  }
  packet.sequence = 103;
  packet.frame.reset();
  packet.marker = false;
  packet.untimed = true;
  analyzer.add(packet);
  FrameDone done;
  done.ssrc = 77;
  done.outcome = FrameOutcome::kComplete;
  done.completed = packet.received;
  analyzer.add(done);
  const StreamSnapshot figures = analyzer.snapshot(packet.received).received(Medium::kVideo).figures;
  EXPECT_EQ(figures.frames_complete, 1);
  EXPECT_EQ(figures.frames_lost, 0);
}

TEST(LiveAgreement, HoldsOnRandomStreams) {
  std::int64_t wrapped = 0, lost = 0, duplicates = 0, reordered = 0;
  std::int64_t frames_lost = 0, frames_late = 0, blocks_late = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Medium medium = seed % 2 ? Medium::kVideo : Medium::kAudio;
    const auto packets = random_stream(seed, medium);
    CallAnalyzer analyzer(kBegan, seed % 3 ? SampleMemory::kCall : SampleMemory::kFile);
    analyzer.set_period(medium, period_ms(medium));
    for (const PacketArrived& p : packets) analyzer.add(p);
    FrameDone last;  // the receiver ends what is open
    last.ssrc = 77;
    last.frame = INT64_MAX;
    analyzer.add(last);
    const auto snapshot = analyzer.snapshot(packets.empty() ? kBegan : packets.back().received);
    const auto exact = analyze_stream(as_trace(packets, medium));
    expect_agreement(snapshot.received(medium).figures, exact);
    wrapped += std::any_of(packets.begin(), packets.end(), [](auto& p) { return p.sequence > 65535; });
    lost += *exact.lost;
    duplicates += exact.duplicates;
    reordered += exact.reordered;
    if (exact.frames) frames_lost += *exact.frames->lost, frames_late += *exact.frames->late;
    if (exact.audio) blocks_late += *exact.audio->late;
  }
  EXPECT_GT(wrapped, 0);
  EXPECT_GT(lost, 0);
  EXPECT_GT(duplicates, 0);
  EXPECT_GT(reordered, 0);
  EXPECT_GT(frames_lost, 0);
  EXPECT_GT(frames_late, 0);
  EXPECT_GT(blocks_late, 0);
}

}  // namespace
}  // namespace jitterscope::live_agreement_test
