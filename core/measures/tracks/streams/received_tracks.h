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
#include "core/measures/tracks/table/track_table.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/views/participant_view.h"

namespace jitterscope {

/// Not thread-safe; stays where it was made. Gets the events of its stream alone, and those of its medium that name no
/// stream while it is the newest.
class ReceivedTracks {
  using Parts = TrackTable<PictureTrack, ReceivedStream, CurveTrack, PlayoutTrack, QualityTrack, DelayTrack>;

 public:
  /// What others want to hear of it.
  struct Listeners {
    std::function<void(const DelaySplit&)> split;   // each, up to three seconds after its frame or block
    std::function<void(const Notice&)> impossible;  // its delays cannot be; once
  };
  ReceivedTracks(Medium, const FigureSpan& span, SampleMemory, Listeners);
  ReceivedTracks(const ReceivedTracks&) = delete;
  ReceivedTracks& operator=(const ReceivedTracks&) = delete;

  /// Before the first event: the sender of `before` sends this one instead. What was set for it and its series hold for
  /// this one too; figures begin anew.
  void continue_from(const ReceivedTracks& before);

  void set_period(std::optional<double> period_ms);
  void set_clock(const StreamClock&);  // before the first packet

  /// To each part that wants it.
  template <typename E>
  void add(const E& e) {
    parts_.add(e);
  }
  /// Gives the packet with the send time that may be believed.
  PacketArrived add(const PacketArrived&, PacketCounts = PacketCounts::kAll);
  FrameDone add(const FrameDone&);
  /// The splits that it completes are of frames before it.
  void add(const FramePlayed& e) { parts_.add_first_to<DelayTrack>(e); }
  void add(const ClockSynced&);
  void add(const SettingChanged&);

  template <typename E>
  static constexpr bool kWanted = Parts::kWanted<E>;

  void expect(std::uint32_t ssrc, std::int64_t packets_around, std::int64_t of_units, std::int64_t units_owed);
  /// Of a stretch all has been heard, and nothing will be added.
  void finish();
  /// All has been heard: views from now on are of all events, however soon after the last ones.
  void renew();
  /// `whose` it is: with the medium, what interests ask for.
  ReceivedView view(ParticipantId whose, ViewMaking&);
  PeerSummary summary(Timestamp now) { return parts_.get<ReceivedStream>().summary(now); }
  std::optional<ReportInput> take_report() { return parts_.get<ReceivedStream>().take_report(); }
  std::optional<Duration> optimal_delay() const { return parts_.get<CurveTrack>().optimal_delay(); }

 private:
  DelayTrack new_delay();
  void forget_delays(Timestamp now);
  template <typename Track>
  static void tell_at_edge(Track& track, const PacketArrived&, PacketCounts);

  Medium medium_;
  FigureSpan span_;
  Listeners listeners_;
  StreamClock clock_ = usual_clock(medium_);
  std::optional<ClockSynced> last_clock_;
  DelayBelief belief_;
  Parts parts_;
};

}  // namespace jitterscope
