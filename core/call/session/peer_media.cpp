#include "core/call/session/peer_media.h"

namespace jitterscope {

void PeerMedia::leave() {
  leaves_ = true;
  path_.stop_rtcp();
  participant_.leave();
}

void PeerMedia::agree(const Description& local, const Description& remote) {
  config_.local = local;
  config_.remote = remote;
  const auto period = period_of(remote.video.frames_per_second);
  if (period && !config_.plain_rtp) participant_.set_frame_period(*period);
}

void PeerMedia::ask_path(std::uint16_t audio_port, std::uint16_t video_port) {
  const auto& agreed = config_.remote_rtp;
  path_.ask({{agreed[Medium::kAudio].with_port(audio_port), agreed[Medium::kVideo].with_port(video_port)}});
}

}  // namespace jitterscope
