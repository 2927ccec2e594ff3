#include "core/record/sound/stream_sound.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/algorithms/media/pcmu.h"
#include "core/measures/offline/stream_analysis.h"
#include "core/record/open/stream_file.h"
#include "tests/unit/record/trace/capture_bytes.h"
#include "tests/unit/record/trace/recorded_trace.h"

namespace jitterscope::stream_sound_test {
namespace {

using namespace capture_bytes;
using testing::ElementsAre;
using testing::HasSubstr;
using trace_test::TemporaryFolder;

constexpr int kBlock = 160;
constexpr std::int64_t kPeriodNs = 20'000'000;

/// A packet whose payload are as many bytes of `filling`.
std::string filled(const Rtp& fields, int filling, std::size_t bytes = kBlock) {
  return rtp_packet(fields, 0) + std::string(bytes, static_cast<char>(filling));
}

/// The PCMU code of each packet's own constant sample.
int code_of(int packet) {
  return 0x80 + packet;
}

std::int16_t sample_of(int packet) {
  return pcmu_decode(static_cast<std::uint8_t>(code_of(packet)));
}

class Sound : public testing::Test {
 protected:
  void add(int packet, std::int64_t at_ns, std::uint8_t type = 0, std::uint32_t shift = 0) {
    const Rtp fields{.sequence = static_cast<std::uint16_t>(packet),
                     .timestamp = static_cast<std::uint32_t>(packet * kBlock) + shift,
                     .payload_type = type};
    pcap_.add(at_ns, ipv4(udp(filled(fields, code_of(packet)))));
  }
  void add_in_time(int from, int to) {
    for (int i = from; i < to; ++i) add(i, i * kPeriodNs);
  }
  std::optional<StreamSound> read(std::optional<double> from_s = {}, std::size_t stream = 0) {
    return read_file(pcap_.file(), "call.pcap", from_s, stream);
  }
  std::optional<StreamSound> read_file(const std::string& bytes, const char* name, std::optional<double> from_s = {},
                                       std::size_t stream = 0, const CaptureOptions& options = {}) {
    const std::string path = path_of(name);
    std::ofstream(path, std::ios::binary) << bytes;
    const auto input = read_stream_file(path, options, error_, note_);
    if (!input || stream >= input->streams.size()) return std::nullopt;
    why_not_ = why_no_sound(input->streams[stream]);
    return read_sound(path, input->streams[stream], began_of(*input).value_or(Timestamp()), from_s, error_, {});
  }
  /// The one sample of each block of 20 ms; fails where a block is not constant.
  static std::vector<int> blocks(const StreamSound& sound, int samples = kBlock) {
    std::vector<int> found;
    for (auto from = sound.samples.begin(); sound.samples.end() - from >= samples; from += samples) {
      EXPECT_TRUE(std::all_of(from, from + samples, [&](int each) { return each == *from; })) << found.size();
      found.push_back(*from);
    }
    return found;
  }

  std::string path_of(const char* name) const { return folder_ / name; }

  TemporaryFolder folder_;
  Pcap pcap_{kRawIp, true};
  std::string error_, note_, why_not_;
};

TEST_F(Sound, StandsInOrderWithLossAsSilenceAndWithoutCopies) {
  add_in_time(0, 3);
  add(4, 4 * kPeriodNs);  // overtakes the third, which is late
  add(3, 4 * kPeriodNs + 1'000'000);
  add(4, 4 * kPeriodNs + 2'000'000);  // a copy
  add(7, 7 * kPeriodNs);              // the fifth and the sixth are lost
  const auto sound = read();
  ASSERT_TRUE(sound) << error_;
  EXPECT_EQ(sound->rate_hz, 8000);
  EXPECT_EQ(sound->from_s, 0);
  EXPECT_THAT(blocks(*sound),
              ElementsAre(sample_of(0), sample_of(1), sample_of(2), sample_of(3), sample_of(4), 0, 0, sample_of(7)));
}

TEST_F(Sound, OfACopyThatSaysSomethingElseTheFirstIsHeard) {
  add_in_time(0, 20);
  pcap_.add(20 * kPeriodNs, ipv4(udp(filled({.sequence = 19, .timestamp = 19 * kBlock}, 0x00))));
  add_in_time(21, 30);
  const auto sound = read();
  ASSERT_TRUE(sound) << error_;
  EXPECT_EQ(blocks(*sound)[19], sample_of(19));
  EXPECT_EQ(blocks(*sound)[20], 0) << "its own number is lost";
}

TEST_F(Sound, ComfortNoiseAndTelephoneEventsAreSilence) {
  add_in_time(0, 6);
  add(6, 6 * kPeriodNs, 13);
  add(7, 7 * kPeriodNs, 101);
  add_in_time(8, 10);
  const auto sound = read();
  ASSERT_TRUE(sound) << error_;
  const auto heard = blocks(*sound);
  ASSERT_EQ(heard.size(), 10u);
  EXPECT_THAT((std::vector(heard.begin() + 5, heard.end())),
              ElementsAre(sample_of(5), 0, 0, sample_of(8), sample_of(9)));
}

TEST_F(Sound, BehindARestartOfTheTimestampsItStandsWhereItCame) {
  add_in_time(0, 6);
  for (int i = 6; i < 12; ++i) add(i, i * kPeriodNs + 1'000'000'000, 0, 3'000'000'000u);
  const auto sound = read();
  ASSERT_TRUE(sound) << error_;
  const auto heard = blocks(*sound);
  ASSERT_EQ(heard.size(), 12u + 50u);
  EXPECT_EQ(heard[5], sample_of(5));
  EXPECT_EQ(heard[6], 0);
  EXPECT_EQ(heard[55], 0);
  EXPECT_EQ(heard[56], sample_of(6));
}

TEST_F(Sound, BeginsAtAMomentWithinTheStreamElseAtItsBeginning) {
  pcap_.add(0, ipv4(udp(filled({.sequence = 1, .timestamp = 0, .ssrc = 7}, 1), 9000, 9000)));
  for (int i = 0; i < 10; ++i) add(i, 1'000'000'000 + i * kPeriodNs);
  for (int i = 1; i < 8; ++i)
    pcap_.add(2'000'000'000 + i * kPeriodNs,
              ipv4(udp(filled({.sequence = static_cast<std::uint16_t>(1 + i),
                               .timestamp = static_cast<std::uint32_t>(16'000 + i * kBlock),
                               .ssrc = 7},
                              1),
                       9000, 9000)));
  const auto inside = read(1.1, 1);
  ASSERT_TRUE(inside) << error_;
  EXPECT_NEAR(inside->from_s, 1.1, 1e-6);
  EXPECT_THAT(blocks(*inside), ElementsAre(sample_of(5), sample_of(6), sample_of(7), sample_of(8), sample_of(9)));
  for (const double outside : {0.5, 4.0}) {
    const auto whole = read(outside, 1);
    ASSERT_TRUE(whole) << error_;
    EXPECT_NEAR(whole->from_s, 1, 1e-6);
    EXPECT_EQ(blocks(*whole).size(), 10u);
  }
}

TEST_F(Sound, ALawAndTheLinearEncodingsAreKnown) {
  Pcap a_law(kRawIp, true), mono(kRawIp, true), stereo(kRawIp, true);
  const std::string left_and_right = bytes({0x10, 0x00, 0x20, 0x00});
  for (std::uint16_t i = 0; i < 6; ++i) {
    a_law.add(i * kPeriodNs, ipv4(udp(filled({i, i * 160u, 1, 8}, 0xAA))));
    std::string two = rtp_packet({i, i * 882u, 2, 10}, 0), one = rtp_packet({i, i * 320u, 3, 97}, 0);
    for (int k = 0; k < 882; ++k) two += left_and_right;
    for (int k = 0; k < 320; ++k) one += bytes({0xFF, 0x00});
    stereo.add(i * kPeriodNs, ipv4(udp(two)));
    mono.add(i * kPeriodNs, ipv4(udp(one)));
  }
  const auto of_a_law = read_file(a_law.file(), "a.pcap");
  ASSERT_TRUE(of_a_law) << error_;
  EXPECT_THAT(blocks(*of_a_law), testing::AllOf(testing::SizeIs(6), testing::Each(32256)));
  const auto of_stereo = read_file(stereo.file(), "s.pcap");
  ASSERT_TRUE(of_stereo) << error_;
  EXPECT_EQ(of_stereo->rate_hz, 44100);
  EXPECT_THAT(blocks(*of_stereo, 882), testing::AllOf(testing::SizeIs(6), testing::Each(0x1800)));
  const auto of_mono = read_file(mono.file(), "m.pcap", {}, 0,
                                 {.port = {}, .ssrc = {}, .payloads = {{97, Medium::kAudio, 16000, "L16"}}});
  ASSERT_TRUE(of_mono) << error_;
  EXPECT_EQ(of_mono->rate_hz, 16000);
  EXPECT_THAT(blocks(*of_mono, 320), testing::AllOf(testing::SizeIs(6), testing::Each(-256)));
}

TEST_F(Sound, AnUnknownCodecIsRefusedInASentence) {
  for (int i = 0; i < 8; ++i) add(i, i * kPeriodNs, 18);
  EXPECT_FALSE(read());
  EXPECT_EQ(error_, "Its payload is G729; PCMU, PCMA and L16 can be played.");
  EXPECT_EQ(why_not_, error_);
}

TEST_F(Sound, PacketsCutShortBeforeTheirPayloadHoldNone) {
  Pcap cut(kRawIp, true);
  for (std::uint16_t i = 0; i < 8; ++i) cut.add(i * kPeriodNs, ipv4(udp(rtp_packet({i, i * 160u}))), 40);
  EXPECT_FALSE(read_file(cut.file(), "cut.pcap"));
  EXPECT_THAT(error_, HasSubstr("cut short"));
}

TEST_F(Sound, APackedCaptureAndAnRtpdumpFileAreReadToo) {
  add_in_time(0, 6);
  const std::string packed = path_of("packed.gz");
  const gzFile file = gzopen(packed.c_str(), "wb");
  gzwrite(file, pcap_.file().data(), static_cast<unsigned>(pcap_.file().size()));
  gzclose(file);
  const auto input = read_stream_file(packed, {}, error_, note_);
  ASSERT_TRUE(input) << error_;
  const auto of_packed = read_sound(packed, input->streams[0], *began_of(*input), {}, error_, {});
  ASSERT_TRUE(of_packed) << error_;
  EXPECT_EQ(blocks(*of_packed).size(), 6u);
  std::string dump = "#!rtpplay1.0 10.0.0.2/5006\n" + std::string(16, '\0');
  for (std::uint16_t i = 0; i < 6; ++i) {
    const std::string packet = filled({i, i * 160u}, code_of(i));
    dump += big(static_cast<std::uint16_t>(packet.size() + 8)) + big(static_cast<std::uint16_t>(packet.size())) +
            big(i * 20u) + packet;
  }
  const auto of_dump = read_file(dump, "call.rtpdump");
  ASSERT_TRUE(of_dump) << error_;
  EXPECT_THAT(blocks(*of_dump),
              ElementsAre(sample_of(0), sample_of(1), sample_of(2), sample_of(3), sample_of(4), sample_of(5)));
}

TEST_F(Sound, AFileThatIsAnotherMeanwhileIsSaid) {
  add_in_time(0, 6);
  ASSERT_TRUE(read());
  const auto input = read_stream_file(path_of("call.pcap"), {}, error_, note_);
  std::ofstream(path_of("call.pcap")) << "seq,recv_us\n1,2\n";
  EXPECT_FALSE(read_sound(path_of("call.pcap"), input->streams[0], *began_of(*input), {}, error_, {}));
  EXPECT_THAT(error_, HasSubstr("open it again"));
}

TEST_F(Sound, APipeInThePlaceOfTheFileIsNotWaitedFor) {
  add_in_time(0, 6);
  ASSERT_TRUE(read());
  const auto input = read_stream_file(path_of("call.pcap"), {}, error_, note_);
  std::filesystem::remove(path_of("call.pcap"));
  ASSERT_EQ(::mkfifo(path_of("call.pcap").c_str(), 0600), 0);
  std::atomic<bool> ended = false, waited = false;
  const std::jthread freeing([&](const std::stop_token&) {  // whoever waits for a writer gets one
    for (int i = 0; i < 300 && !ended; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      const int writer = ::open(path_of("call.pcap").c_str(), O_WRONLY | O_NONBLOCK);
      if (writer < 0) continue;
      waited = true;
      ::close(writer);
    }
  });
  EXPECT_FALSE(read_sound(path_of("call.pcap"), input->streams[0], *began_of(*input), {}, error_, {}));
  ended = true;
  EXPECT_FALSE(waited);
  EXPECT_THAT(error_, HasSubstr("open it again"));
}

TEST_F(Sound, TimestampsThatLeapForHoursTakeNoMemory) {
  add_in_time(0, 10);
  for (int i = 10; i < 16; ++i) add(i, (i - 9) * 8'000'000'000'000, 0, static_cast<std::uint32_t>(i - 9) * 64'000'000u);
  const auto sound = read_file(pcap_.file(), "leaps.pcap", {}, 0, {.port = {}, .ssrc = 0x11223344});
  ASSERT_TRUE(sound) << error_;
  EXPECT_EQ(sound->samples.size(), 10u * kBlock);
  EXPECT_TRUE(sound->cut);
}

TEST(DecodeSound, LeavesOutASampleThatIsCut) {
  std::vector<std::int16_t> samples;
  decode_sound(SoundCoding::kL16, 1, std::vector<std::uint8_t>{0x80, 0x00, 0x7F, 0xFF, 0x12}, samples);
  EXPECT_THAT(samples, ElementsAre(-32768, 32767));
  decode_sound(SoundCoding::kL16, 2, std::vector<std::uint8_t>{0x80, 0x00, 0x7F, 0xFF, 0x12, 0x34}, samples);
  EXPECT_THAT(samples, ElementsAre(0));
}

TEST_F(Sound, WhatIsKeptIsFromEachMomentOnWhatIsReadFromThere) {
  for (int i = 0; i < 3; ++i) add(i, i * kPeriodNs);
  for (int i = 5; i < 8; ++i) add(i, i * kPeriodNs, i < 7 ? 0 : 13);  // two are lost, and the last is comfort noise
  ASSERT_TRUE(read());
  const auto path = path_of("call.pcap");
  const auto input = read_stream_file(path, {}, error_, note_);
  ASSERT_TRUE(input);
  KeptSound kept;
  for (const auto from_s : {std::optional<double>(), {0.05}, {-1.0}, {0.13}, {0.139}, {9.0}}) {
    std::string why, why_kept;
    const auto direct = read_sound(path, input->streams[0], *began_of(*input), from_s, why, {});
    const auto again = kept.read(path, input->streams[0], *began_of(*input), from_s, why_kept, {});
    SCOPED_TRACE(from_s.value_or(0));
    EXPECT_EQ(why, why_kept);
    ASSERT_EQ(direct.has_value(), again.has_value());
    if (!direct) continue;
    EXPECT_EQ(direct->samples, again->samples);
    EXPECT_DOUBLE_EQ(direct->from_s, again->from_s);
    EXPECT_EQ(direct->rate_hz, again->rate_hz);
    EXPECT_EQ(direct->cut, again->cut);
  }
}

}  // namespace
}  // namespace jitterscope::stream_sound_test
