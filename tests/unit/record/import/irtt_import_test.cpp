// What `irtt client -o FILE` writes, read as streams.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::irtt_import_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using trace_test::TemporaryFolder;

constexpr std::int64_t kWall = 1'700'000'000'000'000'000, kAhead = 250'000'000;  // ns; of the server's clock

struct Read {
  std::optional<AnalysisInput> input;
  std::string error;
};

Read read(std::string_view json) {
  const TemporaryFolder folder;
  std::ofstream(folder / "a.json", std::ios::binary) << json;
  Read read;
  std::string note;
  read.input = read_stream_file(folder / "a.json", {}, read.error, note);
  return read;
}

std::string moment(std::string_view name, std::optional<std::int64_t> wall, bool monotonic = false) {
  if (!wall) return fmt::format(R"("{}":{{}})", name);
  return monotonic ? fmt::format(R"("{}":{{"monotonic":{}}})", name, *wall - kWall + 1'000'000)
                   : fmt::format(R"("{}":{{"wall":{}}})", name, *wall);
}

struct Trip {
  std::string lost = "\"false\"";
  bool server = true, monotonic = false;
};

/// A request each 20 ms, 10 ms there, 1 ms at the server, 15 ms back.
std::string trip(int number, const Trip& is) {
  const std::int64_t sent = kWall + number * std::int64_t{20'000'000};
  const auto at = [&](bool known, int ms) {
    return known ? std::optional(sent + ms * 1'000'000 + kAhead) : std::nullopt;
  };
  const bool came = is.lost.find("true") == std::string::npos;
  const auto back = came ? std::optional(sent + 26'000'000) : std::nullopt;
  return fmt::format(R"({{"seqno":{},"lost":{},"timestamps":{{"client":{{{},{}}},"server":{{{},{}}}}},"ipdv":{{}}}})",
                     number, is.lost, moment("receive", back, is.monotonic), moment("send", sent, is.monotonic),
                     moment("receive", at(came && is.server, 10), is.monotonic),
                     moment("send", at(came && is.server, 11), is.monotonic));
}

std::string file_of(const std::vector<Trip>& trips) {
  std::string list;
  for (std::size_t i = 0; i < trips.size(); ++i) list += (i ? "," : "") + trip(static_cast<int>(i), trips[i]);
  return R"({"version":{"irtt":"0.9.1"},"config":{"params":{"interval":20000000,"length":172},"supplied":{"params":{"length":0}}},"stats":{"rtt":{"mean":1.5}},"round_trips":[)" +
         list + "]}\n";
}

TEST(IrttImport, ServerTimesGiveOneStreamEachWay) {
  const auto [input, error] = read(file_of(std::vector<Trip>(10)));
  ASSERT_TRUE(input) << error;
  ASSERT_EQ(input->streams.size(), 2u);
  const StreamInput &up = input->streams[0], &down = input->streams[1];
  EXPECT_EQ(up.medium, Medium::kAudio);
  EXPECT_EQ(up.packets.size(), 10u);
  EXPECT_EQ(up.packets[3].sequence, 3);
  EXPECT_EQ(up.packets[3].sent, Timestamp::ns(kWall + 60'000'000));
  EXPECT_EQ(up.packets[3].received, Timestamp::ns(kWall + 70'000'000 + kAhead));
  EXPECT_EQ(up.packets[3].size, 172);
  EXPECT_EQ(down.packets[3].sent, Timestamp::ns(kWall + 71'000'000 + kAhead));
  EXPECT_EQ(down.packets[3].received, Timestamp::ns(kWall + 86'000'000));
  EXPECT_EQ(up.clocks.relation, ClockRelation::kUnknown);
  EXPECT_EQ(up.clocks.sender, down.clocks.receiver);
  EXPECT_EQ(up.clocks.receiver, down.clocks.sender);
  EXPECT_THAT(up.notes, Contains(HasSubstr("from the client to the server")));
  EXPECT_THAT(down.notes, Contains(HasSubstr("from the server to the client")));
  AnalysisOptions common;
  common.clocks = ClockRelation::kCommon;
  EXPECT_FALSE(analyze(*input).streams[0].delay);
  EXPECT_THAT(analyze(*input).streams[0].notes, Contains(HasSubstr("--clocks common")));
  EXPECT_NEAR(analyze(*input, common).streams[0].delay->mean, 260, 1e-6);
}

TEST(IrttImport, WhatWasLostIsLostInTheDirectionThatIrttTells) {
  const Trip up{.lost = "\"true_up\""}, down{.lost = "\"true_down\""}, unknown{.lost = "true"};
  const auto [input, error] = read(file_of({up, {}, down, {}, {}, unknown, {}, down, up, {}, up, down}));
  ASSERT_TRUE(input) << error;
  const auto streams = analyze(*input).streams;
  EXPECT_EQ(streams[0].packets, 5);
  EXPECT_EQ(streams[0].lost, 4) << "three told, one of which nothing is known";
  EXPECT_EQ(streams[1].packets, 5);
  EXPECT_EQ(streams[1].lost, 3) << "answers that the server sent";
  EXPECT_THAT(streams[0].notes, Contains(HasSubstr("3 packets reached the server")));
  EXPECT_THAT(streams[0].notes, Contains(HasSubstr("Of 1 packet irtt does not know")));
}

TEST(IrttImport, WithoutServerTimesDelaysAreRoundTrips) {
  const Trip alone{.server = false}, lost{.lost = "\"true\"", .server = false};
  const auto [input, error] = read(file_of({alone, alone, lost, alone, lost}));
  ASSERT_TRUE(input) << error;
  ASSERT_EQ(input->streams.size(), 1u);
  AnalysisOptions options;
  options.playout_ms = 60;
  const StreamReport report = analyze(*input, options).streams[0];
  EXPECT_EQ(report.packets, 3);
  EXPECT_EQ(report.lost, 2);
  ASSERT_TRUE(report.delay);
  EXPECT_NEAR(report.delay->mean, 26, 1e-9);
  EXPECT_FALSE(report.quality.latency_ms || report.quality.network_latency_ms);
  EXPECT_TRUE(report.round_trips);
  EXPECT_THAT(report.notes, Contains(HasSubstr("round trips")));
}

TEST(IrttImport, MonotonicTimesAloneTellWhatDelaysVaryBy) {
  const auto [input, error] = read(file_of(std::vector<Trip>(5, Trip{.monotonic = true})));
  ASSERT_TRUE(input) << error;
  ASSERT_EQ(input->streams.size(), 2u);
  EXPECT_EQ(input->streams[0].clocks.relation, ClockRelation::kUnknown);
  EXPECT_EQ(input->streams[0].packets[0].sent, Timestamp::ns(1'000'000));
  EXPECT_TRUE(analyze(*input).streams[0].pdv);
}

TEST(IrttImport, AServerThatStampsOnceStampsBothDirections) {
  const auto [input, error] = read(
      R"({"round_trips":[{"seqno":7,"lost":"false","timestamps":{"client":{"receive":{"wall":30},"send":{"wall":10}},"server":{"receive":{"wall":20},"send":{}}}}]})");
  ASSERT_TRUE(input) << error;
  ASSERT_EQ(input->streams.size(), 2u);
  EXPECT_EQ(input->streams[0].packets[0].received, Timestamp::ns(20));
  EXPECT_EQ(input->streams[1].packets[0].sent, Timestamp::ns(20));
  EXPECT_THAT(input->streams[1].notes, Contains(HasSubstr("stamped each packet once")));
}

TEST(IrttImport, WhatIsNoneIsSaidInOneSentence) {
  EXPECT_THAT(read(R"({"streams":[{"packets":3}],"file":"a"})").error, HasSubstr("has no \"round_trips\""));
  EXPECT_THAT(read(R"({"round_trips":[]})").error, HasSubstr("has no round trip"));
  EXPECT_THAT(read(R"({"round_trips":7})").error, HasSubstr("has no \"round_trips\""));
  EXPECT_THAT(read(R"({"round_trips":[{},{"seqno":1}]})").error, HasSubstr("no round trip with a time"));
  const std::string whole = file_of(std::vector<Trip>(3));
  EXPECT_THAT(read(whole.substr(0, whole.size() / 2)).error, HasSubstr("cut off or damaged"));
  EXPECT_THAT(read(whole + whole).error, HasSubstr("cut off or damaged"));
  EXPECT_THAT(read("{\"a\":" + std::string(100'000, '[')).error, HasSubstr("nested"));
  EXPECT_THAT(read(R"({"round_trips":[{"seqno":-4,"timestamps":{"client":{"send":{"wall":1}}}}]})").error,
              HasSubstr("seqno"));
}

TEST(IrttImport, OddValuesDoNoHarm) {
  const auto [input, error] = read(
      "\xEF\xBB\xBF \n"
      R"({"round_trips":[{"seqno":1.0,"lost":false,"timestamps":{"client":{"send":{"wall":10,"x":[{}]},"receive":{"wall":9e99}}}},)"
      R"({"seqno":1,"lost":7,"timestamps":{"client":{"send":{"wall":9223372036854775807},"receive":{"wall":30,"wall":40}},"server":[]}},)"
      R"(null,[{"seqno":5}],{"timestamps":{"client":{"send":{"wall":50},"receive":{"wall":60}}}}]})");
  ASSERT_TRUE(input) << error;
  ASSERT_EQ(input->streams.size(), 1u);
  const StreamInput& stream = input->streams[0];
  ASSERT_EQ(stream.packets.size(), 2u);
  EXPECT_EQ(stream.packets[0].received, Timestamp::ns(40));
  EXPECT_FALSE(stream.packets[0].sent);
  analyze(*input);
}

}  // namespace
}  // namespace jitterscope::irtt_import_test
