#pragma once
// What somebody wants to know of a call: analysis makes these views and no others.
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "core/events/identity.h"
#include "core/events/names.h"
#include "core/measures/views/analysis_query.h"

namespace jitterscope {

enum class ViewKind : std::uint8_t {
  // Of snapshots, in which counts, rates with their series, and dots of streams always are.
  kFigures,       // of streams: distributions, recent figures and series
  kSplit,         // of the delay of what is received
  kMeasures,      // distributions of what is received, by the interest's query
  kCompensation,  // curves, by the interest's query
  kPlayout,
  kQuality,   // of what is received
  kReported,  // what remotes measure, and its quality
  kThreads,
  kRate,
  kConditions,
  kLog,  // marks, notices, rings, what the ends say of their settings
  kDemonstration,
  // Told to remotes and threads of the call.
  kSummary,      // of a received stream, for its sender
  kSenderTimes,  // of what this end sent
  kReport,       // RTCP, of a received stream
  kOptimum       // of playout
};
inline constexpr std::size_t kViews = 16;
inline constexpr ViewKind kSnapshotViews[] = {ViewKind::kFigures,      ViewKind::kSplit,   ViewKind::kMeasures,
                                              ViewKind::kCompensation, ViewKind::kPlayout, ViewKind::kQuality,
                                              ViewKind::kReported,     ViewKind::kThreads, ViewKind::kRate,
                                              ViewKind::kConditions,   ViewKind::kLog,     ViewKind::kDemonstration};

struct Interest {
  ViewKind view{};
  Duration period = {};                  // at most so often; zero: with each snapshot
  std::optional<ParticipantId> of = {};  // whose streams; absent: everybody's
  std::optional<Medium> medium = {};     // absent: both
  AnalysisQuery query = {};              // of kMeasures and kCompensation
  bool operator==(const Interest&) const = default;

  bool is_about(ViewKind kind, std::optional<ParticipantId> whose, std::optional<Medium> which) const {
    return view == kind && (!of || !whose || *of == *whose) && (!medium || !which || *medium == *which);
  }
};

/// Of one party or of several. Each question: about what is one participant's (absent: the endpoint's own, or
/// anybody's) and of one medium.
class Interests {
 public:
  Interests() = default;
  Interests(std::initializer_list<Interest> each) : each_(each) {}
  /// Everything that a snapshot can hold.
  static Interests all(const AnalysisQuery& query = {}, Duration period = {});

  bool empty() const { return each_.empty(); }
  auto begin() const { return each_.begin(); }
  auto end() const { return each_.end(); }
  void add(const Interest& interest) { each_.push_back(interest); }
  void add(const Interests& others) { each_.insert(each_.end(), others.begin(), others.end()); }
  /// As often as the most eager one wants it; absent: nobody does.
  std::optional<Duration> period(ViewKind, std::optional<ParticipantId> of = {},
                                 std::optional<Medium> medium = {}) const;
  bool wants(ViewKind view) const { return period(view).has_value(); }
  /// The different ones, in the order of the interests.
  std::vector<AnalysisQuery> queries(ViewKind, std::optional<ParticipantId> of, std::optional<Medium> medium) const;
  /// Who has these has those too, if more seldom or by another query.
  bool covers(const Interests& others) const;
  /// As often as the most eager one wants something of a snapshot; absent: nobody does.
  std::optional<Duration> snapshot_period() const;
  /// The same, but nothing of a snapshot more often than this.
  Interests at_most_every(Duration) const;
  /// Of the first that has one: of kMeasures or kCompensation.
  AnalysisQuery query() const;
  bool operator==(const Interests&) const = default;

 private:
  std::vector<Interest> each_;
};

/// How often each view was made, of all streams and participants together.
using ViewCounts = std::array<std::int64_t, kViews>;

}  // namespace jitterscope
