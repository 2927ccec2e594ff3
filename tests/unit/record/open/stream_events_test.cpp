// Streams of captures and packet lists, opened: the same numbers as analyze prints, nothing invented.
#include "core/record/open/stream_events.h"
#include "core/events/kinds/packet_arrived.h"

#include <gmock/gmock.h>

#include <fstream>

#include "core/measures/offline/stream_analysis.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/quality_view.h"
#include "core/record/open/opened_call.h"
#include "core/record/open/stream_file.h"
#include "tests/unit/record/import/sent_video.h"
#include "tests/unit/record/trace/capture_bytes.h"
#include "tests/unit/record/trace/sample_events.h"

namespace jitterscope::stream_events_test {
namespace {

using namespace capture_bytes;
using trace_test::TemporaryFolder;

struct Both {
  CallSnapshot shown;
  StreamReport analyzed;
};

Both both(const std::string& path) {
  Both result;
  std::string error, note;
  AnalysisQuery whole;
  whole.window = MeasureWindow::kWhole;
  auto call = open_call(path, error);
  EXPECT_TRUE(call) << error;
  if (call) { result.shown = call->analyzer.snapshot(call->end, Interests::all(whole)); }
  result.analyzed = analyze(*read_stream_file(path, {}, error, note)).streams.at(0);
  return result;
}

void expect_same_curve(const std::shared_ptr<const CompensationView>& shown, const StreamReport& analyzed) {
  ASSERT_TRUE(shown && analyzed.compensation);
  EXPECT_EQ(shown->report.frames, analyzed.compensation->frames);
  EXPECT_GT(analyzed.compensation->area_ms_percent, 1);
  EXPECT_NEAR(shown->report.area_ms_percent, analyzed.compensation->area_ms_percent, 1)
      << "100 % of one bin of 0.01 ms";
}

/// 50 packets on 20 ms that come a little late; timestamps run at `rate`.
std::string capture(const TemporaryFolder& folder, std::uint32_t rate, std::uint8_t payload_type) {
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 50; ++i)
    pcap.add(i * 20'000'000ll + i % 7 * 1'300'000,
             ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * rate / 50, .payload_type = payload_type}))));
  std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
  return folder / "a.pcap";
}

TEST(StreamEvents, AKnownRateIsTheStreamsOwn) {
  const TemporaryFolder folder;
  const Both file = both(capture(folder, 48000, 111));
  ASSERT_TRUE(file.analyzed.jitter_rfc3550 && file.shown.received(Medium::kAudio).figures.jitter_rfc3550_ms);
  EXPECT_NEAR(*file.shown.received(Medium::kAudio).figures.jitter_rfc3550_ms, file.analyzed.jitter_rfc3550->last, 1e-9);
  expect_same_curve(file.shown.received(Medium::kAudio).compensation, file.analyzed);
}

TEST(StreamEvents, APacketListWithoutSendTimesHasNoJitter) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us\n1,,1000\n2,,22500\n3,,41000\n4,,66000\n6,,101000\n";
  const Both file = both(folder / "a.csv");
  EXPECT_FALSE(file.analyzed.jitter_rfc3550);
  EXPECT_FALSE(file.shown.received(Medium::kAudio).figures.jitter_rfc3550_ms);
  expect_same_curve(file.shown.received(Medium::kAudio).compensation, file.analyzed);
}

TEST(StreamEvents, WhereSomeSendTimesAreMissingTheOthersAreMeasured) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us\n1,0,5000\n2,,27000\n3,40000,49000\n4,60000,61000\n";
  const Both file = both(folder / "a.csv");
  ASSERT_TRUE(file.analyzed.jitter_rfc3550 && file.shown.received(Medium::kAudio).figures.jitter_rfc3550_ms);
  EXPECT_NEAR(file.analyzed.jitter_rfc3550->last, 4.0 / 16 + (8 - 4.0 / 16) / 16, 1e-9)
      << "steps of 4 and 8 ms by hand";
  EXPECT_NEAR(*file.shown.received(Medium::kAudio).figures.jitter_rfc3550_ms, file.analyzed.jitter_rfc3550->last, 1e-9);
  expect_same_curve(file.shown.received(Medium::kAudio).compensation, file.analyzed);
}

TEST(StreamEvents, VideoOfAPacketListIsMeasuredByFrameNumbers) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us,frame\n1,,1000,0\n2,,2000,0\n3,,46000,1\n4,,47000,1\n"
                                     "5,,82000,2\n6,,82500,2\n7,,121000,3\n8,,122000,3\n";
  const Both file = both(folder / "a.csv");
  EXPECT_FALSE(file.shown.received(Medium::kVideo).figures.jitter_rfc3550_ms);
  expect_same_curve(file.shown.received(Medium::kVideo).compensation, file.analyzed);
}

/// Of both, which agree.
double jitter_of(const Both& file, Medium medium) {
  const auto& shown = file.shown.received(medium).quality;
  EXPECT_TRUE(shown && shown->now.jitter_ms && file.analyzed.quality.jitter_ms);
  if (!shown || !shown->now.jitter_ms || !file.analyzed.quality.jitter_ms) return -1;
  EXPECT_NEAR(*shown->now.jitter_ms, *file.analyzed.quality.jitter_ms, 1e-6);
  return *file.analyzed.quality.jitter_ms;
}

/// A packet each 20 ms, all of 5 ms on the way, of which every seventh and ten in a row are lost.
template <typename Row>
std::string list_with_gaps(const TemporaryFolder& folder, const char* head, Row row) {
  std::ofstream list(folder / "a.csv");
  list << head;
  for (int i = 0; i < 200; ++i)
    if (i % 7 != 3 && (i < 50 || i >= 60)) list << row(i, i * 20'000);
  return folder / "a.csv";
}

TEST(StreamEvents, GapsLeftByLossAreNoJitterWithoutTimestamps) {
  const TemporaryFolder folder;
  const auto by_send_times = [](int i, int at) { return fmt::format("{},{},{}\n", i, at, at + 5000); };
  const auto by_numbers = [](int i, int at) { return fmt::format("{},,{}\n", i, at + 5000); };
  const auto by_frames = [](int i, int at) { return fmt::format("{},,{},{}\n", i, at + 5000, i); };
  EXPECT_NEAR(jitter_of(both(list_with_gaps(folder, "seq,send_us,recv_us\n", by_send_times)), Medium::kAudio), 0, 1e-5);
  EXPECT_NEAR(jitter_of(both(list_with_gaps(folder, "seq,send_us,recv_us\n", by_numbers)), Medium::kAudio), 0, 1e-5);
  EXPECT_NEAR(jitter_of(both(list_with_gaps(folder, "seq,send_us,recv_us,frame\n", by_frames)), Medium::kVideo), 0,
              1e-5);
}

TEST(StreamEvents, ASendersOwnPaceIsNoJitterWhereSendTimesTellIt) {
  const TemporaryFolder folder;
  const auto uneven = [](int i, int at) {
    const int sent = at + i % 3 * 6000;
    return fmt::format("{},{},{}\n", i, i % 11 == 5 ? "" : std::to_string(sent), sent + 5000 + i % 2 * 1000);
  };
  const double jitter = jitter_of(both(list_with_gaps(folder, "seq,send_us,recv_us\n", uneven)), Medium::kAudio);
  EXPECT_GT(jitter, 1);
  EXPECT_LT(jitter, 4) << "a packet of eleven has no send time";
}

std::vector<Event> all(trace::StreamEvents events) {
  std::vector<Event> list;
  while (events.next_at()) list.push_back(events.take());
  return list;
}

PacketObservation packet(std::int64_t sequence, std::int64_t frame, std::int64_t at_ms, bool marker) {
  PacketObservation seen;
  seen.sequence = sequence;
  seen.frame = frame;
  seen.received = Timestamp::ns(at_ms * 1'000'000);
  seen.marker = marker;
  return seen;
}

TEST(StreamEvents, CopiesAreMarkedAndFramesOfWhichNothingCameAreTold) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  stream.packets = std::vector{packet(1, 0, 0, false), packet(2, 0, 1, true), packet(2, 0, 2, true),
                               packet(7, 3, 90, false), packet(8, 3, 91, true)};
  std::vector<bool> copies;
  std::vector<std::pair<std::int64_t, FrameOutcome>> frames;
  std::vector<double> done_ms;
  for (const Event& event : all(trace::StreamEvents(stream))) {
    if (const auto* arrived = get_if<PacketArrived>(&event)) copies.push_back(arrived->duplicate);
    if (const auto* frame = get_if<FrameDone>(&event)) {
      frames.emplace_back(frame->frame, frame->outcome);
      done_ms.push_back(static_cast<double>(frame->completed.ns()) / 1e6);
    }
  }
  EXPECT_THAT(copies, testing::ElementsAre(false, false, true, false, false));
  using enum FrameOutcome;
  EXPECT_THAT(frames, testing::ElementsAre(testing::Pair(0, kComplete), testing::Pair(1, kMissing),
                                           testing::Pair(2, kMissing), testing::Pair(3, kComplete)));
  EXPECT_THAT(done_ms, testing::ElementsAre(1, 91, 91, 91));
}

TEST(StreamEvents, AJumpOfFrameNumbersIsNoLoss) {
  StreamInput stream;
  stream.medium = Medium::kVideo;
  stream.packets = std::vector{packet(1, 0, 0, true), packet(2, 1'000'000'000'000, 10, true)};
  EXPECT_EQ(all(trace::StreamEvents(stream)).size(), 4u);
}

TEST(StreamEvents, LostFramesAreInTheQualityOfAnOpenedFile) {
  const TemporaryFolder folder;
  std::ofstream list(folder / "a.csv");
  list << "seq,send_us,recv_us,frame\n";
  for (int i = 0; i < 200; ++i)
    if (i % 10 != 5) list << i << ",," << i * 40000 << ',' << i << '\n';
  list.close();
  const Both file = both(folder / "a.csv");
  ASSERT_TRUE(file.shown.received(Medium::kVideo).quality &&
              file.shown.received(Medium::kVideo).quality->now.loss_ratio);
  EXPECT_NEAR(*file.shown.received(Medium::kVideo).quality->now.loss_ratio, 0.1, 0.02);
}

TEST(StreamEvents, FramesSentInAnotherOrderThanShownAreMeasuredAsInAnalysis) {
  const TemporaryFolder folder;
  const auto lost = [](int frame, int packet) { return frame % 37 == 20 && packet > frame % 3; };
  for (const std::vector<int>& order : {std::vector{3, 1, 2}, std::vector{4, 2, 1, 3}}) {
    std::ofstream(folder / "a.pcap", std::ios::binary)
        << sent_video::capture_of({.shown = sent_video::in_groups(50, order), .noise_ms = 5, .lost = lost}).file();
    const Both file = both(folder / "a.pcap");
    ASSERT_TRUE(file.shown.received(Medium::kVideo).compensation && file.analyzed.compensation);
    const CompensationReport& shown = file.shown.received(Medium::kVideo).compensation->report;
    EXPECT_EQ(shown.frames, file.analyzed.compensation->frames);
    EXPECT_LT(shown.frames, file.analyzed.frames->complete) << "beside a loss some are not judged";
    EXPECT_NEAR(shown.area_ms_percent, file.analyzed.compensation->area_ms_percent, 1);
    EXPECT_NEAR(shown.optimal.buffer_ms, file.analyzed.compensation->optimal.buffer_ms, 0.01);
    EXPECT_LT(shown.curve.back().buffer_ms, 5.01);
  }
}

TEST(StreamEvents, AStretchOfFramesSentInAnotherOrderIsJudgedAsInAnalysis) {
  const TemporaryFolder folder;
  const auto lost = [](int frame, int packet) { return frame % 37 == 20 && packet > frame % 3; };
  std::ofstream(folder / "a.pcap", std::ios::binary)
      << sent_video::capture_of({.shown = sent_video::in_groups(80, {4, 2, 1, 3}), .noise_ms = 5, .lost = lost}).file();
  std::string error, note;
  const AnalysisInput input = *read_stream_file(folder / "a.pcap", {}, error, note);
  for (const double from_s : {1.0, 1.7, 3.03, 4.1}) {
    SCOPED_TRACE(from_s);
    AnalysisOptions options;
    options.from_s = from_s, options.to_s = from_s + 3;
    const StreamReport exact = analyze(input, options).streams.at(0);
    auto call = open_stretch(folder / "a.pcap", *Stretch::of(from_s, from_s + 3), {}, error);
    ASSERT_TRUE(call && exact.quality.jitter_ms) << error;
    const CallSnapshot shown = call->snapshot({});
    const auto& quality = shown.received(Medium::kVideo).quality;
    ASSERT_TRUE(quality && quality->now.jitter_ms);
    EXPECT_LT(*exact.quality.jitter_ms, 2.5);
    EXPECT_NEAR(*quality->now.jitter_ms, *exact.quality.jitter_ms, 0.1) << "frames at the edges differ";
  }
}

TEST(OpenedCallClock, CapturesTellTheWallClockPacketListsDoNot) {
  const TemporaryFolder folder;
  Pcap pcap(kRawIp);
  for (std::uint16_t i = 0; i < 10; ++i)
    pcap.add(1'700'000'000'250'000'000ll + i * 20'000'000,
             ipv4(udp(rtp_packet({.sequence = i, .timestamp = i * 160u}))));
  std::ofstream(folder / "a.pcap", std::ios::binary) << pcap.file();
  std::ofstream(folder / "a.csv") << "seq,send_us,recv_us\n1,,1000\n2,,22500\n";
  std::string error;
  EXPECT_EQ(open_call(folder / "a.pcap", error)->began_at_ms, 1'700'000'000'250);
  EXPECT_EQ(open_call(folder / "a.csv", error)->began_at_ms, std::nullopt);
}

}  // namespace
}  // namespace jitterscope::stream_events_test
