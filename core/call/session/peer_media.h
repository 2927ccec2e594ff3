#pragma once
// The media between this end and a remote that is reached directly: a path to it, and the participant whose streams
// come by it, with what both ends have said of themselves. Session thread.
#include <memory>
#include <utility>
#include <vector>

#include "core/call/exchange/call_clock.h"
#include "core/call/pipeline/media_config.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/call/session/media_path.h"
#include "core/call/session/participant.h"

namespace jitterscope {

class PeerMedia {
 public:
  /// `clock` is the conference clock as this remote goes by it; `picture` as of Participant, the sockets as of
  /// MediaPath.
  PeerMedia(ParticipantId id, const MediaConfig& config, std::shared_ptr<CallClock> clock,
            LatestValue<VideoFrame>* picture, const std::array<UdpSocket*, 2>& rtcp_sockets)
      : config_(config), clock_(std::move(clock)), path_(id, rtcp_sockets), participant_(id, picture) {}

  ParticipantId id() const { return participant_.id(); }
  const MediaConfig& config() const { return config_; }
  CallClock& clock() { return *clock_; }
  MediaPath& path() { return path_; }
  const MediaPath& path() const { return path_; }
  Participant& participant() { return participant_; }
  const Participant& participant() const { return participant_; }

  /// It is served no more.
  void leave();
  /// Nothing of it is used any more.
  bool is_gone() { return leaves_ && path_.is_gone() && participant_.is_gone(); }

  /// What both ends say of themselves now.
  void agree(const Description& local, const Description& remote);
  void take_media_from(std::vector<SocketAddress> hosts) { config_.media_hosts = std::move(hosts); }
  /// Its streams are announced with what is agreed.
  void expect() { is_expected_ = true; }
  bool is_expected() const { return is_expected_; }
  /// This end's medium goes there.
  bool sends(Medium medium) const { return path_.passes(medium) && jitterscope::sends(config_, medium); }
  /// The remote wants its media at these RTP ports of its host, which is asked there.
  void ask_path(std::uint16_t audio_port, std::uint16_t video_port);

 private:
  MediaConfig config_;
  const std::shared_ptr<CallClock> clock_;
  MediaPath path_;
  Participant participant_;
  bool is_expected_ = false, leaves_ = false;
};

}  // namespace jitterscope
