#pragma once
// The media between this end and one remote: its slots on the threads that receive, its RTCP, and where packets to it
// go. Session thread.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/call/analysis/analysis_thread.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/media_config.h"
#include "core/call/pipeline/rtcp_thread.h"
#include "core/call/pipeline/stream_configs.h"
#include "core/call/pipeline/video_receiver.h"

namespace jitterscope {

class PeerMedia {
 public:
  /// `clock` is the conference clock as this remote goes by it. `picture` gets what it sends; null: one of its own.
  PeerMedia(ParticipantId id, const MediaConfig& config, std::shared_ptr<CallClock> clock,
            LatestValue<VideoFrame>* picture, const std::array<UdpSocket*, 2>& rtcp_sockets)
      : id_(id),
        config_(config),
        clock_(std::move(clock)),
        picture_(picture ? *picture : own_picture_),
        rtcp_sink_(rtcp_sockets) {}

  ParticipantId id() const { return id_; }
  const MediaConfig& config() const { return config_; }
  const CallClock& clock() const { return *clock_; }
  PlayoutBoard& board() { return board_->playout; }
  std::shared_ptr<RemoteBoard> shared_board() const { return board_; }

  // What serves it outlives the time until is_gone().
  void start_rtcp(RtcpThread& thread, RateBoard& rates, const RtcpConfig& config);
  void start_audio(AudioReceiver& receiver, const AudioSlotConfig& config);
  void start_video(VideoReceiver& receiver, const VideoSlotConfig& received, const DecodeSlotConfig& decoded);
  bool receives(Medium medium) const { return medium == Medium::kAudio ? audio_.has_value() : video_.has_value(); }
  /// Says BYE.
  void stop_rtcp();
  /// It is served no more.
  void leave();
  /// Nothing of it is used any more.
  bool is_gone();

  /// What both ends say of themselves now.
  void agree(const Description& local, const Description& remote);
  void take_media_from(std::vector<SocketAddress> hosts) { config_.media_hosts = std::move(hosts); }
  /// From the next packet on RTP, and RTCP one port above, go there.
  void set_destinations(const PerMedium<SocketAddress>& rtp);
  Route route(Medium medium) const { return {id_, destinations_[medium], nullptr}; }
  /// Its streams are announced with what is agreed.
  void expect() { is_expected_ = true; }
  bool is_expected() const { return is_expected_; }
  const PerMedium<SocketAddress>& destinations() const { return destinations_; }
  /// Nothing goes there before the remote has shown that it receives.
  void wait_for_remote() { waits_ = true; }
  bool waits() const { return waits_; }
  bool stop_waiting() { return std::exchange(waits_, false); }
  bool sends(Medium medium) const { return !waits_ && jitterscope::sends(config_, medium); }

  // Of what is received; nothing where it is not.
  TakenOver set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark);
  TakenOver set_playout(Medium medium, const PlayoutSetting& playout, const SettingChanged* mark);
  /// Queue monitoring, for one, counts in periods.
  void renew_period(Medium medium, const PlayoutSetting& playout);
  std::int64_t frames_skipped() const { return video_ ? video_receiver_->frames_skipped(*video_) : 0; }

 private:
  const ParticipantId id_;
  MediaConfig config_;
  const std::shared_ptr<CallClock> clock_;
  const std::shared_ptr<RemoteBoard> board_ = std::make_shared<RemoteBoard>();
  LatestValue<VideoFrame> own_picture_;
  LatestValue<VideoFrame>& picture_;
  RtcpSocketSink rtcp_sink_;
  PerMedium<SocketAddress> destinations_;
  PerMedium<Duration> periods_;  // received; as renew_period() saw them
  RtcpThread* rtcp_thread_ = nullptr;
  AudioReceiver* audio_receiver_ = nullptr;
  VideoReceiver* video_receiver_ = nullptr;
  std::optional<RtcpThread::Remote> rtcp_;
  std::optional<AudioReceiver::Remote> audio_;
  std::optional<VideoRemote> video_;
  bool is_expected_ = false, waits_ = false, leaves_ = false;
};

}  // namespace jitterscope
