// What a call's streams begin with, by what both ends agreed.
#include "core/call/pipeline/stream_configs.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/audio_sender.h"
#include "core/call/pipeline/video_receiver.h"
#include "core/call/pipeline/video_sender.h"

#include <gtest/gtest.h>

#include <limits>

namespace jitterscope::stream_configs_test {
namespace {

MediaConfig agreed() {
  MediaConfig call;
  call.remote_rtp[Medium::kAudio] = SocketAddress::loopback(5004);
  call.remote_rtp[Medium::kVideo] = SocketAddress::loopback(5006);
  call.local.audio.block_bytes = 256;
  call.remote.audio.block_bytes = 128;
  call.local.audio.send = call.local.video.send = call.remote.audio.receive = call.remote.video.receive = true;
  call.remote.audio.ssrc = 7;
  call.remote.video.ssrc = 8;
  call.remote.video.frames_per_second = 25;
  call.remote.video.loss_policy = LossPolicy::kStripes;
  call.local.block_extension = 3;
  call.local.sent_extension = 4;
  call.remote.block_extension = 5;
  call.remote.sent_extension = 6;
  call.audio_start.ssrc = 9;
  return call;
}

TEST(StreamConfigs, PacketsGoStraightOrToTheRelayAndRtcpOnePortAbove) {
  MediaConfig call = agreed();
  EXPECT_EQ(first_hop(call, Medium::kAudio), SocketAddress::loopback(5004));
  call.video_through = SocketAddress::loopback(6000);
  EXPECT_EQ(first_hop(call, Medium::kAudio), SocketAddress::loopback(5004));
  EXPECT_EQ(first_hop(call, Medium::kVideo), SocketAddress::loopback(6000));
  EXPECT_EQ(rtcp_of(SocketAddress::loopback(6000)), SocketAddress::loopback(6001));
  EXPECT_EQ(rtcp_of(SocketAddress{}), SocketAddress{});
}

TEST(StreamConfigs, AMediumIsSentWhenBothWantItAndThereIsSomewhereToGo) {
  EXPECT_TRUE(sends(agreed(), Medium::kAudio));
  EXPECT_TRUE(sends(agreed(), Medium::kVideo));
  MediaConfig call = agreed();
  call.local.audio.send = false;
  call.remote.video.receive = false;
  EXPECT_FALSE(sends(call, Medium::kAudio));
  EXPECT_FALSE(sends(call, Medium::kVideo));
  call = agreed();
  call.remote_rtp[Medium::kAudio] = {};
  EXPECT_FALSE(sends(call, Medium::kAudio));
  EXPECT_TRUE(sends(call, Medium::kVideo));
}

TEST(StreamConfigs, PeriodsAreWhatTheRemoteSaysOrTheUsual) {
  MediaConfig call = agreed();
  EXPECT_EQ(received_period(call, Medium::kVideo), Duration::ms(40));
  EXPECT_EQ(received_period(call, Medium::kAudio), Duration::ms(16));
  call.remote.video.frames_per_second = 0;
  EXPECT_EQ(received_period(call, Medium::kVideo), kUsualVideoPeriod);
  call.plain_rtp = true;
  EXPECT_EQ(received_period(call, Medium::kAudio), kUsualAudioPeriod);
  EXPECT_FALSE(period_of(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(period_of(-25));
}

TEST(StreamConfigs, ReceiversTakeTheRemotesStreamOrLearnAForeignOne) {
  const CallClock clock{ConferenceClock{}};
  MediaConfig call = agreed();
  CallSettings settings;
  settings.discard_late_frames = true;
  auto audio = audio_slot_config(call, settings, clock);
  auto video = video_slot_config(call, settings, clock);
  EXPECT_EQ(audio.intake.ssrc, 7u);
  EXPECT_EQ(audio.intake.ids.block, 5);
  EXPECT_EQ(audio.playout.period, Duration::ms(16));
  EXPECT_EQ(video.intake.ssrc, 8u);
  EXPECT_EQ(video.reassembly.period, Duration::ms(40));
  EXPECT_EQ(decode_slot_config(call, settings).period, Duration::ms(40));
  EXPECT_TRUE(video.reassembly.discard_late_frames);
  call.plain_rtp = true;
  audio = audio_slot_config(call, settings, clock);
  video = video_slot_config(call, settings, clock);
  EXPECT_FALSE(audio.intake.ssrc);
  EXPECT_FALSE(video.intake.ssrc);
  EXPECT_FALSE(video.reassembly.period);
  EXPECT_EQ(decode_slot_config(call, settings).period, kUsualVideoPeriod);
}

TEST(StreamConfigs, SendersDoAsSetAndThePictureIsStripedAsTheReceiverWishes) {
  const CallClock clock{ConferenceClock{}};
  MediaConfig call = agreed();
  CallSettings settings;
  settings.transport = Transport::kTcp;
  settings.audio_block = 200;
  settings.loss_policy = LossPolicy::kDiscardFrame;
  const auto audio = audio_sender_config(call, settings, clock);
  EXPECT_EQ(audio.step.block_size, 200);
  EXPECT_EQ(audio.step.start.ssrc, 9u);
  EXPECT_EQ(audio.step.ids.sent, 4);
  EXPECT_EQ(audio.step.clock, &clock);
  auto video = video_sender_config(call, settings, clock);
  EXPECT_EQ(video.send.transport, Transport::kTcp);
  EXPECT_EQ(video.encode.format.loss_policy, LossPolicy::kStripes);
  call.plain_rtp = true;
  video = video_sender_config(call, settings, clock);
  EXPECT_EQ(video.send.transport, Transport::kUdp);
  EXPECT_EQ(video.encode.format.loss_policy, LossPolicy::kDiscardFrame);
}

/// 8000 · 8 · (256 + 70) / 256 and 8000 · 8 · (128 + 70) / 128 bit/s.
TEST(StreamConfigs, FeedbackHasAShareOfTheSoundOfBothEnds) {
  const auto timing = feedback_timing(agreed());
  EXPECT_DOUBLE_EQ(timing.session_bandwidth.bits_per_second(), 81'500 + 99'000);
}

}  // namespace
}  // namespace jitterscope::stream_configs_test
