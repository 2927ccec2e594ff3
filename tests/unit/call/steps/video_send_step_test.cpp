// What is captured, as packets: a picture's RTP timestamp is of the moment at which it was captured.
#include "core/call/steps/video_send_step.h"

#include <gtest/gtest.h>

#include "core/call/steps/video_encode_step.h"
#include "core/events/kinds/packet_sent.h"

namespace jitterscope::video_send_step_test {
namespace {

struct Sink : PictureSink {
  Timestamp now() const override { return at; }
  int send(const OutgoingPacket&) override { return 0; }
  Timestamp at = Timestamp::ns(5'000'000'000'000);
};

struct Encoder : PictureEncoder {
  Timestamp now() const override { return Timestamp(); }
  bool encode(const VideoFrame& picture, const FramePlan& plan, const VideoFormat& format, EncodedFrame& out) override {
    if (!encoder.encode(picture, plan.quality, format.subsampling, out.jpeg)) return false;
    const auto layout = rtp::parse_jpeg(out.jpeg.view());
    if (!layout) return false;
    out.layout = *layout;
    out.info = rtp::frame_info(*layout, plan.quality);
    return true;
  }
  JpegEncoder encoder;
};

TEST(VideoSendStep, TimestampsGoOnWithTheClockWhileACameraIsAwayOrAFileStalls) {
  EventRing events("events", 1 << 12);
  EncodedFrames frames(Transport::kUdp);
  Encoder encoder;
  Sink sink;
  const CallClock clock{ConferenceClock{}};
  VideoEncodeStep encode(events, frames, encoder, {});
  VideoSendStep send(events, frames, sink, VideoSendConfig{&clock, {}, {7, 100, 1000}, {}});
  VideoFrame picture;
  picture.prepare(PixelFormat::kI420, 96, 64);
  std::fill_n(picture.plane(0), 96 * 64 * 3 / 2, std::uint8_t{128});
  std::vector<std::int64_t> timestamps;
  for (const auto gap : {Duration(), Duration::ms(40), Duration::ms(40), Duration::seconds(120), Duration::ms(40),
                         Duration::seconds(30 * 3600)}) {
    sink.at = sink.at + gap;
    picture.fetch_begin = picture.captured = sink.at;
    encode.take(picture, 25);
    send.run(sink.at);
    events.take_all([&](const Event& event) {
      const auto* sent = get_if<PacketSent>(&event);
      if (sent && sent->marker) timestamps.push_back(sent->rtp_timestamp);
    });
  }
  ASSERT_EQ(timestamps.size(), 6u);
  const std::int64_t first = timestamps[0];
  for (std::int64_t& each : timestamps) each -= first;
  EXPECT_EQ(timestamps, (std::vector<std::int64_t>{0, 3600, 7200, 7200 + 120 * 90'000, 10'800 + 120 * 90'000,
                                                   10'800 + 120 * 90'000 + std::int64_t{30 * 3600} * 90'000}));
}

}  // namespace
}  // namespace jitterscope::video_send_step_test
