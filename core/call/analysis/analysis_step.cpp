#include "core/call/analysis/analysis_step.h"

#include <algorithm>
#include <utility>

#include "core/call/exchange/rate_board.h"

namespace jitterscope {
namespace {

constexpr Duration kLipSyncPeriod = Duration::ms(190);  // 5 a second, 4 where nothing else needs a round

/// A snapshot falls on the end of a whole number of them, unless a controller wants rounds of its own.
Duration round_of(Duration snapshot_pause) {
  const std::int64_t rounds = 1 + (snapshot_pause.ns() - 1) / AnalysisStep::kLongestRound.ns();
  return std::max(snapshot_pause / rounds, AnalysisStep::kShortestRound);
}

}  // namespace

void AnalysisStep::add(ParticipantId participant, ParticipantBoards boards) {
  participants_.erase(participant);
  LipSyncKeeper lip_sync(*boards.playout);
  participants_.emplace(participant, Participant{std::move(boards), std::move(lip_sync)});
}

void AnalysisStep::remove(ParticipantId participant) {
  participants_.erase(participant);
  streams_.forget(participant);
}

void AnalysisStep::set_interests(Interests wanted) {
  if (!wanted_.covers(wanted)) next_snapshot_ = {};  // who begins to look does not wait
  wanted_ = std::move(wanted);
  snapshot_pause_ = wanted_.snapshot_period();
  round_ = round_of(snapshot_pause_.value_or(kLongestRound));
}

void AnalysisStep::run(Timestamp now) {
  for (const Event& event : std::exchange(made_, {})) take(event);  // of streams
  rings_.drain([this](const Event& event, ParticipantId remote) {
    take(event, remote);
    if (remote == kFirstRemote) rate_.add(event);
  });
  rate_.round(now, made_);
  for (const Event& event : std::exchange(made_, {})) take(event);
  steer_playout(now);
  tell(now);
  if (!snapshot_pause_ || now < next_snapshot_) return;
  listener_.on_snapshot(analyzer_.next_snapshot(now, wanted_));
  next_snapshot_ = now + *snapshot_pause_ - *snapshot_pause_ / 8;  // a round that wakes early is the one, too
}

std::shared_ptr<const CallSnapshot> AnalysisStep::finish(Timestamp now) {
  analyzer_.renew();
  told_.renew();
  run(now);
  return std::make_shared<const CallSnapshot>(analyzer_.snapshot(now, Interests::all(wanted_.query())));
}

void AnalysisStep::take(const Event& event, ParticipantId remote) {
  Identifier::Whose whose = streams_.whose(event, remote);
  const auto* clock = get_if<ClockSynced>(&event);
  if (clock && remote != kFirstRemote) whose = {remote, {}, {}, false};  // of that remote's delays alone
  if (whose.began) {
    Identifier::Whose stream = streams_.whose(*whose.began);
    stream.says_itself = whose.says_itself;
    deliver(stream, *whose.began);
  }
  if (const auto* stream = get_if<StreamAnnounced>(&event); stream && !stream->id()) return;  // only expected
  deliver(whose, event);
  if (clock && whose.says_itself) clock_ = *clock;
}

void AnalysisStep::deliver(const Identifier::Whose& whose, const Event& event) {
  if (measures_) analyzer_.add(whose.participant, whose.stream, event);
  listener_.on_event(whose, event);
}

std::vector<Event> AnalysisStep::beginning() const {
  std::vector<Event> events = streams_.newest();
  if (clock_) events.push_back(*clock_);
  return events;
}

ViewCounts AnalysisStep::views_made() const {
  ViewCounts all = analyzer_.views_made();
  told_.add_to(all);
  return all;
}

void AnalysisStep::tell(Timestamp now) {
  if (told_.due(wanted_, ViewKind::kSummary, now)) tell_summaries(now);
  if (told_.due(wanted_, ViewKind::kSenderTimes, now))
    listener_.on_sender_times(analyzer_.take_sender_times(kMostTimes));
  if (told_.due(wanted_, ViewKind::kReport, now)) tell_paths();
  for (const Medium medium : kMedia) {
    if (!told_.due(wanted_, ViewKind::kOptimum, now, medium)) continue;
    for (auto& [id, participant] : participants_)
      if (const auto optimum = analyzer_.optimal_delay(medium, id))
        participant.boards.playout->of(medium).optimum.store(optimum->ns(), std::memory_order_relaxed);
  }
}

void AnalysisStep::tell_summaries(Timestamp now) {
  for (const auto& [id, participant] : participants_) {
    PerMedium<PeerSummary> received;
    for (const Medium medium : kMedia) received[medium] = analyzer_.summary(medium, now, id);
    listener_.on_summary(id, received);
  }
  PerMedium<std::optional<SenderSummary>> sent;
  for (const Medium medium : kMedia) sent[medium] = analyzer_.sent_summary(medium, now);
  listener_.on_sent_summary(sent);
}

/// Tells each path about the streams that came by it, whoever sends them.
void AnalysisStep::tell_paths() {
  std::map<PathBoard*, ReceptionReports> all;
  for (const auto& [id, participant] : participants_)
    for (const Medium medium : kMedia) {
      PathBoard* path = participant.boards.paths[medium].get();
      if (!path) continue;
      StreamReports& reports = all[path][medium];
      if (const auto report = analyzer_.take_report(medium, id)) reports.add(*report);
    }
  for (const auto& [path, reports] : all) path->reports.put(reports);
  rates_.news.ring();
}

void AnalysisStep::steer_playout(Timestamp now) {
  if (now < next_lip_sync_) return;
  for (auto& [id, participant] : participants_) participant.lip_sync.round(now);
  next_lip_sync_ = now + kLipSyncPeriod;
}

}  // namespace jitterscope
