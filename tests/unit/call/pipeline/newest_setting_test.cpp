// However many settings come before a thread looks again: the last one is in force.
#include <array>

#include "core/call/capture/make_source.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/events/kinds/frame_encoded.h"
#include "tests/unit/call/pipeline/video_ends.h"

namespace jitterscope::newest_setting_test {
namespace {

constexpr int kMany = 100;

TEST(NewestSetting, OfShapingIsTheNextPictures) {
  video_ends::Receiver remote;
  video_ends::Sender sender(remote.address(), Transport::kUdp);
  for (int burst = 1; burst <= kMany; ++burst) sender->apply(SetShaping{{burst, {}}});
  sender->apply(SetShaping{{2, {}}});
  ASSERT_TRUE(sender.send_one());
  EXPECT_EQ(sender.events.of<FrameSent>().back().burst_size, 2);
}

TEST(NewestSetting, OfTheFormatIsTheNextPictures) {
  video_ends::Receiver remote;
  video_ends::Sender sender(remote.address(), Transport::kUdp);
  VideoFormat format;
  for (int quality = 1; quality <= 100; ++quality) {
    format.jpeg_quality = quality;
    sender->set_format(format);
  }
  format.jpeg_quality = 42;
  sender->set_format(format);
  ASSERT_TRUE(sender.send_one());
  EXPECT_EQ(sender.events.of<FrameEncoded>().back().quality, 42);
}

bool comes(UdpSocket& player) {
  std::array<std::byte, 9000> room;
  return player.receive(room, Duration::seconds(2)).has_value();
}

TEST(NewestSetting, OfAVideoCopyIsTheNextPictures) {
  video_ends::Receiver remote;
  UdpSocket player = video_ends::open_socket();
  video_ends::Sender sender(remote.address(), Transport::kUdp);
  for (int i = 0; i < kMany; ++i) sender->set_copy({});
  sender->set_copy(player.local());
  ASSERT_TRUE(sender.send_one());
  EXPECT_TRUE(comes(player));
}

TEST(NewestSetting, OfASoundCopyIsTheNextBlocks) {
  UdpSocket socket = video_ends::open_socket(), remote = video_ends::open_socket(), player = video_ends::open_socket();
  CallClock clock{ConferenceClock{}};
  EventRings rings;
  PublishedLevel level;
  AudioSenderConfig config;
  config.routes = Routes::only(remote.local());
  config.step.clock = &clock;
  AudioSender sender(socket, rings, level, config);
  for (int i = 0; i < kMany; ++i) sender.set_copy({});
  sender.set_copy(player.local());
  sender.set_source(make_audio_source(*AudioSourceSetting::parse("tone")), nullptr);
  EXPECT_TRUE(comes(player));
}

/// The second picture comes late, since its blocks are far apart.
TEST(NewestSetting, OfLateFramesIsTheReceivers) {
  video_ends::Receiver remote;
  for (int i = 0; i < kMany; ++i) remote->set_loss_policy(remote.slots, LossPolicy::kDiscardFrame, false);
  remote->set_loss_policy(remote.slots, LossPolicy::kDiscardFrame, true);
  remote->set_period(remote.slots, Duration::ms(100));
  video_ends::Sender sender(remote.address(), Transport::kUdp);
  sender.take_picture(64);
  ASSERT_TRUE(remote.await_complete(1));
  sender->apply(SetShaping{{1, Duration::ms(200)}});
  sender.take_picture(64);
  ASSERT_TRUE(remote.await_complete(2));
  ASSERT_TRUE(remote.events.of<FrameDone>().back().late);
  EXPECT_TRUE(remote.events.of<FrameDone>().back().discarded_late);
}

}  // namespace
}  // namespace jitterscope::newest_setting_test
