#include "core/algorithms/signalling/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/algorithms/signalling/sample_messages.h"

namespace jitterscope::messages_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

/// Written and read again.
template <typename T>
T round_trip(const T& message) {
  std::string line = write_message(message);
  EXPECT_THAT(line, EndsWith("\n"));
  line.pop_back();
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const MessageReading reading = read_message(line);
  EXPECT_TRUE(reading.message.has_value()) << reading.problem.sentence << " in " << line;
  const T* read = reading.message ? std::get_if<T>(&*reading.message) : nullptr;
  EXPECT_NE(read, nullptr) << line;
  return read ? *read : T{};
}

Description unusual_description() {
  std::string ignored;
  Description description = sample_description("Zoë \"the\" caller", 4'294'967'290u);
  description.conference_offset = Duration::ns(1'700'000'000'123'456'789);
  description.audio = {4'294'967'295u, 40000, 96, 171, false, true};
  description.video = {7, 65534, 26, Subsampling::k422, 29.97, 1280, 720, 700, LossPolicy::kStripes, true, false};
  description.video.transport = Transport::kTcp;
  description.audio.trend = *TrendSetting::parse("low=0.3,pct-high=0.61,epsilon=1.5ms", ignored);
  description.block_extension = 5;
  description.sent_extension = 6;
  return description;
}

TEST(Messages, OfferAndAnswerKeepEveryField) {
  const auto offer = round_trip(message::Offer{17, unusual_description()});
  EXPECT_EQ(offer.id, 17);
  EXPECT_EQ(offer.description, unusual_description());
  const auto answer = round_trip(message::Answer{-3, sample_description("b", 9)});
  EXPECT_EQ(answer.id, -3);
  EXPECT_EQ(answer.description, sample_description("b", 9));
  EXPECT_FALSE(answer.description.conference_offset.has_value());
}

TEST(Messages, AClockIsKeptWithAnOffsetOrWithoutOne) {
  for (const bool offers : {true, false}) {
    Description description = sample_description("a", 1000);
    description.conference_offset = offers ? std::optional(Duration::ns(7)) : std::nullopt;
    description.clock_is_kept = true;
    const auto read = read_message(write_message(message::Offer{1, description}));
    ASSERT_TRUE(read.message) << offers;
    EXPECT_EQ(std::get<message::Offer>(*read.message).description, description) << offers;
  }
}

TEST(Messages, AnIdentityInOtherWordsIsNone) {
  Description description = sample_description("b", 9);
  for (const char* said : {"0123456789ABCDEF0123456789abcdef", "0123", "<img src='/dev/zero'> 0123456789abcdef",
                           "0123456789abcdef0123456789abcdef0"}) {
    description.identity = said;
    EXPECT_EQ(round_trip(message::Offer{1, description}).description.identity, "") << said;
  }
}

TEST(Messages, SmallMessagesKeepEveryField) {
  EXPECT_EQ(round_trip(message::KeepAlive{4}).id, 4);
  EXPECT_EQ(round_trip(message::Done{5}).id, 5);
  EXPECT_EQ(round_trip(message::HangUp{"dinner"}).reason, "dinner");
  round_trip(message::Ringing{});
  const auto changed = round_trip(message::Changed{"shaping", "c", "remote"});
  EXPECT_EQ(changed.name + changed.value + changed.origin, "shapingcremote");
  const auto failed = round_trip(message::Failed{6, error_code::kBusy, "busy"});
  EXPECT_EQ(failed.id, 6);
  EXPECT_EQ(failed.code, error_code::kBusy);
  EXPECT_EQ(failed.sentence, "busy");
  EXPECT_FALSE(round_trip(message::Failed{std::nullopt, -32700, "no"}).id.has_value());
}

TEST(Messages, MediaCarriesWhatIsThere) {
  const auto both = round_trip(message::Media{unusual_description().audio, unusual_description().video});
  EXPECT_EQ(both.audio, unusual_description().audio);
  EXPECT_EQ(both.video, unusual_description().video);
  VideoDescription withdrawn;
  withdrawn.send = withdrawn.receive = false;  // then it needs no port
  const auto one = round_trip(message::Media{std::nullopt, withdrawn});
  EXPECT_FALSE(one.audio.has_value());
  EXPECT_EQ(one.video, withdrawn);
}

TEST(Messages, PathCarriesBothPorts) {
  const auto path = round_trip(message::Path{40002, 65534});
  EXPECT_EQ(path.audio_port, 40002);
  EXPECT_EQ(path.video_port, 65534);
}

TEST(Messages, ChangeCarriesTheWordsOfTheCommandLine) {
  const auto shaping = round_trip(message::Change{1, SetShaping{*ShapingSetting::parse("7,12.5"), End::kRemote}});
  EXPECT_EQ(name_of(shaping.setting), "shaping");
  EXPECT_EQ(words_of(shaping.setting), "7,12.5");
  EXPECT_EQ(std::get<SetShaping>(shaping.setting).end, End::kLocal);  // for the one who reads it
  const SetPriority priority{ThreadRole::kVideoSend, *PrioritySetting::parse("rr"), End::kRemote};
  const auto change = round_trip(message::Change{2, priority});
  EXPECT_EQ(name_of(change.setting), "priority.video-send");
  EXPECT_EQ(words_of(change.setting), "rr");
  for (const char* own_to_say : {"nice:-5", "realtime:20", "rr:20", "slice:1", "deadline", "deadline:2/10"})
    EXPECT_FALSE(parse_asked("priority.video-send", own_to_say)) << own_to_say;
  const auto block = round_trip(message::Change{3, SetAudioBlock{171, End::kRemote}});
  EXPECT_EQ(name_of(block.setting), "audio-block");
  EXPECT_EQ(std::get<SetAudioBlock>(block.setting).value, 171);
  EXPECT_EQ(std::get<SetAudioBlock>(block.setting).end, End::kLocal);
  for (const char* not_a_block : {"", "7", "2049", "171b", "-8", "1e3", "99999999999"})
    EXPECT_FALSE(parse_asked("audio-block", not_a_block)) << not_a_block;
}

TEST(Messages, SummaryKeepsTheUnknownUnknown) {
  PeerSummary summary;
  summary.medium = Medium::kVideo;
  summary.packets = 1'000'000'000'000;
  summary.expected = 2, summary.lost = 3, summary.duplicates = 4, summary.reordered = 5;
  summary.frames_complete = 6, summary.frames_lost = 7, summary.frames_late = 8;
  summary.rate_kbps = 812.5;
  summary.jitter_ms = 0.25;
  summary.delay_mean_ms = std::numeric_limits<double>::quiet_NaN();
  const PeerSummary read = round_trip(message::Summary{summary}).summary;
  EXPECT_EQ(read.medium, Medium::kVideo);
  EXPECT_EQ(read.packets, 1'000'000'000'000);
  EXPECT_EQ(read.expected * 10000000 + read.lost * 1000000 + read.duplicates * 100000 + read.reordered * 10000 +
                read.frames_complete * 100 + read.frames_lost * 10 + read.frames_late.value_or(0),
            23450678);
  EXPECT_EQ(read.rate_kbps, 812.5);
  EXPECT_EQ(read.jitter_ms, 0.25);
  EXPECT_FALSE(read.delay_mean_ms.has_value());
  EXPECT_FALSE(read.interarrival_mean_ms.has_value());
  summary.frames_late.reset();
  EXPECT_FALSE(round_trip(message::Summary{summary}).summary.frames_late.has_value());
}

TEST(Messages, SummaryCarriesTheQualityOfItsMedium) {
  PeerSummary summary;
  summary.medium = Medium::kVideo;
  EXPECT_FALSE(round_trip(message::Summary{summary}).quality);
  const auto read =
      round_trip(message::Summary{summary, PeerQuality{Medium::kVideo, -0.5, std::nullopt, 0.25, {}}}).quality;
  ASSERT_TRUE(read);
  EXPECT_EQ(read->medium, Medium::kVideo);
  EXPECT_EQ(read->latency_ms, -0.5);
  EXPECT_FALSE(read->jitter_ms);
  EXPECT_EQ(read->loss_ratio, 0.25);
  EXPECT_FALSE(read->network_latency_ms || read->ends_at);
  const PeerQuality full{Medium::kVideo, 120, 1, 0, {}, 41.5, LatencyEnd::kPainting};
  const auto again = round_trip(message::Summary{summary, full}).quality;
  EXPECT_EQ(again->network_latency_ms, 41.5);
  EXPECT_EQ(again->ends_at, LatencyEnd::kPainting);
  for (const auto& wrong : {PeerQuality{Medium::kVideo, 1, -1, 0, {}}, PeerQuality{Medium::kVideo, 1, 1, 1.5, {}}})
    EXPECT_FALSE(read_message(write_message(message::Summary{summary, wrong})).message);
}

TEST(Messages, ASummaryOfTimesThatCannotBeIsRefused) {
  for (const auto change : {+[](PeerSummary&s, PeerQuality&) { s.jitter_ms = -1e308; },
                            +[](PeerSummary&s, PeerQuality&) { s.interarrival_stddev_ms = -5; },
                            +[](PeerSummary&s, PeerQuality&) { s.delay_p95_ms = 1e12; },
                            +[](PeerSummary&, PeerQuality&q) { q.network_latency_ms = -1e308; },
                            +[](PeerSummary&, PeerQuality&q) { q.latency_ms = 1e300; }}) {
    PeerSummary summary;
    PeerQuality quality{Medium::kAudio, 1, 1, 0, {}};
    change(summary, quality);
    EXPECT_FALSE(read_message(write_message(message::Summary{summary, quality})).message);
  }
}

SenderTimes sample_times(std::int64_t frame) {
  SenderTimes times;
  times.medium = Medium::kVideo;
  times.ssrc = 4'294'967'295u;
  times.frame = frame;
  times.block = 65535;
  times.capture = Duration::ns(33'300'400);
  times.encode = Duration::ns(1'500'400);
  times.shaper = Duration::ns(40'000'400);
  times.waiting = Duration::ns(120'600);
  times.socket = Duration::ns(2'400);
  times.queue = Duration::ns(-400);
  return times;
}

TEST(Messages, TimesAreWholeMicrosecondsWhoseSumHolds) {
  const auto read = round_trip(message::Times{{sample_times(0), sample_times(1'000'000'000'000)}}).times;
  ASSERT_EQ(read.size(), 2u);
  const SenderTimes& times = read[1];
  EXPECT_EQ(times.medium, Medium::kVideo);
  EXPECT_EQ(times.ssrc, 4'294'967'295u);
  EXPECT_EQ(times.frame, 1'000'000'000'000);
  EXPECT_EQ(times.block, 65535);
  EXPECT_EQ(times.capture, Duration::us(33'300));
  EXPECT_EQ(times.encode, Duration::us(1'501));  // ends at 34 800.8 µs
  EXPECT_EQ(times.shaper, Duration::us(40'000));
  EXPECT_EQ(times.waiting, Duration::us(121));
  const Duration whole = times.capture + times.encode + times.shaper + *times.socket + *times.queue;
  EXPECT_LE(std::abs((whole - Duration::ns(74'803'200)).ns()), 500);
}

TEST(Messages, TimesKeepTheUnknownUnknownAndTheirBounds) {
  std::vector<SenderTimes> many(message::Times::kMost + 4, sample_times(7));
  many[0].socket.reset();  // then the queue is unknown as well
  many[1].queue.reset();
  many[2].waiting = Duration::seconds(601);  // left out
  many[3].ssrc = 1;                          // of another stream
  const auto read = round_trip(message::Times{many}).times;
  ASSERT_EQ(read.size(), message::Times::kMost);
  EXPECT_FALSE(read[0].socket || read[0].queue);
  EXPECT_TRUE(read[1].socket && !read[1].queue);
  EXPECT_TRUE(read[2].socket && read[2].queue);
  EXPECT_TRUE(round_trip(message::Times{}).times.empty());
  EXPECT_LT(write_message(message::Times{{sample_times(99'999), sample_times(99'999)}}).size(), 200u);
}

TEST(Messages, UnknownKeysAreIgnored) {
  const MessageReading reading =
      read_message(R"({"jsonrpc":"2.0","method":"hangup","params":{"reason":"x","mood":[1,{}]},"later":7})");
  ASSERT_TRUE(reading.message.has_value());
  EXPECT_EQ(std::get<message::HangUp>(*reading.message).reason, "x");
}

TEST(Messages, OfAnEndThatDoesNotSayWhatItCanTheNameIsRead) {
  const MessageReading reading = read_message(
      R"({"jsonrpc":"2.0","id":1,"method":"offer","params":{"version":3,"name":"old","media":7,"streams":7}})");
  ASSERT_TRUE(reading.message.has_value()) << reading.problem.sentence;
  const Description& read = std::get<message::Offer>(*reading.message).description;
  EXPECT_EQ(read.name, "old");
  EXPECT_FALSE(read.can);
}

TEST(Messages, WordsOfCapabilitiesThatAreNotKnownArePassedOver) {
  Description description = sample_description("a", 1000);
  description.can->remove<capability::Tcp>();
  std::string line = write_message(message::Offer{1, description});
  EXPECT_EQ(line.find("\"tcp\""), std::string::npos) << line;
  const std::string list = "\"can\":[";
  line.insert(line.find(list) + list.size(), R"("levitation","arrivals",)");
  const MessageReading reading = read_message(line);
  ASSERT_TRUE(reading.message) << reading.problem.sentence;
  EXPECT_EQ(std::get<message::Offer>(*reading.message).description, description);
}

TEST(Messages, StreamsOfOtherCodecsArePassedOver) {
  std::string line = write_message(message::Offer{1, sample_description("a", 1000)});
  const std::string list = "\"streams\":[";
  line.insert(line.find(list) + list.size(),
              R"({"medium":"audio","codec":"opus","channels":[2]},{"medium":"video","codec":"VP8","port":-1},)");
  const MessageReading reading = read_message(line);
  ASSERT_TRUE(reading.message) << reading.problem.sentence;
  EXPECT_EQ(std::get<message::Offer>(*reading.message).description, sample_description("a", 1000));
}

struct Malformed {
  std::string line;
  int code;
  bool reply;
};

class MalformedLine : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedLine, IsNamedAndAnsweredAsJsonRpcSays) {
  const MessageReading reading = read_message(GetParam().line);
  EXPECT_FALSE(reading.message.has_value());
  EXPECT_EQ(reading.problem.code, GetParam().code) << reading.problem.sentence;
  EXPECT_EQ(reading.reply, GetParam().reply);
  EXPECT_FALSE(reading.problem.sentence.empty());
}

constexpr int kParse = error_code::kParse, kRequest = error_code::kInvalidRequest, kMethod = error_code::kUnknownMethod,
              kParameters = error_code::kInvalidParameters;

Malformed notification(const std::string& method, const std::string& params) {
  return {R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}", kParameters, false};
}
Malformed request(const std::string& method, const std::string& params) {
  return {R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}", kParameters, true};
}
Malformed times(const std::string& rows) {
  return notification("times", R"({"medium":"audio","ssrc":1,"times":[)" + rows + "]}");
}

INSTANTIATE_TEST_SUITE_P(
    Messages, MalformedLine,
    testing::Values(Malformed{"", kParse, true}, Malformed{"{", kParse, true},
                    Malformed{"GET / HTTP/1.1", kParse, true}, Malformed{"{\"a\":\"\xff\"}", kParse, true},
                    Malformed{R"({"a":1e999})", kParse, true}, Malformed{"[[[[[[[[[1]]]]]]]]]", kParse, true},
                    Malformed{"null", kRequest, true}, Malformed{"[]", kRequest, true}, Malformed{"{}", kRequest, true},
                    Malformed{R"({"method":"ringing"})", kRequest, true},
                    Malformed{R"({"jsonrpc":"1.0","method":"ringing"})", kRequest, true},
                    Malformed{R"({"jsonrpc":"2.0","method":7})", kRequest, true},
                    Malformed{R"({"jsonrpc":"2.0","method":"keepalive","id":"x"})", kRequest, true},
                    Malformed{R"({"jsonrpc":"2.0","method":"keepalive","id":18446744073709551615})", kRequest, true},
                    Malformed{R"({"jsonrpc":"2.0","id":1,"method":"dance"})", kMethod, true},
                    Malformed{R"({"jsonrpc":"2.0","method":"dance"})", kMethod, false},
                    request("change", R"({"name":"shaping","value":"z"})"),
                    request("change", R"({"name":"priority.cook","value":"nice"})"),
                    request("change", R"(["shaping"])"),
                    Malformed{R"({"jsonrpc":"2.0","id":1,"method":"offer"})", kParameters, true},
                    notification("hangup", R"({"reason":3})"), notification("media", R"({})"),
                    notification("media", R"({"streams":[]})"), notification("media", R"({"streams":[7]})"),
                    notification("media", R"({"streams":[{"medium":"smell","codec":"PCMU"}]})"),
                    notification("path", R"({"audio_port":5006})"),
                    notification("path", R"({"audio_port":5007,"video_port":5008})"),
                    notification("path", R"({"audio_port":5006,"video_port":0})"),
                    notification("path", R"({"audio_port":65536,"video_port":5008})"),
                    notification("path", R"({"audio_port":-2,"video_port":"5008"})"),
                    notification("changed", R"({"name":"a","value":"b","origin":"c"})"),
                    notification("summary", R"({"medium":"smell"})"), notification("times", R"({})"),
                    notification("times", R"({"medium":"audio","ssrc":1,"times":{}})"), times("[1,0,1,1,1,1,1]"),
                    times("[1,0,1,1,1,1,1,1,1]"), times("[1,0,1,1,1,null,1,1]"), times("[1,0,1,1,1,1,null,1]"),
                    times("[1,65536,1,1,1,1,1,1]"), times("[-1,0,1,1,1,1,1,1]"), times("[1,0,-1,1,1,1,1,1]"),
                    times("[1,0,1,600000001,1,1,1,1]"), times("[1,0,1,1,1,1,-1001,1]"), times("[1,0,1,1,1,1.5,1,1]"),
                    times("[1,0,1,1,1,9223372036854775808,1,1]"), times("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"),
                    Malformed{R"({"jsonrpc":"2.0","result":{}})", kRequest, false},
                    Malformed{R"({"jsonrpc":"2.0","id":1,"result":7})", kParameters, false},
                    Malformed{R"({"jsonrpc":"2.0","id":1,"error":{"code":"x"}})", kParameters, false}));

/// A good offer with one piece of its text replaced.
MessageReading read_offer_with(const std::string& from, const std::string& to) {
  std::string line = write_message(message::Offer{1, sample_description("a", 1000)});
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from << " in " << line;
  return read_message(line.replace(at, from.size(), to));
}

TEST(Messages, ValuesOutOfRangeAreRefused) {
  const std::pair<const char*, const char*> edits[] = {
      {R"("port":5006)", R"("port":5007)"},
      {R"("port":5006)", R"("port":0)"},
      {R"("port":5006)", R"("port":70000)"},
      {R"("port":5006)", R"("port":5006.5)"},
      {R"("ssrc":1000)", R"("ssrc":-1)"},
      {R"("ssrc":1000)", R"("ssrc":4294967296)"},
      {R"("payload_type":0)", R"("payload_type":128)"},
      {R"("clock_rate":8000)", R"("clock_rate":44100)"},
      {R"("period_ms":32.0)", R"("period_ms":0.1)"},
      {R"("period_ms":32.0)", R"("period_ms":"32")"},
      {R"("codec":"PCMU")", R"("codec":"opus")"},
      {R"("medium":"audio")", R"("medium":"smell")"},
      {R"("block_bytes":1024)", R"("block_bytes":1000000)"},
      {R"("width":640)", R"("width":100000)"},
      {R"("send":true)", R"("send":1)"},
      {R"("subsampling":"4:2:0")", R"("subsampling":"4:4:4")"},
      {R"("block":1)", R"("block":15)"},
      {R"("block":1)", R"("block":2)"},
      {R"("trend":"")", R"("trend":"low=2")"},
      {R"("trend":"")", R"("trend":7)"},
      {R"("transport":"udp")", R"("transport":"sctp")"},
      {R"("version":4)", R"("nonce":7)"},
      {R"("can":["arrivals")", R"("can":["arrivals",7)"},
      {R"("can":["arrivals")", R"("can":[["arrivals"])"},
      {R"("period_ms":66.66666666666667)", R"("period_ms":100001)"},
      {R"("period_ms":66.66666666666667)", R"("period_ms":1e-320)"},
      {R"("period_ms":66.66666666666667)", R"("period_ms":-1)"},
      {R"("version":4)", R"("clock":{"conference_offset_ns":9000000000000000000})"},
      {R"("version":4)", R"("clock":{"conference_offset_ns":-4000000000000000000})"}};
  for (const auto& [from, to] : edits) {
    const MessageReading reading = read_offer_with(from, to);
    EXPECT_FALSE(reading.message.has_value()) << to;
    EXPECT_EQ(reading.problem.code, error_code::kInvalidParameters) << to;
    EXPECT_EQ(reading.problem.id, 1) << to;
  }
  EXPECT_TRUE(read_offer_with("640", "320").message.has_value());
  for (const char* told_by_newer_ends : {R"(,"trend":"")", R"("transport":"udp",)"}) {
    const auto usual = read_offer_with(told_by_newer_ends, "").message;
    ASSERT_TRUE(usual) << told_by_newer_ends;
    EXPECT_EQ(std::get<message::Offer>(*usual).description, sample_description("a", 1000));
  }
  for (const char* period : {"null", "100000", "1"})
    EXPECT_TRUE(read_offer_with("66.66666666666667", period).message.has_value()) << period;
  EXPECT_TRUE(read_offer_with(R"("version":4)", R"("version":{})").message.has_value()) << "it is not read any more";
}

TEST(Messages, LinesOverTheLimitAreNotParsed) {
  const std::string filler(kMaxLineBytes, ' ');
  EXPECT_EQ(read_message(filler + "{}").problem.code, error_code::kParse);
  const std::string ringing = R"({"jsonrpc":"2.0","method":"ringing"})";
  EXPECT_TRUE(read_message(ringing + std::string(kMaxLineBytes - ringing.size(), ' ')).message.has_value());
}

TEST(Messages, TextsAreCutAndCleaned) {
  EXPECT_EQ(clean_text("a\nb\tc\x7f\x1b[31md"), "abc[31md");
  EXPECT_EQ(clean_text("Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x98\x80"), "Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(clean_text("x\xff\xc3\xc0\xafy\xed\xa0\x80z\xe2\x82"), "xyz");  // broken, overlong, surrogate, cut off
  EXPECT_EQ(clean_text("a\xe2\x80\xae"
                       "b\xc2\x85"
                       "c\xe2\x81\xa6"),
            "abc");  // turned direction, next line, isolate
  EXPECT_EQ(clean_text(std::string(1000, 'a')), std::string(kMaxTextBytes, 'a'));
  EXPECT_EQ(clean_text(std::string(kMaxTextBytes - 1, 'a') + "\xc3\xab"), std::string(kMaxTextBytes - 1, 'a'));
  EXPECT_EQ(round_trip(message::HangUp{std::string(70'000, 'x') + "\n"}).reason.size(), kMaxTextBytes);
}

TEST(CleanText, LeavesOutWhatHasNoWidth) {
  EXPECT_EQ(clean_text("a\u200b\u200d\u200f\u2060\ufeff\U000e0041\U000e007fb"), "ab");
}

TEST(CleanName, IsShortAndEmptyWhereNothingIsSeen) {
  EXPECT_EQ(clean_name(" Ada \u00a0"), "Ada");
  EXPECT_EQ(clean_name("Ada B"), "Ada B");
  EXPECT_EQ(clean_name("\u200b"), "");
  EXPECT_EQ(clean_name(" \u3000\u2800\u3164\ufe0f "), "");
  EXPECT_EQ(clean_name(std::string(300, 'W')), std::string(40, 'W'));
  EXPECT_LE(clean_name("\u4e2d" + std::string(300, 'W')).size(), 42u);
  Description named;
  named.audio.port = 40000, named.video.port = 40002;
  named.audio.ssrc = 1, named.video.ssrc = 2;
  named.name = std::string(300, 'W');
  EXPECT_EQ(round_trip(message::Offer{1, named}).description.name, std::string(40, 'W'));
}

TEST(Quoted, CannotEndItsOwnQuotation) {
  EXPECT_EQ(in_quotes("gone"), "“gone”");
  EXPECT_EQ(in_quotes("x” \"y\" “"), "“x' 'y' '”");
  EXPECT_LE(in_quotes(std::string(1000, 'x')).size(), 130u);
}

}  // namespace
}  // namespace jitterscope::messages_test
