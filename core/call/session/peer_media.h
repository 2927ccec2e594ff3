#pragma once
// The media between this end and one remote: its slots on the threads that receive, its RTCP, and where packets to it
// go. Session thread.
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/algorithms/media/video_frame.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/call_clock.h"
#include "core/call/exchange/remote_board.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/path/route.h"
#include "core/call/pipeline/media_config.h"
#include "core/call/pipeline/stream_configs.h"

namespace jitterscope {

struct RateBoard;
struct RtcpConfig;
struct SettingChanged;
class AudioReceiver;
class RtcpThread;
class UdpSocket;
class VideoReceiver;

class PeerMedia {
 public:
  /// `clock` is the conference clock as this remote goes by it. `picture` gets what it sends; null: one of its own.
  PeerMedia(ParticipantId id, const MediaConfig& config, std::shared_ptr<CallClock> clock,
            LatestValue<VideoFrame>* picture, const std::array<UdpSocket*, 2>& rtcp_sockets);
  ~PeerMedia();

  ParticipantId id() const { return id_; }
  const MediaConfig& config() const { return config_; }
  const CallClock& clock() const { return *clock_; }
  PlayoutBoard& board() { return board_->playout; }
  std::shared_ptr<RemoteBoard> shared_board() const { return board_; }

  // What serves it outlives the time until is_gone().
  void start_rtcp(RtcpThread& thread, RateBoard& rates, const RtcpConfig& config);
  void start_audio(AudioReceiver& receiver, const AudioSlotConfig& config);
  void start_video(VideoReceiver& receiver, const VideoSlotConfig& received, const DecodeSlotConfig& decoded);
  bool receives(Medium medium) const;
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
  /// The remote wants its media at these RTP ports of its host: asks there whether somebody attends them, until
  /// end_path_question().
  void ask_path(std::uint16_t audio_port, std::uint16_t video_port);
  bool path_is_answered() const;
  void end_path_question();
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
  std::int64_t frames_skipped() const;

 private:
  const ParticipantId id_;
  MediaConfig config_;
  const std::shared_ptr<CallClock> clock_;
  const std::shared_ptr<RemoteBoard> board_ = std::make_shared<RemoteBoard>();
  LatestValue<VideoFrame> own_picture_;
  LatestValue<VideoFrame>& picture_;
  struct Threads;
  const std::unique_ptr<Threads> threads_;  // they serve it in their slots
  PerMedium<SocketAddress> destinations_;
  PerMedium<std::uint64_t> path_tokens_;  // 0: nothing is asked
  PerMedium<Duration> periods_;           // received; as renew_period() saw them
  bool is_expected_ = false, waits_ = false, leaves_ = false;
};

}  // namespace jitterscope
