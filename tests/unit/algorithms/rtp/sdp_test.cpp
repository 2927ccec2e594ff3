#include "core/algorithms/rtp/sdp.h"

#include <gtest/gtest.h>

namespace jitterscope::rtp::sdp_test {
namespace {

TEST(Sdp, a_call_for_a_player) {
  SdpSession session;
  session.id = 42;
  session.streams = {{Medium::kAudio, 5006, {}, 32, true, {}}, {Medium::kVideo, 5008, 12.5, {}, true, {}}};
  EXPECT_EQ(write_sdp(session),
            "v=0\r\no=- 42 1 IN IP4 127.0.0.1\r\ns=Jitterscope\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
            "m=audio 5006 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\na=ptime:32\r\n"
            "a=extmap:1 urn:jitterscope:block\r\na=extmap:2 urn:jitterscope:sent\r\na=recvonly\r\n"
            "m=video 5008 RTP/AVP 26\r\na=rtpmap:26 JPEG/90000\r\na=framerate:12.5\r\n"
            "a=extmap:1 urn:jitterscope:block\r\na=extmap:2 urn:jitterscope:sent\r\na=recvonly\r\n");
}

TEST(Sdp, ipv6_and_no_extensions) {
  SdpSession session;
  session.address = "::1";
  session.streams = {{Medium::kVideo, 5004, {}, {}, false, {0, 0}}};
  const std::string sdp = write_sdp(session);
  EXPECT_NE(sdp.find("c=IN IP6 ::1\r\n"), std::string::npos);
  EXPECT_EQ(sdp.find("extmap"), std::string::npos);
  EXPECT_NE(sdp.find("a=sendonly\r\n"), std::string::npos);
}

TEST(Sdp, a_name_cannot_add_lines) {
  SdpSession session;
  session.name = "a\r\nm=evil";
  EXPECT_NE(write_sdp(session).find("s=am=evil\r\n"), std::string::npos);
}

TEST(SdpReader, ReadsWhatAnOfferBehindSipHeadersSays) {
  const auto media = read_sdp(
      "INVITE sip:b@192.0.2.9 SIP/2.0\r\nContent-Type: application/sdp\r\n\r\n"
      "v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1/127\r\nt=0 0\r\n"
      "m=audio 49120/2 RTP/AVP 118 101\r\na=rtpmap:118 AMR/8000/1\r\na=rtpmap:101 telephone-event/8000\r\n"
      "m=image 4000 udptl t38\r\nc=IN IP4 192.0.2.7\r\na=rtpmap:118 WRONG/1\r\n"
      "m=video 49130 UDP/TLS/RTP/SAVPF 97 300 x\r\nc=IN IP6 2001:db8::1\r\na=rtpmap:97 H264/90000\r\n");
  ASSERT_EQ(media.size(), 2u);
  EXPECT_EQ(media[0].kind, "audio");
  EXPECT_EQ(media[0].address, "192.0.2.1");
  EXPECT_EQ(media[0].port, 49120);
  ASSERT_EQ(media[0].formats.size(), 2u);
  EXPECT_EQ(media[0].formats[0].payload_type, 118);
  EXPECT_EQ(media[0].formats[0].name, "AMR");
  EXPECT_EQ(media[0].formats[0].clock_hz, 8000);
  EXPECT_EQ(media[1].address, "2001:db8::1");
  ASSERT_EQ(media[1].formats.size(), 1u) << "types are numbers below 128";
  EXPECT_EQ(media[1].formats[0].name, "H264");
}

TEST(SdpReader, EndsWithItsPartOfTheMessage) {
  const auto media = read_sdp("v=0\nm=audio 1 RTP/AVP 0\n--boundary\nm=audio 2 RTP/AVP 0\n");
  ASSERT_EQ(media.size(), 1u);
  EXPECT_EQ(media[0].port, 1);
  EXPECT_EQ(media[0].formats[0].clock_hz, 0) << "not said";
}

TEST(SdpReader, ANameThatIsNoTokenSaysNothing) {
  for (const std::string name : {"\x1b]0;x\x07"
                                 "AMR",
                                 "A MR", "\x80MR", "A\"R", "A(R)", "A@R", "A[R", "A\\R", "A:R", ""}) {
    const auto media = read_sdp("v=0\r\nm=audio 1 RTP/AVP 96\r\na=rtpmap:96 " + name + "/8000\r\n");
    ASSERT_EQ(media.size(), 1u);
    EXPECT_EQ(media[0].formats[0].name, "") << name;
    EXPECT_EQ(media[0].formats[0].clock_hz, 0) << name;
  }
  const auto media = read_sdp("v=0\r\nm=audio 1 RTP/AVP 96\r\na=rtpmap:96 AMR-WB+{x}~!/8000\r\n");
  EXPECT_EQ(media.at(0).formats[0].name, "AMR-WB+{x}~!");
}

TEST(SdpReader, AnythingElseIsNothing) {
  for (const char* text :
       {"", "v=1\r\nm=audio 1 RTP/AVP 0\r\n", "v=0", "v=0\r\nm=\r\nm=audio\r\nm=audio x RTP/AVP 0\r\n",
        "v=0\r\nm=audio 99999 RTP/AVP 0\r\n", "OPTIONS sip:x SIP/2.0\r\n\r\n"})
    EXPECT_TRUE(read_sdp(text).empty()) << text;
  std::string many = "v=0\r\n";
  for (int i = 0; i < 1000; ++i) many += "m=audio 1 RTP/AVP 0\r\n";
  EXPECT_EQ(read_sdp(many).size(), 32u);
}

TEST(SdpReader, ReadsOurOwn) {
  SdpSession session;
  session.address = "fd00::1";
  session.streams.resize(2);
  session.streams[0].medium = Medium::kVideo;
  session.streams[0].port = 5008;
  session.streams[1].port = 5006;
  const auto media = read_sdp(write_sdp(session));
  ASSERT_EQ(media.size(), 2u);
  EXPECT_EQ(media[0].formats[0].name, "JPEG");
  EXPECT_EQ(media[1].formats[0].name, "PCMU");
  EXPECT_EQ(media[1].address, "fd00::1");
}

}  // namespace
}  // namespace jitterscope::rtp::sdp_test
