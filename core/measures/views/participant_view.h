#pragma once
// All that a snapshot says of one remote participant.
#include "core/events/identity.h"
#include "core/events/per_medium.h"
#include "core/measures/views/answers.h"
#include "core/measures/views/stream_snapshot.h"

namespace jitterscope {

struct CompensationView;
struct DelaySplitView;
struct MeasuresView;
struct PeerView;
struct PlayoutView;
struct QualityView;

/// All that is known of one stream that is received; of a medium of which nothing has come yet, how it will be played.
struct ReceivedView {
  StreamSnapshot figures;
  Boxed<DelaySplitView> split;  // absent for the first one to three seconds
  // Computed a few times a second by the queries asked and shared between snapshots. Null: nothing was received yet.
  Answers<MeasuresView> measures;
  Answers<CompensationView> compensation;
  Boxed<PlayoutView> playout;
  Boxed<QualityView> quality;
};

/// What a participant says that it measures of a stream that this end sends.
struct ReportedView {
  Boxed<PeerView> figures;
  Boxed<QualityView> quality;
};

struct ParticipantView {
  ParticipantId id;
  PerMedium<ReceivedView> received;  // its newest stream of each medium
  PerMedium<ReportedView> reported;
};

}  // namespace jitterscope
