#pragma once
// A participant is somebody who is heard and seen: it has slots for its streams on the threads that receive, its
// playout and its picture, by whichever paths the streams come. All functions belong to the session thread.
#include <memory>
#include <optional>

#include "core/algorithms/media/video_frame.h"
#include "core/base/realtime/latest_value.h"
#include "core/call/exchange/playout_board.h"
#include "core/call/exchange/setting_handover.h"
#include "core/call/pipeline/audio_receiver.h"
#include "core/call/pipeline/video_receiver.h"

namespace jitterscope {

struct SettingChanged;

class Participant {
 public:
  /// `picture` gets what it shows; null: a picture of its own.
  Participant(ParticipantId id, LatestValue<VideoFrame>* picture)
      : id_(id), picture_(picture ? *picture : own_picture_) {}

  ParticipantId id() const { return id_; }
  PlayoutBoard& board() { return *board_; }
  std::shared_ptr<PlayoutBoard> shared_board() const { return board_; }

  // The threads that receive outlive the time until is_gone().
  void start_audio(AudioReceiver& receiver, const AudioSlotConfig& config);
  void start_video(VideoReceiver& receiver, const VideoSlotConfig& received, const DecodeSlotConfig& decoded);
  bool receives(Medium medium) const;
  /// The threads that receive serve it no more.
  void leave();
  /// True when no thread uses anything of it any more.
  bool is_gone();

  // These hand settings to the threads that receive, and do nothing where the medium is not received. `period` is the
  // nominal time between the remote's blocks or frames.
  TakenOver set_loss_policy(LossPolicy policy, bool discard_late_frames, const SettingChanged* mark);
  TakenOver set_playout(Medium medium, const PlayoutSetting& playout, Duration period, const SettingChanged* mark);
  /// Hands the policy over again where it counts in periods, as queue monitoring does, and the period has changed.
  void renew_period(Medium medium, const PlayoutSetting& playout, Duration period);
  void set_frame_period(Duration period);
  std::int64_t frames_skipped() const;

 private:
  /// Its slot on a thread.
  template <typename Thread, typename Slot>
  struct Served {
    Thread* thread;
    Slot slot;
  };
  const ParticipantId id_;
  const std::shared_ptr<PlayoutBoard> board_ = std::make_shared<PlayoutBoard>();
  LatestValue<VideoFrame> own_picture_;
  LatestValue<VideoFrame>& picture_;
  std::optional<Served<AudioReceiver, AudioReceiver::Remote>> audio_;
  std::optional<Served<VideoReceiver, VideoRemote>> video_;
  PerMedium<Duration> periods_;  // as renew_period() saw them
};

}  // namespace jitterscope
