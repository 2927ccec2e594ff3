// Where a remote wants its media: a port that does not answer gets none, as it may be somebody else's.
#include <gmock/gmock.h>

#include "core/algorithms/rtp/path_probe.h"
#include "core/algorithms/signalling/call_machine.h"
#include "core/base/net/udp_socket.h"
#include "core/base/realtime/clock.h"
#include "tests/unit/call/session/two_sessions.h"

namespace jitterscope::asked_path_test {
namespace {

MediaPorts open_pair() {
  std::string error;
  auto ports = MediaPorts::open(SocketAddress::loopback(), {}, error);
  EXPECT_TRUE(ports) << error;
  return std::move(*ports);
}

/// Packets that wait there.
int packets_at(UdpSocket& socket) {
  std::array<std::byte, 2048> buffer;
  int packets = 0;
  while (socket.receive(buffer, {})) ++packets;
  return packets;
}

/// Calls Ben by hand, from ports where nobody sends.
class AskedPath : public TwoSessions {
 protected:
  void SetUp() override {
    ben_ = std::make_unique<Endpoint>(listener_options("Ben"), nullptr);
    Description described = made_up_remote(std::string(40, 'C'));
    described.audio.port = audio_.rtp.local().port();
    described.video.port = video_.rtp.local().port();
    cleo_.emplace(described);
    connection_.emplace(connection_to(*ben_));
    cleo_->call();
    cleo_->connected(monotonic_now());
    ASSERT_TRUE(eventually([&] {
      converse();
      return cleo_->state() == CallStage::kInCall;
    }));
  }
  void converse() {
    for (const std::string& line : cleo_->take_lines())
      ASSERT_EQ(connection_->send_all(line, std::chrono::seconds(20)), "");
    const auto line = connection_->receive_line(std::chrono::milliseconds(5), kMaxLineBytes);
    if (line.status == TcpConnection::LineStatus::kLine) cleo_->line(line.text, monotonic_now());
    cleo_->tick(monotonic_now());
  }
  void ask_for(MediaPorts& audio, MediaPorts& video) {
    cleo_->tell(message::Path{audio.rtp.local().port(), video.rtp.local().port()});
  }
  bool sound_comes_to(MediaPorts& ports, int packets = 20) {
    packets_at(ports.rtp);
    int came = 0;
    return eventually([&] {
      converse();
      return (came += packets_at(ports.rtp)) >= packets;
    });
  }

  /// Questions that come to the other ports are answered, one each at least.
  bool both_answer() {
    std::array<int, 2> answered{};
    return eventually([&] {
      converse();
      for (const Medium medium : kMedia) {
        MediaPorts& ports = medium == Medium::kAudio ? other_audio_ : other_video_;
        std::array<std::uint8_t, 2048> bytes;
        const auto came = ports.rtcp.receive(std::as_writable_bytes(std::span(bytes)), {});
        const auto question = came ? rtp::path_question({bytes.data(), came->size}) : std::nullopt;
        if (!question) continue;
        rtp::write_path_probe(bytes, question->answered());
        ports.rtcp.send(std::as_bytes(std::span(bytes).first(rtp::kPathProbeBytes)), came->from);
        ++answered[static_cast<std::size_t>(medium)];
      }
      return answered[0] > 0 && answered[1] > 0;
    });
  }

  MediaPorts audio_ = open_pair(), video_ = open_pair();
  MediaPorts other_audio_ = open_pair(), other_video_ = open_pair();
  std::optional<CallMachine> cleo_;
  std::optional<TcpConnection> connection_;
};

TEST_F(AskedPath, APortThatIsSilentGetsNoMediaWhichIsSaid) {
  ASSERT_TRUE(sound_comes_to(audio_));
  ask_for(other_audio_, other_video_);
  EXPECT_TRUE(eventually([&] {
    converse();
    return noticed(*ben_, "nothing answers there: they go on as before until something does.");
  }));
  EXPECT_TRUE(sound_comes_to(audio_));
  EXPECT_EQ(packets_at(other_audio_.rtp), 0);
  EXPECT_EQ(packets_at(other_video_.rtp), 0);
}

TEST_F(AskedPath, APortThatAnswersGetsThem) {
  ASSERT_TRUE(sound_comes_to(audio_));
  ask_for(other_audio_, other_video_);
  ASSERT_TRUE(both_answer());
  EXPECT_TRUE(sound_comes_to(other_audio_));
  EXPECT_FALSE(noticed(*ben_, "nothing answers there"));
}

/// The network was away, say.
TEST_F(AskedPath, APortThatAnswersLateGetsThemThen) {
  ASSERT_TRUE(sound_comes_to(audio_));
  ask_for(other_audio_, other_video_);
  ASSERT_TRUE(eventually([&] {
    converse();
    return noticed(*ben_, "nothing answers there: they go on as before until something does.");
  }));
  packets_at(other_audio_.rtcp);
  packets_at(other_video_.rtcp);
  EXPECT_TRUE(both_answer());
  EXPECT_TRUE(sound_comes_to(other_audio_));
}

TEST_F(AskedPath, AnAnswerToAnotherQuestionMovesNothing) {
  ASSERT_TRUE(sound_comes_to(audio_));
  ask_for(other_audio_, other_video_);
  std::array<std::uint8_t, rtp::kPathProbeBytes> guess;
  const Description& there = *cleo_->remote();
  ASSERT_TRUE(eventually([&] {
    converse();
    rtp::write_path_probe(guess, {true, 77, 12345, there.audio.ssrc});
    audio_.rtcp.send(std::as_bytes(std::span(guess)),
                     SocketAddress::loopback(static_cast<std::uint16_t>(there.audio.port + 1)));
    return noticed(*ben_, "nothing answers there: they go on as before until something does.");
  }));
  EXPECT_EQ(packets_at(other_audio_.rtp), 0);
}

}  // namespace
}  // namespace jitterscope::asked_path_test
