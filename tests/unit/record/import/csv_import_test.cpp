#include "core/record/import/csv_import.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iterator>

#include "core/measures/offline/stream_analysis.h"

namespace jitterscope::csv_import_test {
namespace {

std::vector<StreamInput> streams_of(std::string_view text) {
  std::string error;
  auto streams = parse_csv(text, error);
  EXPECT_TRUE(streams.has_value()) << error;
  return std::move(streams).value_or(std::vector<StreamInput>{});
}

/// Of a list of one stream.
StreamInput parsed(std::string_view text) {
  const auto streams = streams_of(text);
  EXPECT_EQ(streams.size(), 1u);
  return streams.empty() ? StreamInput{} : streams.front();
}

std::string refused(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parse_csv(text, error).has_value());
  return error;
}

TEST(CsvImport, ReadsTheThreeColumnsAsAudio) {
  const StreamInput stream = parsed("seq,send_us,recv_us\n7,1000,2500\n8,,3500\n");
  EXPECT_EQ(stream.medium, Medium::kAudio);
  EXPECT_EQ(stream.direction, Direction::kReceived);
  ASSERT_EQ(stream.packets.size(), 2u);
  EXPECT_EQ(stream.packets[0].sequence, 7);
  EXPECT_EQ(stream.packets[0].sent, Timestamp::ns(1'000'000));
  EXPECT_EQ(stream.packets[0].received, Timestamp::ns(2'500'000));
  EXPECT_FALSE(stream.packets[1].sent);
  EXPECT_FALSE(stream.packets[0].size);
  EXPECT_FALSE(stream.packets[0].frame);
}

TEST(CsvImport, AFrameColumnMakesItVideoInAnyColumnOrder) {
  const StreamInput stream = parsed("recv_us,note,frame,seq,size,send_us\n2500,hello,3,7,1024,1000\n2600,,,8,,\n");
  EXPECT_EQ(stream.medium, Medium::kVideo);
  EXPECT_EQ(stream.packets[0].frame, 3);
  EXPECT_EQ(stream.packets[0].size, 1024);
  EXPECT_FALSE(stream.packets[1].frame);
  EXPECT_FALSE(stream.packets[1].size);
}

TEST(CsvImport, ToleratesByteOrderMarkCrLfSpacesBlankLinesAndNoFinalNewline) {
  const StreamInput stream = parsed("\xEF\xBB\xBF seq , send_us, recv_us\r\n\r\n 1 , 10 , 20 \r\n2,30,40");
  ASSERT_EQ(stream.packets.size(), 2u);
  EXPECT_EQ(stream.packets[0].sent, Timestamp::ns(10'000));
  EXPECT_EQ(stream.packets[1].received, Timestamp::ns(40'000));
}

TEST(CsvImport, DecimalsKeepTheirNanoseconds) {
  const StreamInput stream = parsed("seq,send_us,recv_us\n1,0.25,1700000000000000\n2,1e3,12.3456\n");
  EXPECT_EQ(stream.packets[0].sequence, 2);  // sorted by arrival
  EXPECT_EQ(stream.packets[0].received, Timestamp::ns(12'346));
  EXPECT_EQ(stream.packets[0].sent, Timestamp::ns(1'000'000));
  EXPECT_EQ(stream.packets[1].sent, Timestamp::ns(250));
  EXPECT_EQ(stream.packets[1].received, Timestamp::ns(1'700'000'000'000'000'000));
}

TEST(CsvImport, SortsByArrivalKeepingFileOrderOfEqualTimes) {
  const StreamInput stream = parsed("seq,send_us,recv_us\n1,,30\n2,,10\n3,,10\n4,,20\n");
  std::vector<std::int64_t> order;
  for (const auto& packet : stream.packets) order.push_back(packet.sequence);
  EXPECT_EQ(order, (std::vector<std::int64_t>{2, 3, 4, 1}));
}

TEST(CsvImport, ExtendsSixteenBitNumbersOverTheWrap) {
  const StreamInput stream = parsed("seq,send_us,recv_us,frame\n65534,,1,65535\n0,,2,0\n65535,,3,65535\n1,,4,0\n");
  std::vector<std::int64_t> sequences, frames;
  for (const auto& packet : stream.packets) {
    sequences.push_back(packet.sequence);
    frames.push_back(packet.frame.value_or(-1));
  }
  EXPECT_EQ(sequences, (std::vector<std::int64_t>{65534, 65536, 65535, 65537}));
  EXPECT_EQ(frames, (std::vector<std::int64_t>{65535, 65536, 65535, 65536}));
}

TEST(CsvImport, LeavesNumbersAloneThatAreNoSixteenBitCounter) {
  EXPECT_EQ(parsed("seq,send_us,recv_us\n70000,,1\n5,,2\n").packets[1].sequence, 5);
  EXPECT_EQ(parsed("seq,send_us,recv_us\n40000,,1\n20000,,2\n").packets[1].sequence, 20000);
  EXPECT_EQ(parsed("seq,send_us,recv_us\n5,,1\n60000,,2\n").packets[1].sequence, 60000);
}

TEST(CsvImport, EachSsrcIsAStreamInOrderOfAppearance) {
  const auto streams = streams_of(
      "seq,send_us,recv_us,ssrc,clock_hz,rtp_timestamp\n"
      "65535,,1,0x70,,4294967295\n7,,2,111,8000,1\n0,,3,112,48000,9\n8,,4,0X6F,16000,2\n");
  ASSERT_EQ(streams.size(), 2u);
  EXPECT_EQ(streams[0].ssrc, 112u);
  EXPECT_EQ(streams[0].clock_rate_hz, 48000);
  ASSERT_EQ(streams[0].packets.size(), 2u);
  EXPECT_EQ(streams[0].packets[1].sequence, 65536);
  EXPECT_EQ(streams[0].packets[1].rtp_timestamp, (std::int64_t{1} << 32) + 9);
  EXPECT_EQ(streams[1].ssrc, 111u);
  EXPECT_EQ(streams[1].clock_rate_hz, 8000);
  ASSERT_EQ(streams[1].packets.size(), 2u);
  EXPECT_EQ(streams[1].packets[1].sequence, 8);
}

TEST(CsvImport, RowsWithoutAnSsrcAreOfTheOnlyOneElseAStreamOfTheirOwn) {
  const std::string head = "seq,send_us,recv_us,ssrc,clock_hz\n";
  const StreamInput one = parsed(head + "1,,1,,\n2,,2,7,\n3,,3,x,8000\n4,,4,7,16000\n");
  EXPECT_EQ(one.ssrc, 7u);
  EXPECT_EQ(one.clock_rate_hz, 8000);
  EXPECT_EQ(one.packets.size(), 4u);
  const auto several = streams_of(head + "1,,1,,\n2,,2,7,\n3,,3,8,\n4,,4,,\n");
  ASSERT_EQ(several.size(), 3u);
  EXPECT_FALSE(several[0].ssrc);
  EXPECT_EQ(several[0].packets.size(), 2u);
}

TEST(CsvImport, OfSeveralStreamsThoseWithFramesAreVideo) {
  const auto streams = streams_of("seq,send_us,recv_us,ssrc,frame\n1,,1,7,\n2,,2,8,0\n");
  ASSERT_EQ(streams.size(), 2u);
  EXPECT_EQ(streams[0].medium, Medium::kAudio);
  EXPECT_EQ(streams[1].medium, Medium::kVideo);
  for (const StreamInput& stream : streams_of("seq,send_us,recv_us,ssrc,frame\n1,,1,7,\n2,,2,8,\n"))
    EXPECT_EQ(stream.medium, Medium::kVideo) << "the list has the column";
}

TEST(CsvImport, MoreStreamsThanCanBeHeldAreRefused) {
  std::string text = "seq,send_us,recv_us,ssrc\n";
  for (int i = 0; i < 65'536; ++i) fmt::format_to(std::back_inserter(text), "1,2,3,{}\n", i);
  EXPECT_EQ(streams_of(text).size(), 65'536u);
  EXPECT_EQ(refused(text + "1,2,3,65536\n"),
            "line 65538: the column ssrc tells more than 65536 streams apart. If it holds something else, leave it "
            "out; else cut the list into parts");
}

TEST(CsvImport, HeaderAloneIsAnEmptyStream) {
  EXPECT_TRUE(parsed("seq,send_us,recv_us\n").packets.empty());
}

TEST(CsvImport, NamesTheBadLine) {
  EXPECT_NE(refused("").find("seq, send_us and recv_us"), std::string::npos);
  EXPECT_NE(refused("1,2,3\n4,5,6\n").find("is missing"), std::string::npos);
  EXPECT_NE(refused("seq,seq,send_us,recv_us\n").find("twice"), std::string::npos);
  const std::string head = "seq,send_us,recv_us\n";
  EXPECT_EQ(refused(head + "1,2,3\nx,5,6\n"), "line 3: seq is \"x\", not a sequence number");
  EXPECT_EQ(refused(head + "1,2\n"), "line 2: 3 fields expected, 2 found");
  EXPECT_EQ(refused(head + "1,2,3,4\n"), "line 2: 3 fields expected, 4 found");
  EXPECT_EQ(refused(head + "\n1,2,\n1,,lost\n"),
            "line 4: send_us and recv_us are both unknown. A packet that was sent needs a send_us; where some packets "
            "have a recv_us those without one are lost");
  EXPECT_EQ(refused("Sequence,send_us,seq\n"),
            "text is read as a packet list, whose first line must name the columns seq, send_us and recv_us; recv_us "
            "is missing; it names \"Sequence\", \"send_us\", \"seq\"");
  for (const char* bad : {"1,2,lostt\n", "1,inf,3\n", "1,2,99999999999999999999\n", "1,2,1e300\n", "1.5,2,3\n",
                          "1,2,3x\n", "99999999999999999,2,3\n", ",2,3\n"})
    EXPECT_TRUE(refused(head + bad).starts_with("line 2: ")) << bad;
  EXPECT_TRUE(refused("seq,send_us,recv_us,size\n1,2,3,-1\n").starts_with("line 2: size"));
}

TEST(CsvImport, TimesAndNumbersThatNoAnalysisTakesAreRefusedByTheirLine) {
  const std::string head = "seq,send_us,recv_us\n";
  EXPECT_EQ(refused(head + "1,2,3\n2,4611686018427387,4\n"),
            "line 3: send_us is \"4611686018427387\", more than 73 years from 0");
  EXPECT_EQ(refused(head + "1,2,-2305843009213694\n"),
            "line 2: recv_us is \"-2305843009213694\", more than 73 years from 0");
  EXPECT_EQ(refused(head + "1,2305843009213694.5,\n"),
            "line 2: send_us is \"2305843009213694.5\", more than 73 years from 0");
  EXPECT_EQ(parsed(head + "1,-2305843009213693,2305843009213693\n").packets.size(), 1u);
  EXPECT_EQ(refused(head + "-9223372036854775808,0,10\n"),
            "line 2: seq is \"-9223372036854775808\", not a sequence number");
  EXPECT_EQ(refused("seq,send_us,recv_us,frame\n1,2,3,-9223372036854775808\n"),
            "line 2: frame is \"-9223372036854775808\", not a frame number");
  EXPECT_FALSE(parsed("seq,send_us,recv_us,rtp_timestamp\n1,2,3,-9223372036854775808\n").packets[0].rtp_timestamp);
}

TEST(CsvImport, BlankLinesTakeNoMemory) {
  const StreamInput stream = parsed("seq,send_us,recv_us\n1,2,3\n" + std::string(100'000, '\n') + "2,3,4\n");
  EXPECT_EQ(stream.packets.size(), 2u);
  EXPECT_LT(stream.packets.bytes(), 10'000u);
}

TEST(CsvImport, RowsWithoutAReceiveTimeAreLostAtTheEdgesToo) {
  const StreamInput stream =
      parsed("seq,send_us,recv_us\n3,0,\n5,10,NA\n6,20,120\n7,30,lost\n8,,None\n9,50,150\n10,60,*\n12,70,Timeout\n");
  EXPECT_EQ(stream.direction, Direction::kReceived);
  EXPECT_EQ(stream.packets.size(), 2u);
  EXPECT_EQ(stream.missing_before, 3);
  EXPECT_EQ(stream.missing_after, 3);
  const StreamReport report = analyze_stream(stream);
  EXPECT_EQ(report.packets, 2);
  EXPECT_EQ(report.expected, 10);
  EXPECT_EQ(report.lost, 8);
}

TEST(CsvImport, ALostPacketThatCameAfterAllIsOne) {
  const StreamInput stream = parsed("seq,send_us,recv_us\n1,0,100\n2,20,\n2,20,150\n3,40,140\n");
  EXPECT_EQ(stream.packets.size(), 3u);
  EXPECT_EQ(analyze_stream(stream).lost, 0);
}

TEST(CsvImport, LostNumbersWrapWithTheirNeighbours) {
  const auto edges = [](const std::string& rows) {
    const StreamInput stream = parsed("seq,send_us,recv_us\n" + rows);
    return std::tuple(stream.packets[0].sequence, stream.missing_before, stream.missing_after);
  };
  EXPECT_EQ(edges("65533,,1\n65534,,2\n65535,,\n0,,\n1,,\n"), std::tuple(65533, 0, 3)) << "the wrap is lost";
  EXPECT_EQ(edges("65534,,\n65535,,\n0,,1\n1,,2\n"), std::tuple(0, 2, 0));
  EXPECT_EQ(edges("65534,,1\n65535,,\n0,,3\n1,,4\n2,,\n"), std::tuple(65534, 0, 1));
  EXPECT_EQ(edges("5,,1\n60000,,\n"), std::tuple(5, 0, 59'995)) << "no wrap";
  EXPECT_EQ(edges("5,,1\n70000,,\n"), std::tuple(5, 0, 69'995)) << "no sixteen bits";
}

TEST(CsvImport, AStreamOfWhichNothingCameIsLostWhereAnotherCame) {
  const auto streams = streams_of("seq,send_us,recv_us,ssrc\n1,0,50,7\n4,0,,8\n5,20,,8\n7,40,,8\n");
  ASSERT_EQ(streams.size(), 2u);
  EXPECT_EQ(streams[1].direction, Direction::kReceived);
  const StreamReport report = analyze_stream(streams[1]);
  EXPECT_EQ(report.packets, 0);
  EXPECT_EQ(report.lost, 4);
}

TEST(CsvImport, AListWithoutAnyReceiveTimeWasSent) {
  const StreamInput stream = parsed("seq,send_us,recv_us,size\n1,20,NA,100\n2,10,,n/a\n3,40,-,\n");
  EXPECT_EQ(stream.direction, Direction::kSent);
  ASSERT_EQ(stream.packets.size(), 3u);
  EXPECT_EQ(stream.packets[0].sequence, 2);
  EXPECT_EQ(stream.packets[0].received, Timestamp::ns(10'000));
  EXPECT_FALSE(stream.packets[0].sent);
  EXPECT_FALSE(stream.packets[0].size);
  EXPECT_EQ(stream.packets[1].size, 100);
}

TEST(CsvImport, WordsForNothingAreUnknownInEveryOtherField) {
  for (const char* word : {"", "NA", "n/a", "NaN", "null", "NONE", "-", "lost", "timeout", "*"}) {
    const StreamInput stream =
        parsed(fmt::format("seq,send_us,recv_us,size,frame,block,rtp_timestamp,clock_hz,ssrc\n"
                           "7,{0},20,{0},{0},{0},{0},{0},{0}\n",
                           word));
    ASSERT_EQ(stream.packets.size(), 1u) << word;
    PacketObservation expected;
    expected.sequence = 7;
    expected.received = Timestamp::ns(20'000);
    EXPECT_EQ(stream.packets[0], expected) << word;
  }
  EXPECT_EQ(refused("seq,send_us,recv_us\nNA,1,2\n"), "line 2: seq is \"NA\", not a sequence number");
}

TEST(CsvImport, WholeNumbersAsTablesWithHolesWriteThem) {
  const StreamInput stream = parsed("seq,send_us,recv_us,size,frame\n7.0,10.0,20.0,160.0,3.0\n8e0,,1.7e15,NaN,\n");
  EXPECT_EQ(stream.packets[0].sequence, 7);
  EXPECT_EQ(stream.packets[0].size, 160);
  EXPECT_EQ(stream.packets[0].frame, 3);
  EXPECT_EQ(stream.packets[1].sequence, 8);
}

TEST(CsvImport, MoreRowsThanFitAreRefused) {
  std::string text = "seq,send_us,recv_us\n", error;
  for (int i = 0; i < 5; ++i) text += "1,2,3\n";
  EXPECT_TRUE(parse_csv(text, error, {}, 5)) << error;
  EXPECT_FALSE(parse_csv(text + "1,2,3\n", error, {}, 5));
  EXPECT_EQ(error, "line 7: there is memory for 5 packets and no more. Cut it into parts");
}

TEST(CsvImport, AMillionRowsAreAllThere) {
  std::string text = "seq,send_us,recv_us,size,frame\n";
  for (int i = 0; i < 1'000'000; ++i)
    fmt::format_to(std::back_inserter(text), "{},{},{},1064,{}\n", i, i * 1000, i * 1000 + 350 + i % 7, i / 20);
  const StreamInput stream = parsed(text);
  ASSERT_EQ(stream.packets.size(), 1'000'000u);
  EXPECT_EQ(stream.packets.back().sequence, 999'999);
}

TEST(CsvImport, NegativeDelaysAreNoDelays) {
  std::string text = "seq,send_us,recv_us\n";
  for (int i = 0; i < 200; ++i)
    text += std::to_string(i) + "," + std::to_string(i * 20'000 + 100'000) + "," +
            std::to_string(i * 20'000 + i % 5 * 100) + "\n";
  const StreamReport report = analyze_stream(parsed(text));
  EXPECT_FALSE(report.delay) << "delay of " << report.delay->mean << " ms";
  EXPECT_FALSE(report.quality.latency_ms) << "latency of " << *report.quality.latency_ms << " ms";
  ASSERT_TRUE(report.pdv && report.ipdv && report.compensation && report.trend);
  EXPECT_NEAR(report.pdv->max, 0.4, 1e-9);
  ASSERT_EQ(report.notes.size(), 1u);
  EXPECT_NE(report.notes[0].find("negative"), std::string::npos) << report.notes[0];
}

}  // namespace
}  // namespace jitterscope::csv_import_test
