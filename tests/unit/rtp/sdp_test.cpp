#include "core/rtp/sdp.h"

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

}  // namespace
}  // namespace jitterscope::rtp::sdp_test
