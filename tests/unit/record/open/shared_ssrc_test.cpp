// Sound and picture are RTP sessions of their own, so both may have one SSRC: all is as with two.
#include <gtest/gtest.h>

#include "core/events/kinds/audio_block_done.h"
#include "core/events/kinds/frame_done.h"
#include "core/events/kinds/frame_played.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/words.h"
#include "core/record/export/export.h"
#include "core/record/open/opened_call.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::shared_ssrc_test {
namespace {

using trace_test::kBegan;

constexpr double kLasts_s = 100;
constexpr std::uint32_t kAudioSent = 0xa1234567, kAudioReceived = 0xa1234568, kToVideo = 0x10000000;

/// Of each medium some packets are lost, no sound comes from 30 to 70 s, and playout and the sender's reports tell of
/// what came.
std::vector<Event> events_of_call(std::uint32_t to_video) {
  std::vector<Event> events;
  std::int64_t count = 0;
  for (Event event : trace_test::call(kLasts_s)) {
    if (auto* sent = get_if<PacketSent>(&event); sent && sent->medium == Medium::kVideo)
      sent->ssrc = kAudioSent + to_video;
    if (auto* stamped = get_if<PacketStamped>(&event); stamped && stamped->medium == Medium::kVideo)
      stamped->ssrc = kAudioSent + to_video;
    auto* packet = get_if<PacketArrived>(&event);
    if (!packet) {
      events.push_back(event);
      continue;
    }
    const bool audio = packet->medium == Medium::kAudio;
    const double at_s = (packet->received - kBegan).seconds();
    if (!audio) packet->ssrc = kAudioReceived + to_video;
    if (++count % (audio ? 50 : 97) == 0 || (audio && at_s > 30 && at_s < 70)) continue;
    events.push_back(event);
    const Timestamp later = packet->received + Duration::ms(60);
    if (audio) {
      events.emplace_back(
          AudioBlockDone{packet->ssrc, packet->sequence, PlayoutOutcome::kPlayed, packet->received, later});
    } else if (packet->marker) {
      FrameDone done;
      done.ssrc = packet->ssrc;
      done.frame = *packet->frame;
      done.outcome = FrameOutcome::kComplete;
      done.first_arrival = done.completed = packet->received;
      events.emplace_back(done);
      if (done.frame % 10)
        events.emplace_back(FramePlayed{packet->ssrc, done.frame, PlayoutOutcome::kPlayed, packet->received, later});
    }
    if (count % 1000 > 1) continue;
    RtcpReported report;
    report.medium = packet->medium;
    report.direction = Direction::kReceived;
    report.at = packet->received;
    report.sender_ssrc = packet->ssrc;
    report.sender_packets = static_cast<std::uint32_t>(count);
    events.emplace_back(report);
  }
  return events;
}

struct Figures {
  std::int64_t packets = 0, lost = 0, expected = 0, bytes = 0;
  std::size_t spacings = 0;
  bool operator==(const Figures&) const = default;
};
void PrintTo(const Figures& f, std::ostream* out) {
  *out << f.packets << " packets, " << f.lost << " of " << f.expected << " lost, " << f.bytes << " bytes, "
       << f.spacings << " points";
}

/// Of each medium, sent and received.
std::array<Figures, 4> figures_of(const CallSnapshot& snapshot) {
  std::array<Figures, 4> all;
  std::size_t place = 0;
  for (const Medium medium : kMedia)
    for (const StreamSnapshot* stream : {&snapshot.sent[medium], &snapshot.received(medium).figures})
      all[place++] = {stream->packets, *stream->lost, stream->expected, stream->bytes,
                      stream->interarrival_series.size()};
  return all;
}

class SharedSsrc : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<trace_test::TemporaryFolder>();
    for (const auto& [name, to_video] : {std::pair("two.jscope", kToVideo), {"one.jscope", 0u}})
      trace_test::record(*folder_ / name, events_of_call(to_video), trace_test::meta_of_call(to_video));
  }
  static void TearDownTestSuite() { folder_.reset(); }
  std::optional<AnalysisInput> analysed(const std::string& path) {
    const auto trace = TraceReader::open(path, error_);
    return trace ? to_analysis(*trace, error_) : std::nullopt;
  }

  static inline std::unique_ptr<trace_test::TemporaryFolder> folder_;
  const std::string one_ = *folder_ / "one.jscope", two_ = *folder_ / "two.jscope";
  std::string error_;
};

TEST_F(SharedSsrc, EachMediumIsAStreamOfAnalysisWithItsOwnCounts) {
  const auto one = analysed(one_), two = analysed(two_);
  ASSERT_TRUE(one && two) << error_;
  ASSERT_EQ(two->streams.size(), 4u);
  ASSERT_EQ(one->streams.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const StreamInput &a = one->streams[i], &b = two->streams[i];
    SCOPED_TRACE(testing::Message() << to_string(b.medium) << ' ' << to_string(b.direction));
    EXPECT_EQ(a.medium, b.medium);
    EXPECT_EQ(a.direction, b.direction);
    EXPECT_EQ(a.packets.size(), b.packets.size());
    EXPECT_EQ(a.nominal_period_ms, b.nominal_period_ms);
    EXPECT_EQ(a.clock_rate_hz, b.clock_rate_hz);
    EXPECT_EQ(a.units_played, b.units_played);
    EXPECT_EQ(a.units_waiting, b.units_waiting);
    EXPECT_EQ(a.units_not_played, b.units_not_played);
    ASSERT_EQ(a.sender_counts.size(), b.sender_counts.size());
    if (b.direction == Direction::kReceived) {
      EXPECT_GT(b.sender_counts.size(), 0u);
      EXPECT_TRUE(b.units_played);
    }
  }
}

/// Sound is silent around it, so that its packets next to the stretch tell what was due there.
TEST_F(SharedSsrc, AStretchIsReadOfEachMedium) {
  for (const auto& [from, to] : {std::pair(40.0, 60.0), {5.0, 10.0}, {20.0, 90.0}}) {
    auto one = open_stretch(one_, *Stretch::of(from, to), {}, error_);
    auto two = open_stretch(two_, *Stretch::of(from, to), {}, error_);
    ASSERT_TRUE(one && two) << error_;
    EXPECT_EQ(figures_of(one->snapshot({})), figures_of(two->snapshot({}))) << from;
    EXPECT_GT(two->snapshot({}).received(Medium::kAudio).figures.lost, 0) << from;
  }
}

TEST_F(SharedSsrc, TheEndOfALongTraceCountsTheSecondsOfEachMedium) {
  auto one = open_end(one_, error_, {}, 1000), two = open_end(two_, error_, {}, 1000);
  ASSERT_TRUE(one && two) << error_;
  EXPECT_EQ(figures_of(one->snapshot({})), figures_of(two->snapshot({})));
}

TEST_F(SharedSsrc, ACaptureHasThePortsOfEachMedium) {
  const auto trace = TraceReader::open(one_, error_);
  ASSERT_TRUE(trace && export_pcapng(*trace, *folder_ / "one.pcapng", error_)) << error_;
  const std::string bytes = trace_test::file_text(*folder_ / "one.pcapng");
  for (const char* ports : {"AABB", "BBAA", "QQRR", "RRQQ"})
    EXPECT_NE(bytes.find(ports), std::string::npos) << "as source and destination: " << ports;
}

}  // namespace
}  // namespace jitterscope::shared_ssrc_test
