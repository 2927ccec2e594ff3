#pragma once
// The demonstration of a call as the log tells it: its figures come from the events between its phases.
#include <optional>
#include <vector>

#include "core/events/demonstration.h"
#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/frame_omitted.h"
#include "core/events/kinds/frame_sent.h"
#include "core/measures/tracks/endpoint/parts/demonstration_figures.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Not thread-safe. Of those before the present one the sentences are kept.
class DemonstrationTrack {
  using OfAHalf =
      Events<PacketSent, PacketArrived, FrameDone, AudioBlockDone, PeerSummary, ThreadWoke, TrendReported, LinkReport>;

 public:
  static constexpr std::size_t kMostEarlier = 4;
  using Wants =
      Events<DemonstrationEntered, ThreadStatus, DelaySplit, PacketSent, PacketArrived, FrameSent, FrameOmitted,
             FrameDone, AudioBlockDone, PeerSummary, ThreadWoke, TrendReported, LinkReport, RingDropped>;
  static constexpr bool kOfFirstRemote = true;
  static constexpr ViewKind kView = ViewKind::kDemonstration;
  using Fills = Fields<&CallSnapshot::demonstration>;

  explicit DemonstrationTrack(Timestamp call_began) : call_began_(call_began) {}

  /// Only this end's own demonstration counts.
  void add(const DemonstrationEntered&);
  void add(const ThreadStatus&);
  /// Of received media; may come seconds after its frame.
  void add(const DelaySplit&);
  /// Of the picture that is sent: threads are read one by one, so either may come before its half or after it.
  void add(const FrameSent& frame) { add_picture(frame.end, pictures_sent_); }
  void add(const FrameOmitted& frame) { add_picture(frame.at, pictures_left_out_); }
  /// A count that is told once more is no news.
  void add(const RingDropped&);
  template <typename E>
  requires kListed<E, OfAHalf>
  void add(const E& event) {
    if (Half* half = running()) half->figures.add(event);
  }
  /// nullopt: there was none. The half that runs is shown as it stands; while a repetition settles, and where it was
  /// stopped, what the first time has shown.
  std::optional<DemonstrationView> view(Timestamp now) const;
  void fill(CallSnapshot& snapshot, Timestamp now) {
    snapshot.demonstration = view(now);
    has_news_ = false;
  }
  /// A phase that fill() has not told: a snapshot that still says the one before would have counts of after it.
  bool has_news() const { return has_news_; }

 private:
  struct Half {
    Timestamp began;
    DemonstrationFigures figures;
    std::optional<DemonstrationHalf> result;  // when it has ended
  };
  /// Null: it is none of a half.
  std::optional<Half>* half_of(std::optional<DemonstrationPhase>);
  Half* running();
  void add_picture(Timestamp at, std::vector<Timestamp>& to);
  void count_pictures(Timestamp began, DemonstrationHalf& half) const;
  DemonstrationHalf shown(const Half& half, Timestamp now, bool over = false) const;
  void remember(Timestamp now);

  Timestamp call_began_, phase_began_, kind_began_;
  std::optional<DemonstrationPhase> phase_;
  bool again_ = false, has_news_ = false;
  DemonstrationKind kind_{};
  std::optional<Half> before_, after_;
  std::optional<DemonstrationHalf> first_before_, first_after_;  // that decided nothing: of a repetition
  std::vector<EarlierDemonstration> earlier_;
  static constexpr std::size_t kMostPictures = 100'000;       // an hour: a half may be held
  std::vector<Timestamp> pictures_sent_, pictures_left_out_;  // since it began
  std::int64_t dropped_notes_ = 0;                            // of received video
  std::optional<std::string> effective_;                      // class of audio-receive
};

}  // namespace jitterscope
