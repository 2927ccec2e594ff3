// Datagrams that came in real calls: what today's receivers make of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/events/kinds/packet_arrived.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"
#include "tests/goldens/golden.h"
#include "tests/goldens/receiving_end.h"
#include "tests/goldens/trace_lines.h"
#include "tests/source_tree/source_tree.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::goldens::datagrams_test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = test_data("datagrams");
constexpr const char* kEnding = ".rtp.gz";

/// What is few enough to be listed one by one: what became of frames and blocks, and why packets were refused.
bool is_listed(const Event& event) {
  return holds_alternative<FrameDone>(event) || holds_alternative<FramePlayed>(event) ||
         holds_alternative<AudioBlockDone>(event) || holds_alternative<PlayoutDecided>(event);
}

std::string listed(const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events)
    if (is_listed(event)) text += event_line(event) + '\n';
  return text;
}

std::string heard(const DatagramRecording& recording, const PlayoutSetting& playout) {
  ReceivingEnd end(recording, playout);
  end.run();
  return event_lines(end.events()) + listed(end.events());
}

class RecordedDatagrams : public testing::TestWithParam<fs::path> {
 protected:
  fs::path golden(const std::string& ending) const {
    const std::string path = GetParam().string();
    return path.substr(0, path.size() - std::string(kEnding).size()) + ending;
  }
  const DatagramRecording recording_ = read_datagrams(GetParam());
};

TEST_P(RecordedDatagrams, GiveTheSameEventsUnderAFixedPlayout) {
  expect_none(difference(golden(".i60.txt"), heard(recording_, *PlayoutSetting::parse("i:60"))));
}

TEST_P(RecordedDatagrams, GiveTheSameEventsUnderAnAdaptivePlayout) {
  expect_none(difference(golden(".ramjee4.txt"), heard(recording_, *PlayoutSetting::parse("ramjee4"))));
}

/// What a trace of these events is said to hold by analyze.
AnalysisReport analysed(const DatagramRecording& recording, const std::vector<Event>& events) {
  const trace_test::TemporaryFolder folder;
  const std::string path = folder / "call.jscope";
  TraceMeta meta;
  meta.conference_offset = recording.conference_offset.value_or(Duration());
  for (const Event& event : events) {
    const auto* packet = get_if<PacketArrived>(&event);
    if (!packet || packet->medium != Medium::kVideo ||
        std::ranges::count(meta.streams, packet->ssrc, &TraceStream::ssrc) > 0)
      continue;
    TraceStream video;
    video.ssrc = packet->ssrc;
    video.medium = Medium::kVideo;
    video.direction = Direction::kReceived;
    video.payload_type = rtp::kPayloadJpeg;
    if (recording.period_ms > 0) video.nominal_period_ms = recording.period_ms;
    video.clock_rate_hz = 90'000;
    meta.streams.push_back(video);
  }
  std::string error, note;
  trace_test::record(path, events, meta);
  const auto input = read_stream_file(path, {}, error, note);
  EXPECT_TRUE(input) << error;
  return input ? analyze(*input) : AnalysisReport{};
}

TEST_P(RecordedDatagrams, AsManyFramesAreSaidToBeLateInTheTraceAsAnalyzeCounts) {
  ReceivingEnd end(recording_, *PlayoutSetting::parse("i:60"));
  end.run();
  std::map<std::uint32_t, std::int64_t> late;
  for (const Event& event : end.events())
    if (const auto* frame = get_if<FrameDone>(&event)) late[frame->ssrc] += frame->late;
  int compared = 0;
  for (const StreamReport& stream : analysed(recording_, end.events()).streams) {
    if (stream.medium != Medium::kVideo || !stream.frames || !stream.ssrc) continue;
    EXPECT_EQ(stream.frames->late.value_or(0), late[*stream.ssrc]) << *stream.ssrc;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

/// Where the sender was restarted: as if the second one had kept the SSRC of the first, and counted anew.
DatagramRecording with_one_ssrc(DatagramRecording recording) {
  std::map<Medium, std::vector<std::uint8_t>> first;
  for (RecordedDatagram& datagram : recording.datagrams) {
    if (datagram.stream || datagram.bytes.size() < rtp::kMinRtpHeaderBytes) continue;
    const auto place = datagram.bytes.begin() + 8;
    auto& ssrc = first[datagram.medium];
    if (ssrc.empty()) ssrc.assign(place, place + 4);
    std::copy(ssrc.begin(), ssrc.end(), place);
  }
  return recording;
}

TEST(RestartedSender, WithTheSameSsrcGivesTheSameEvents) {
  const DatagramRecording recording = with_one_ssrc(read_datagrams(kFolder / "restarted.rtp.gz"));
  expect_none(difference(kFolder / "restarted.same-ssrc.txt", heard(recording, *PlayoutSetting::parse("i:60"))));
}

INSTANTIATE_TEST_SUITE_P(Of, RecordedDatagrams, testing::ValuesIn(files(kFolder, kEnding)),
                         [](const auto& of) { return test_name(of.param); });

}  // namespace
}  // namespace jitterscope::goldens::datagrams_test
