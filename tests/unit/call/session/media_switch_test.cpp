// The switch of a remote and medium: whether this end's packets of the medium go there.
#include "core/call/session/local_media.h"

#include <gtest/gtest.h>

#include "core/call/capture/video_capture.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::media_switch_test {
namespace {

struct Receiver {
  UdpSocket audio = video_ends::open_socket(), video = video_ends::open_socket();
  UdpSocket& of(Medium medium) { return medium == Medium::kAudio ? audio : video; }
  MediaConfig config() const {
    MediaConfig config;
    config.remote_rtp = {{audio.local(), video.local()}};
    config.audio_start.ssrc = 1;
    config.video_start.ssrc = 2;
    return config;
  }
};

class MediaSwitch : public testing::Test {
 protected:
  MediaSwitch() {
    std::string error;
    capture_.set_source(*VideoSourceSetting::parse("synthetic"), 30);
    auto audio = open_ports(46'000, SocketAddress::loopback(), error);
    auto video = open_ports(46'100, SocketAddress::loopback(), error);
    sockets_.emplace(MediaSockets{std::move(audio.value()), std::move(video.value())});
    around_.capture = &capture_;
    around_.shown = &board_;
    around_.remote_picture = &picture_;
    around_.microphone_level = &level_;
    around_.speaker_level = &level_;
    around_.most_remotes = 2;
    media_ = std::make_unique<LocalMedia>(*sockets_, around_, first_.config());
    MediaConfig second = second_.config();
    second.remote.audio.ssrc = 5;
    second.remote.video.ssrc = 6;
    ada_ = media_->add(kFirstRemote, first_.config());
    bert_ = media_->add(ParticipantId{2}, second);
  }
  static bool comes(UdpSocket& socket, Duration patience) {
    std::array<std::byte, 2000> packet;
    return socket.receive(packet, patience).has_value();
  }
  void let(PeerMedia& peer, Medium medium, bool on) {
    peer.path().set_enabled(medium, on);
    media_->switched(peer);
  }
  /// What was on its way when something was switched is not counted.
  static void empty(Receiver& receiver) {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    for (const Medium medium : kMedia)
      while (comes(receiver.of(medium), Duration())) {}
  }
  static constexpr Duration kSoon = Duration::seconds(20), kAWhile = Duration::ms(300);

  Receiver first_, second_;
  VideoCapture capture_{nullptr};
  SnapshotBoard board_;
  LatestValue<VideoFrame> picture_;
  PublishedLevel level_;
  std::optional<MediaSockets> sockets_;
  MediaSurroundings around_;
  std::unique_ptr<LocalMedia> media_;
  PeerMedia *ada_ = nullptr, *bert_ = nullptr;
};

TEST_F(MediaSwitch, IsOfOneRemoteAndOneMedium) {
  for (const Medium medium : kMedia) ASSERT_TRUE(comes(second_.of(medium), kSoon)) << to_string(medium);
  let(*bert_, Medium::kAudio, false);
  empty(second_);
  EXPECT_FALSE(comes(second_.audio, kAWhile));
  EXPECT_TRUE(comes(second_.video, kSoon));
  EXPECT_TRUE(comes(first_.audio, kSoon));
  let(*bert_, Medium::kAudio, true);
  EXPECT_TRUE(comes(second_.audio, kSoon));
}

/// A medium that goes to nobody is not captured.
TEST_F(MediaSwitch, OffToAllEndsTheMediumAndOnBeginsItAgain) {
  for (const Medium medium : kMedia) {
    for (PeerMedia* each : {ada_, bert_}) let(*each, medium, false);
    EXPECT_FALSE(media_->sends(medium));
    empty(first_);
    EXPECT_FALSE(comes(first_.of(medium), kAWhile)) << to_string(medium);
    let(*ada_, medium, true);
    EXPECT_TRUE(media_->sends(medium));
    EXPECT_TRUE(comes(first_.of(medium), kSoon)) << to_string(medium);
  }
}

}  // namespace
}  // namespace jitterscope::media_switch_test
