#pragma once
// What the analysis thread publishes for screens: one immutable picture of the call, a few to 25 times a second. Built
// only from events. Series are bounded whatever the length of the call. Absent = unknown, drawn as a dash.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/measures/views/interest.h"
#include "core/measures/views/participant_view.h"
#include "core/measures/views/stretch.h"

namespace jitterscope {

struct ConditionsView;
struct DemonstrationView;
struct MarkRow;
struct NoticeRow;
struct RateView;
struct RingRow;
struct ThreadRow;

/// Of a long file: what has been read of it so far.
struct OnlyFrom {
  // Figures are from then on. Of the whole file are packets, loss and bytes of the newest streams, and spacing, delay,
  // rate and loss over time; what else is said of whole streams is absent.
  double at_s = 0;
  std::string trouble;  // why the rest could not be read; empty: it is being read
};

/// The time that is selected.
struct SelectedStretch {
  Stretch stretch;
  enum class State : std::uint8_t {
    kShown,    // figures are of it
    kIsRead,   // they will be: until then they are of what is said without a selection
    kNotRead,  // they stay so
  };
  State state = State::kShown;
  std::string why = {};     // of kNotRead, one sentence
  bool unfinished = false;  // the recording grows, and more that belongs to it will come
};

struct CallSnapshot;
/// `of` with what it lacks of split, measures and compensation from a later snapshot, which has them.
CallSnapshot completed(CallSnapshot of, const CallSnapshot& later);
/// `whole` with all figures of the other snapshot, which is of a stretch alone and says so. Series, marks, notices,
/// rings, shaping and rate control that the ends have set, demonstration and views of other tracks stay those of the
/// whole. What the whole knows
/// and the stretch does not is as if nothing of it had come in that time.
CallSnapshot with_stretch(const CallSnapshot& whole, const CallSnapshot& stretch);

/// Whoever reads a part of it includes the view of that part.
struct CallSnapshot {
  CallSnapshot();
  CallSnapshot(const CallSnapshot&);
  CallSnapshot(CallSnapshot&&) noexcept;
  CallSnapshot& operator=(const CallSnapshot&);
  CallSnapshot& operator=(CallSnapshot&&) noexcept;
  ~CallSnapshot();

  Timestamp local;                    // when it was made
  double elapsed_s = 0;               // since the call began
  Interests made = Interests::all();  // what it holds; all else is as if nothing were known
  std::optional<OnlyFrom> only_from;  // absent: of all that there is
  std::optional<SelectedStretch> selected;
  PerMedium<StreamSnapshot> sent;        // this end's newest streams
  std::vector<ParticipantView> remotes;  // of whom something is known

  // Of a participant of whom nothing is known: as of one of whom nothing has come. Not const: makes it known.
  const ParticipantView& participant(ParticipantId) const&;
  ParticipantView& participant(ParticipantId) &;
  ParticipantView participant(ParticipantId id) && { return std::move(participant(id)); }
  const ReceivedView& received(Medium medium, ParticipantId from = kFirstRemote) const& {
    return participant(from).received[medium];
  }
  ReceivedView& received(Medium medium, ParticipantId from = kFirstRemote) & {
    return participant(from).received[medium];
  }
  ReceivedView received(Medium medium, ParticipantId from = kFirstRemote) && {
    return std::move(participant(from).received[medium]);
  }
  const ReportedView& reported(Medium medium, ParticipantId by = kFirstRemote) const& {
    return participant(by).reported[medium];
  }
  ReportedView& reported(Medium medium, ParticipantId by = kFirstRemote) & { return participant(by).reported[medium]; }
  ReportedView reported(Medium medium, ParticipantId by = kFirstRemote) && {
    return std::move(participant(by).reported[medium]);
  }

  std::vector<ThreadRow> threads;
  std::vector<RingRow> rings;
  std::vector<MarkRow> marks;
  std::vector<NoticeRow> notices;             // newest last, at most 50
  std::string shaping_local, shaping_remote;  // as ShapingSetting::to_string; empty = unknown
  std::string rate_control_remote;            // in the remote's words; "off" = none; empty = unknown
  std::optional<double> round_trip_ms;        // RTCP
  std::optional<double> round_trip_age_s;     // since it was told
  // The last complete schedule as carried out by video-send.
  std::optional<double> fetching_ms, burst_interval_ms;
  std::int64_t overrun_blocks = 0;
  std::optional<double> encode_p50_ms, decode_p50_ms;  // last 10 s
  Boxed<ConditionsView> conditions;                    // never absent
  Boxed<DemonstrationView> demonstration;
  // Made a few times a second and shared between snapshots. Null: there was no report and no decision yet.
  std::shared_ptr<const RateView> rate_sent, rate_received;
};

}  // namespace jitterscope
