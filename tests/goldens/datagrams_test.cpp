// Datagrams that came in real calls: what today's receivers make of them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>

#include "tests/goldens/golden.h"
#include "tests/goldens/receiving_end.h"
#include "tests/goldens/trace_lines.h"

namespace jitterscope::goldens::datagrams_test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(TEST_DATA) / "datagrams";
constexpr const char* kEnding = ".rtp.gz";

/// What is few enough to be listed one by one: what became of frames and blocks, and why packets were refused.
bool is_listed(const Event& event) {
  return std::holds_alternative<FrameDone>(event) || std::holds_alternative<FramePlayed>(event) ||
         std::holds_alternative<AudioBlockDone>(event) || std::holds_alternative<PlayoutDecided>(event);
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
