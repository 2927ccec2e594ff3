#include "core/call/pipeline/video_sender.h"

namespace jitterscope {
namespace {

constexpr std::size_t kEncodedFrames = 4;  // one in the encoder, one being sent, two waiting
constexpr std::size_t kMostBlocks = 4096;  // reserved a frame; more allocate on the encode thread

}  // namespace

VideoSender::VideoSender(UdpSocket& socket, VideoCapture& capture, EventRings& rings, const VideoSenderConfig& config)
    : socket_(socket),
      capture_(capture),
      encode_events_(rings.of(ThreadRole::kVideoEncode)),
      send_events_(rings.of(ThreadRole::kVideoSend)),
      config_(config),
      pool_("encoded frames", kEncodedFrames, [](EncodedFrame& frame) { frame.fragments.reserve(kMostBlocks); }),
      shaping_(config.shaping),
      format_(config.format),
      transport_(config.transport),
      transport_asked_(config.transport),
      state_(config.start),
      stamps_(Medium::kVideo, config.start.ssrc),
      tcp_(rtp::kMaxVideoHeaderBytes + static_cast<std::size_t>(config.block_size), send_events_, socket.local()) {
  set_destination(config.far_end);
  while (VideoFrame* stale = capture_.frames().receive()) capture_.frames().give_back(stale);
  send_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoSend, config.send_priority,
                                                  [this](std::stop_token stop) { send_loop(stop); });
  encode_thread_ = std::make_unique<RealtimeThread>(ThreadRole::kVideoEncode, config.encode_priority,
                                                    [this](std::stop_token stop) { encode_loop(stop); });
}

void FormatMarks::add(const Event& mark) {
  const auto* changed = std::get_if<SettingChanged>(&mark);
  for (std::size_t i = 0; i < count; ++i)
    if (const auto* known = std::get_if<SettingChanged>(&marks[i]); changed && known && known->name == changed->name) {
      marks[i] = mark;
      return;
    }
  if (count < marks.size()) marks[count++] = mark;
}

VideoSender::~VideoSender() {
  capture_.set_encoding(false);
  encode_thread_.reset();
  send_thread_.reset();
}

}  // namespace jitterscope
