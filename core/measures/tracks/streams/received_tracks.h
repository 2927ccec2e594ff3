#pragma once
// Everything that is measured of one received stream: one object of each kind, with what they tell each other.
#include <functional>
#include <optional>

#include "core/measures/definitions/delay_belief.h"
#include "core/measures/tracks/curve/curve_track.h"
#include "core/measures/tracks/streams/delay_track.h"
#include "core/measures/tracks/streams/picture_track.h"
#include "core/measures/tracks/streams/playout_track.h"
#include "core/measures/tracks/streams/quality_track.h"
#include "core/measures/tracks/streams/received_stream.h"

namespace jitterscope {

/// Not thread-safe; stays where it was made. Gets the events of its stream alone, and those of its medium that name no
/// stream while it is the newest.
class ReceivedTracks {
 public:
  /// What others want to hear of it.
  struct Listeners {
    std::function<void(const DelaySplit&)> split;   // each, up to three seconds after its frame or block
    std::function<void(const Notice&)> impossible;  // its delays cannot be; once
  };
  ReceivedTracks(Medium, Timestamp call_began, SampleMemory, Listeners);
  ReceivedTracks(const ReceivedTracks&) = delete;
  ReceivedTracks& operator=(const ReceivedTracks&) = delete;

  /// Before the first event: the sender of `before` sends this one instead. What was set for it and its series hold for
  /// this one too; figures begin anew.
  void continue_from(const ReceivedTracks& before);

  void set_period(std::optional<double> period_ms);
  void set_clock(const StreamClock&);  // before the first packet
  void set_playout(const PlayoutSetting& setting) { playout_.set(setting); }

  /// The packet with the send time that may be believed.
  PacketArrived add(const PacketArrived&);
  FrameDone add(const FrameDone&);
  void add(const PacketRejected& e) { stream_.add(e); }
  void add(const FrameDecoded& e) { delay_.add(e); }
  void add(const FrameShown&);
  void add(const FramePlayed&);
  void add(const AudioBlockDone&);
  void add(const PlayoutDecided&);
  void add(const PlayoutReport& e) { playout_.add(e); }
  void add(const SenderTimes& e) { delay_.add(e); }
  void add(const RtcpReported& e) { stream_.add(e); }
  void add(const ClockSynced&);
  void add(const SettingChanged& e) { picture_.add(e); }
  /// What is not sent any more, or not wanted, is not lost.
  void end() { quality_.end_stream(); }

  /// All has been heard: views from now on are of all events, however soon after the last ones.
  void renew();
  ReceivedView view(Timestamp now, const AnalysisQuery&, ViewMaking);
  PeerSummary summary(Timestamp now) { return stream_.summary(now); }
  std::optional<ReportInput> take_report() { return stream_.take_report(); }
  std::optional<Duration> optimal_delay() const { return curve_.optimal_delay(); }

 private:
  DelayTrack new_delay();
  void forget_delays(Timestamp now);

  Medium medium_;
  Timestamp began_;
  Listeners listeners_;
  StreamClock clock_ = usual_clock(medium_);
  std::optional<ClockSynced> last_clock_;
  DelayBelief belief_;
  ReceivedStream stream_;
  CurveTrack curve_;
  PlayoutTrack playout_;
  QualityTrack quality_;
  PictureTrack picture_;  // video
  DelayTrack delay_;
};

}  // namespace jitterscope
