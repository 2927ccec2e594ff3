// Every view of a conference of three arrives by interest: filled, about each remote and medium, for who wants it; not
// at all, and not made, while nobody does. Of snapshots by the call that the analysis thread makes; of what is told to
// remotes and threads there, where it is told.
#include <gtest/gtest.h>

#include "core/call/analysis/controller_choice.h"
#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/peer_summary.h"
#include "core/events/kinds/rtcp_reported.h"
#include "core/events/kinds/sender_times.h"
#include "core/events/kinds/thread_status.h"
#include "core/events/words.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/delay_split_view.h"
#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/thread_row.h"
#include "tests/scenario/conference.h"

namespace jitterscope::conference {
namespace {

/// What of a view can be seen; null: nothing.
struct Row {
  ViewKind view{};
  /// About a remote's stream, or what that remote says of one of this end.
  bool (*of_remote)(const CallSnapshot&, ParticipantId, Medium) = nullptr;
  /// About this end, or the conference.
  bool (*of_end)(const CallSnapshot&) = nullptr;
  /// In no snapshot: of all that a member's log has of another one, what that one has told of this medium.
  bool (*told)(const Event&, Medium) = nullptr;
  bool on_board = false;  // kOptimum, for the thread that plays
};

template <typename E>
bool is_told(const Event& event, Medium medium) {
  const auto* told = get_if<E>(&event);
  return told && told->medium == medium;
}

const std::array<Row, kViews> kRows{{
    {.view = ViewKind::kFigures,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId of, Medium medium) {
           const StreamSnapshot& figures = s.participant(of).received[medium].figures;
           return figures.interarrival.n > 100 && figures.delay.n > 100 && !figures.delay_series.empty();
         },
     .of_end =
         [](const CallSnapshot& s) {
           return s.sent[Medium::kAudio].interarrival.n > 100 && s.sent[Medium::kVideo].interarrival.n > 100 &&
                  s.encode_p50_ms && s.decode_p50_ms;
         }},
    {.view = ViewKind::kSplit,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId of, Medium medium) {
           const auto& split = s.participant(of).received[medium].split;
           return split && split->whole && split->whole->n > 50 && split->last && !split->series.empty();
         }},
    {.view = ViewKind::kMeasures,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId of, Medium medium) {
           const auto& measures = s.participant(of).received[medium].measures;
           return measures && measures->interarrival.n > 100 && !measures->cdf.empty();
         }},
    {.view = ViewKind::kCompensation,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId of, Medium medium) {
           const auto& compensation = s.participant(of).received[medium].compensation;
           return compensation && !compensation->report.curve.empty() && !compensation->points.empty();
         }},
    {.view = ViewKind::kPlayout,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId of, Medium medium) {
           const auto& playout = s.participant(of).received[medium].playout;
           return playout && playout->played > 50 && playout->delay_ms && playout->level_ms;
         }},
    {.view = ViewKind::kQuality,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId of, Medium medium) {
           const auto& quality = s.participant(of).received[medium].quality;
           return quality && quality->now.latency_ms && quality->now.jitter_ms && !quality->trail.empty();
         }},
    {.view = ViewKind::kReported,
     .of_remote =
         [](const CallSnapshot& s, ParticipantId by, Medium medium) {
           const ReportedView& reported = s.participant(by).reported[medium];
           return reported.figures && reported.figures->packets > 100 && reported.quality &&
                  reported.quality->now.jitter_ms;
         }},
    {.view = ViewKind::kThreads,
     .of_end = [](const CallSnapshot& s) { return s.threads.size() == 1 && s.threads[0].wake_p99_us; }},
    {.view = ViewKind::kRate,
     .of_end =
         [](const CallSnapshot& s) {
           return s.rate_sent && s.rate_sent->target_kbps && s.rate_received && !s.rate_received->delay_series.empty();
         }},
    {.view = ViewKind::kConditions,
     .of_end = [](const CallSnapshot& s) { return s.conditions->clock && s.conditions->clock->synchronised; }},
    {.view = ViewKind::kLog, .of_end = [](const CallSnapshot& s) { return !s.marks.empty(); }},
    {.view = ViewKind::kDemonstration,
     .of_end =
         [](const CallSnapshot& s) {
           return s.demonstration && s.demonstration->before && s.demonstration->before->packets > 100;
         }},
    {.view = ViewKind::kSummary, .told = is_told<PeerSummary>},
    {.view = ViewKind::kSenderTimes, .told = is_told<SenderTimes>},
    {.view = ViewKind::kReport,
     .told =
         [](const Event& event, Medium medium) {
           const auto* report = get_if<RtcpReported>(&event);
           return report && report->medium == medium && report->direction == Direction::kReceived &&
                  report->highest_sequence.has_value();
         }},
    {.view = ViewKind::kOptimum, .on_board = true},
}};

TEST(ViewsOfAConference, EachHasARow) {
  for (std::size_t i = 0; i < kViews; ++i) {
    const Row& row = kRows[i];
    EXPECT_EQ(row.view, static_cast<ViewKind>(i));
    EXPECT_TRUE(row.of_remote || row.of_end || row.told || row.on_board) << i << " has no row";
    const bool in_snapshots = std::ranges::find(kSnapshotViews, row.view) != std::end(kSnapshotViews);
    EXPECT_EQ(row.of_remote || row.of_end, in_snapshots) << i;
  }
}

Interests all_but(std::optional<ViewKind> unwanted) {
  Interests wanted;
  for (const Row& row : kRows)
    if (row.view != unwanted) wanted.add({.view = row.view});
  return wanted;
}

class ViewsOfThree : public testing::Test {
 protected:
  static constexpr int kMembers = 3;

  /// Long enough for something to be in every view.
  ViewsOfThree() {
    want(all_but({}));
    for (int number = 0; number < kMembers; ++number) feed(conference_.member(number));
    conference_.run_until(now_ = Duration::seconds(12));
  }

  /// What comes of no step: the comparison is the session thread's, the mark the user's. Only a machine has threads
  /// with a class.
  void feed(Member& member) {
    std::string error;
    const auto control = RateControlSetting::parse("fixed:800kbit", error);
    member.set_controller(choose_controller(*control, error), control->controller);
    ThreadStatus status;
    status.role = ThreadRole::kAudioSend;
    status.tid = 7;
    status.at = kBegin;
    member.log(status, kThisEnd);
    member.log(Marker{ShortText<64>("a"), kBegin}, kThisEnd);
    for (const auto phase : {DemonstrationPhase::kSettling, DemonstrationPhase::kBefore})
      member.log(DemonstrationEntered{.phase = phase, .variant = {"c"}, .end = End::kLocal, .at = kBegin}, kThisEnd);
  }

  void want(const Interests& wanted) {
    for (int number = 0; number < kMembers; ++number) conference_.member(number).set_interests(wanted);
  }

  /// Wanted by each member from now on. What one is told by the others is in several views: after ten seconds in which
  /// nobody wants to tell it, they lack it. What was under way for those who wanted other things has come when it
  /// begins to look.
  void look_for(const Interests& wanted) {
    want(wanted);
    conference_.run_until(now_ += Duration::ms(300));
    for (int number = 0; number < kMembers; ++number) {
      Member& member = conference_.member(number);
      seen_[number] = {member.views_made(), member.records().size(), member.snapshot()};
      for (int other = 0; other < kMembers; ++other)
        for (const Medium medium : kMedia)
          if (other != number) member.playout_of(other).of(medium).optimum = -1;
    }
    conference_.run_until(now_ += Duration::ms(500));
  }

  /// Null: none has been made since.
  const CallSnapshot* newest(int number) {
    const auto& snapshot = conference_.member(number).snapshot();
    return snapshot == seen_[number].snapshot ? nullptr : snapshot.get();
  }

  bool has_told(const Row& row, int number, int other, Medium medium) {
    Member& hearer = conference_.member(other);
    const auto& records = hearer.records();
    return std::any_of(records.begin() + static_cast<std::ptrdiff_t>(seen_[other].records), records.end(),
                       [&](const Record& record) {
                         return record.participant == hearer.id_of(number) && row.told(record.event, medium);
                       });
  }

  /// Whether it is there about the other one's stream of this medium, or has been told of it.
  bool is_there(const Row& row, int number, int other, Medium medium) {
    Member& member = conference_.member(number);
    const CallSnapshot* snapshot = newest(number);
    if (row.of_remote) return snapshot && row.of_remote(*snapshot, member.id_of(other), medium);
    if (row.told) return has_told(row, number, other, medium);
    return row.on_board && member.playout_of(other).of(medium).optimum >= 0;
  }

  std::int64_t made(const Row& row, int number) {
    const auto view = static_cast<std::size_t>(row.view);
    return conference_.member(number).views_made()[view] - seen_[number].made[view];
  }

  /// Each view is there and is made, or neither, as `wanted` has it.
  void expect_as_wanted(const Interests& wanted) {
    for (int number = 0; number < kMembers; ++number)
      for (const Row& row : kRows) {
        SCOPED_TRACE("member " + std::to_string(number) + ", view " + std::to_string(static_cast<int>(row.view)));
        EXPECT_EQ(made(row, number) > 0, wanted.wants(row.view));
        const CallSnapshot* snapshot = newest(number);
        EXPECT_EQ(snapshot != nullptr, wanted.snapshot_period().has_value());
        EXPECT_EQ(row.of_end && snapshot && row.of_end(*snapshot), row.of_end && wanted.wants(row.view));
        if (row.of_remote || row.told || row.on_board) expect_of_remotes(row, number, wanted);
      }
  }

  void expect_of_remotes(const Row& row, int number, const Interests& wanted) {
    for (int other = 0; other < kMembers; ++other)
      for (const Medium medium : kMedia) {
        if (other == number) continue;
        const ParticipantId of = conference_.member(number).id_of(other);
        EXPECT_EQ(is_there(row, number, other, medium), wanted.period(row.view, of, medium).has_value())
            << to_string(medium) << " of " << int{of.value};
      }
  }

  struct Seen {
    ViewCounts made{};
    std::size_t records = 0;
    std::shared_ptr<const CallSnapshot> snapshot;
  };
  Conference conference_{kMembers, "delay=15ms,jitter=4ms", true};
  Duration now_;
  std::array<Seen, kMembers> seen_;
};

TEST_F(ViewsOfThree, EachIsThereAboutEachRemoteAndMedium) {
  look_for(all_but({}));
  expect_as_wanted(all_but({}));
  for (int number = 0; number < kMembers; ++number) EXPECT_EQ(conference_.member(number).ring_drops(), 0);
}

TEST_F(ViewsOfThree, EachIsThereForWhoWantsItAlone) {
  for (const Row& row : kRows) {
    look_for(all_but({}));
    SCOPED_TRACE("wanted alone: " + std::to_string(static_cast<int>(row.view)));
    const Interests wanted{{.view = row.view}};
    look_for(wanted);
    expect_as_wanted(wanted);
  }
}

TEST_F(ViewsOfThree, EachIsGoneWhileNobodyWantsItThoughAllOthersAreThere) {
  for (const Row& row : kRows) {
    SCOPED_TRACE("not wanted: " + std::to_string(static_cast<int>(row.view)));
    const Interests wanted = all_but(row.view);
    look_for(wanted);
    expect_as_wanted(wanted);
  }
}

TEST_F(ViewsOfThree, OneOfARemoteOrAMediumIsThereAboutThatAlone) {
  for (const Row& row : kRows) {
    if (!row.of_remote) continue;
    look_for(all_but({}));
    for (const ParticipantId of : {ParticipantId{1}, ParticipantId{2}})
      for (const Medium medium : kMedia) {
        SCOPED_TRACE("view " + std::to_string(static_cast<int>(row.view)) + " of " + std::to_string(of.value) + ", " +
                     std::string(to_string(medium)));
        const Interests wanted{{.view = row.view, .of = of, .medium = medium}};
        look_for(wanted);
        for (int number = 0; number < kMembers; ++number) expect_of_remotes(row, number, wanted);
      }
  }
}

}  // namespace
}  // namespace jitterscope::conference
