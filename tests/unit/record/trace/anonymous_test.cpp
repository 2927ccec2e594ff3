// An export without names: nothing that was written into the trace by people or says who and where they are is in its
// bytes.
#include "core/record/trace/anonymous.h"
#include "core/events/kinds/call_ended.h"
#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/packet_arrived.h"
#include "core/events/kinds/packet_sent.h"
#include "core/events/kinds/setting_changed.h"

#include <gtest/gtest.h>

#include <set>

#include "core/record/export/export.h"
#include "tests/unit/record/trace/call_events.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::anonymous_test {
namespace {

namespace fs = std::filesystem;
using trace::neutral_value;
using trace_test::TemporaryFolder;

/// What must not be seen; parts of the trace below.
const std::vector<std::string> kSecrets{"zanzibar",
                                        "Quentin",
                                        "203.0.113",
                                        "fd00:",
                                        "lecture-hall",
                                        "secretfolder",
                                        "hoarse-mic",  // and addresses as bytes
                                        std::string("\xCB\x00\x71\x2D", 4),
                                        std::string("\xCB\x00\x71\x2E", 4)};

SettingChanged setting(std::string_view name, std::string_view value, End end = End::kLocal) {
  return {ShortText<32>(name), ShortText<160>(value), end, ShortText<16>("local"), Timestamp::ns(5)};
}

/// Of a call in which every text that is not the program's own holds one of the secrets.
std::unique_ptr<TraceReader> recorded(const std::string& path) {
  TraceMeta meta;
  meta.program_version = "0.9";
  meta.host = "zanzibar.example";
  meta.identities = {"0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"};
  meta.settings_json =
      R"({"video":"camera:/dev/hoarse-mic","audio":"file:/home/Quentin/secretfolder/a.wav","fps":null,)"
      R"("link":"rate=1mbit,trace=/home/Quentin/up.trace","rate_control":"replay:/home/Quentin/rates.csv",)"
      R"("jpeg_quality":75,"priority":{"audio-send":"realtime","Quentin":"nice"},"own":"zanzibar","list":["Quentin"]})";
  meta.realtime_offset = Duration::seconds(1'700'000'000);
  for (const Direction direction : {Direction::kReceived, Direction::kSent}) {
    const bool sent = direction == Direction::kSent;
    TraceStream stream{.ssrc = sent ? 7U : 0xaabbccddU, .medium = Medium::kAudio, .direction = direction};
    stream.local_address = "203.0.113.45";
    stream.remote_address = "203.0.113.46";
    stream.local_port = 5006;
    stream.remote_port = 6006;
    meta.streams.push_back(stream);
  }
  meta.streams.push_back(
      {.ssrc = 9, .medium = Medium::kVideo, .local_address = "fd00::45", .remote_address = "fd00::46"});
  meta.streams.push_back(
      {.ssrc = 10, .medium = Medium::kVideo, .local_address = "::", .remote_address = "203.0.113.46"});
  const std::vector<Event> events{
      trace_test::arrived(Medium::kAudio, 0xaabbccdd, 0, Timestamp::ns(1'000'000)),
      trace_test::sent(Medium::kAudio, 7, 0, Timestamp::ns(2'000'000)),
      setting("video", "camera:lecture-hall cam"),
      setting("audio", "microphone:hoarse-mic"),
      setting("link", "up:rate=1mbit,trace=/secretfolder/up;down:off"),
      setting("rate-control", "replay:/secretfolder/r.csv"),
      setting("recording", "Quentin sees this", End::kRemote),
      setting("Quentin", "zanzibar", End::kRemote),
      setting("shaping", "c, says Quentin", End::kRemote),
      setting("rate-control", "Quentin", End::kRemote),
      setting("demonstration", "before Quentin"),
      setting("muted", "yes"),
      DemonstrationEntered{DemonstrationPhase::kBefore, {}, {"Quentin"}, End::kLocal, Timestamp::ns(5)},
      CallEnded{true, ShortText<160>("Quentin was cut off"), Timestamp::ns(8)},
      Notice{1, ShortText<160>("Nothing came from 203.0.113.46; Quentin records your sound."), Timestamp::ns(6)},
      Marker{ShortText<64>("Quentin speaks in the lecture-hall"), Timestamp::ns(7)}};
  return trace_test::recorded(path, events, meta);
}

/// Of a file, or of all files of a folder.
std::string bytes_of(const std::string& path) {
  std::string bytes;
  if (!fs::is_directory(path)) return trace_test::file_text(path);
  for (const auto& entry : fs::directory_iterator(path)) bytes += trace_test::file_text(entry.path());
  return bytes;
}

class AnonymousExport : public testing::TestWithParam<std::string> {};

TEST_P(AnonymousExport, HoldsNoneOfTheSecretsThatTheTraceHolds) {
  const TemporaryFolder folder;
  std::string error;
  const auto trace = recorded(folder / "call.jscope");
  ASSERT_TRUE(trace);
  EXPECT_NE(bytes_of(folder / "call.jscope").find("Quentin"), std::string::npos);
  trace->leave_out_names();
  ASSERT_TRUE(export_trace(GetParam(), *trace, folder / "out", error)) << error;
  const std::string bytes = bytes_of(folder / "out");
  EXPECT_GT(bytes.size(), 40U);
  for (const std::string& secret : kSecrets) EXPECT_EQ(bytes.find(secret), std::string::npos) << secret;
}

INSTANTIATE_TEST_SUITE_P(Formats, AnonymousExport, testing::ValuesIn(export_formats()),
                         [](const auto& format) { return format.param; });

TEST(AnonymousTrace, IsTheSameCallOtherwise) {
  const TemporaryFolder folder;
  std::string error;
  const auto trace = recorded(folder / "call.jscope");
  ASSERT_TRUE(trace);
  trace->leave_out_names();
  ASSERT_TRUE(export_jscope(*trace, folder / "copy.jscope", error)) << error;
  EXPECT_FALSE(export_jscope(*trace, folder / "copy.jscope", error)) << "nothing is replaced";
  const auto copy = TraceReader::open(folder / "copy.jscope", error);
  ASSERT_TRUE(copy) << error;
  EXPECT_EQ(copy->meta(), trace->meta());
  EXPECT_EQ(copy->meta().host, "end A");
  EXPECT_TRUE(copy->meta().identities.empty());
  EXPECT_EQ(
      copy->meta().settings_json,
      R"({"video":"camera","audio":"file","fps":null,"link":"rate=1mbit,trace=FILE","rate_control":"replay:FILE",)"
      R"("jpeg_quality":75,"priority":{"audio-send":"realtime"}})");
  const auto& streams = copy->meta().streams;
  ASSERT_EQ(streams.size(), 4U);
  EXPECT_EQ(streams[0].local_address + " " + streams[0].remote_address, "192.0.2.1 192.0.2.2");
  EXPECT_EQ(streams[1].local_address + " " + streams[1].remote_address, "192.0.2.1 192.0.2.2")
      << "one end, one address";
  EXPECT_EQ(streams[2].local_address + " " + streams[2].remote_address, "2001:db8::3 2001:db8::4");
  EXPECT_EQ(streams[3].local_address + " " + streams[3].remote_address, ":: 192.0.2.2") << "every address is nobody's";
  EXPECT_EQ(streams[0].remote_port, 6006);
  std::vector<std::string> texts;
  std::size_t packets = 0;
  ASSERT_TRUE(copy->read_events(
      [&](const Event& event) {
        if (const auto* changed = get_if<SettingChanged>(&event))
          texts.push_back(std::string(changed->name.view()) + "=" + std::string(changed->value.view()));
        if (const auto* notice = get_if<Notice>(&event)) texts.emplace_back(notice->text.view());
        if (const auto* marker = get_if<Marker>(&event)) texts.emplace_back(marker->text.view());
        packets += holds_alternative<PacketArrived>(event) || holds_alternative<PacketSent>(event);
      },
      error))
      << error;
  EXPECT_EQ(packets, 2U);
  EXPECT_EQ(texts, (std::vector<std::string>{
                       "video=camera", "audio=microphone", "link=up:rate=1mbit,trace=FILE;down:off",
                       "rate-control=replay:FILE", "recording=left out", "setting=left out", "shaping=left out",
                       "rate-control=left out", "setting=left out", "muted=yes", "left out", "marker"}));
}

TEST(AnonymousTrace, KeepsTheValuesThatThisProgramWrites) {
  for (const std::string_view kept : {"shaping: 5,12.5",
                                      "video: synthetic:320x240@25",
                                      "audio: speech",
                                      "receive audio: no",
                                      "loss policy: stripes",
                                      "audio-block: 171",
                                      "playout.audio: ramjee4",
                                      "playout.video: i:100",
                                      "lip-sync: off",
                                      "rate-control: fixed:500kbit",
                                      "rate-control: off",
                                      "rate-control: two-stream,min=30kbit,keep=motion",
                                      "transport: tcp",
                                      "link: rate=1mbit,queue=20,delay=20ms",
                                      "link: off",
                                      "background: 500,burst=8",
                                      "cpu-load: 2",
                                      "video-load: 1",
                                      "receive-processor: any",
                                      "priority.video-send: nice:-5",
                                      "recording: sound and pictures"}) {
    const auto colon = kept.find(": ");
    EXPECT_EQ(neutral_value(kept.substr(0, colon), kept.substr(colon + 2)), kept.substr(colon + 2)) << kept;
  }
}

/// A column of text that comes later is either the program's own, or anonymous.cpp has to know it.
TEST(AnonymousTrace, EveryTextColumnHasBeenJudged) {
  std::set<std::string> texts;
  for (const trace::EventTable& table : trace::event_tables())
    for (const trace::Column& column : table.columns)
      if (column.type->form == trace::Form::kText)
        texts.insert(std::string(table.name).append(".").append(column.name));
  EXPECT_EQ(texts, (std::set<std::string>{"call_ended.words", "class_changed.effective", "class_changed.requested",
                                          "clock_synced.source", "demonstration_entered.variant", "marker.text",
                                          "notice.text", "playout_decided.policy", "rate_decided.controller",
                                          "rate_decided.reason", "rate_decided.stage", "ring_dropped.ring",
                                          "setting_changed.name", "setting_changed.origin", "setting_changed.value",
                                          "thread_status.effective", "thread_status.requested"}));
}

}  // namespace
}  // namespace jitterscope::anonymous_test
