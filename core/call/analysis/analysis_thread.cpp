#include "core/call/analysis/analysis_thread.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/realtime/clock.h"
#include "core/call/exchange/rate_board.h"

namespace jitterscope {
namespace {

constexpr Duration kShortestRound = Duration::ms(20), kLongestRound = Duration::ms(250);
constexpr Duration kLipSyncPeriod = Duration::ms(190);  // 5 a second, 4 where nothing else needs a round

/// A snapshot falls on the end of a whole number of them, unless a controller wants rounds of its own.
Duration round_of(Duration snapshot_pause) {
  const std::int64_t rounds = 1 + (snapshot_pause.ns() - 1) / kLongestRound.ns();
  return std::max(snapshot_pause / rounds, kShortestRound);
}

}  // namespace

AnalysisThread::AnalysisThread(EventRings& rings, RateBoard& rates, SnapshotBoard& shown, Timestamp call_began)
    : rings_(rings), rates_(rates), shown_(shown), analyzer_(call_began), round_(kLongestRound), rate_(rates) {
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kAnalysis, PrioritySetting{},
                                             [this](std::stop_token stop) { run(stop); });
}

AnalysisThread::~AnalysisThread() = default;

void AnalysisThread::finish() {
  thread_->request_stop();
  thread_->join();
}

void AnalysisThread::add(ParticipantId remote, std::shared_ptr<RemoteBoard> board) {
  const std::lock_guard lock(mutex_);
  remote_wishes_.push_back({remote, std::move(board)});
  Told& told = told_remotes_[remote];
  told = {};
  for (const Medium medium : kMedia) told.summaries[medium].medium = medium;
}

void AnalysisThread::remove(ParticipantId remote) {
  const std::lock_guard lock(mutex_);
  remote_wishes_.push_back({remote, nullptr});
  told_remotes_.erase(remote);
}

void AnalysisThread::set_period(ParticipantId from, Medium medium, std::optional<double> period_ms) {
  const std::lock_guard lock(mutex_);
  period_wishes_.push_back({from, medium, period_ms});
}

void AnalysisThread::set_streams(std::vector<TraceStream> streams) {
  const std::lock_guard lock(mutex_);
  streams_wish_ = std::move(streams);
}

void AnalysisThread::set_trend(const TrendSetting& trend) {
  const std::lock_guard lock(mutex_);
  trend_wish_ = trend;
}

void AnalysisThread::set_controller(std::unique_ptr<RateController> controller, const std::string& name) {
  const std::lock_guard lock(mutex_);
  controller_wish_.emplace(ControllerWish{std::move(controller), name});
}

void AnalysisThread::set_interests(Party party, Interests interests) {
  const std::lock_guard lock(mutex_);
  interests_[static_cast<std::size_t>(party)] = std::move(interests);
  interests_changed_ = true;
}

std::shared_ptr<const CallSnapshot> AnalysisThread::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

PeerSummary AnalysisThread::summary(ParticipantId from, Medium medium) const {
  const std::lock_guard lock(mutex_);
  return told_remotes_.at(from).summaries[medium];
}

std::optional<SenderSummary> AnalysisThread::sent_summary(Medium medium) const {
  const std::lock_guard lock(mutex_);
  return sent_summaries_[medium];
}

std::vector<SenderTimes> AnalysisThread::take_sender_times(ParticipantId to, Medium medium, std::size_t most) {
  const std::lock_guard lock(mutex_);
  std::vector<SenderTimes> all = std::exchange(told_remotes_.at(to).sender_times[medium], {});
  const std::size_t newest = std::min(all.size(), std::max(most, kNewest)), first = all.size() - newest;
  const std::size_t count = std::min(most, newest);
  for (std::size_t i = 0; i < count; ++i) all[i] = all[first + (2 * i + 1) * newest / (2 * count)];
  all.resize(count);
  return all;
}

std::shared_ptr<RecorderThread> AnalysisThread::record_to(std::shared_ptr<RecorderThread> recorder) {
  const std::lock_guard lock(mutex_);
  std::swap(recorder, recorder_);
  recorder_is_new_ = recorder_ != nullptr;
  return recorder;
}

void AnalysisThread::run(std::stop_token stop) {
  Timestamp deadline = monotonic_now();
  while (!stop.stop_requested()) {
    deadline = std::max(rate_.next_round(deadline, std::min(round_, crowded_round_)), monotonic_now());
    const Timestamp now = sleep_until(deadline);
    look_how_full(now);
    round(now);
  }
  analyzer_.renew();
  told_.renew();
  round(monotonic_now());
  const Timestamp end = monotonic_now();
  auto last = std::make_shared<const CallSnapshot>(analyzer_.snapshot(end, Interests::all(wanted_.query())));
  shown_.put(last, all_views_made());
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(last);
}

/// Where rings fill fast, rounds follow each other so fast that they stay half empty.
void AnalysisThread::look_how_full(Timestamp now) {
  double fullest = 0;
  rings_.each([&](const EventRing& ring) { fullest = std::max(fullest, ring.fullness()); });
  const double filled_in_s = (now - std::exchange(looked_, now)).seconds() / std::max(fullest, 1e-6);
  crowded_round_ = std::clamp(Duration::from_seconds(std::min(filled_in_s / 2, 1.0)), kShortestRound, kLongestRound);
}

void AnalysisThread::take_wishes(Timestamp now) {
  const std::lock_guard lock(mutex_);
  take_remotes();
  for (const PeriodWish& wish : std::exchange(period_wishes_, {}))
    analyzer_.set_period(wish.medium, wish.period_ms, wish.from);
  if (streams_wish_) streams_.set_known(*streams_wish_, now, made_);
  streams_wish_.reset();
  if (std::exchange(interests_changed_, false)) take_interests();
  if (trend_wish_) rate_.set_trend(*trend_wish_);
  if (controller_wish_) rate_.set_controller(std::move(controller_wish_->controller), controller_wish_->name);
  trend_wish_.reset();
  controller_wish_.reset();
}

void AnalysisThread::take_remotes() {
  for (RemoteWish& wish : std::exchange(remote_wishes_, {})) {
    remotes_.erase(wish.remote);
    if (!wish.board) streams_.forget(wish.remote);
    if (wish.board) remotes_.emplace(wish.remote, Remote{wish.board, LipSyncKeeper(wish.board->playout)});
  }
}

void AnalysisThread::take_interests() {
  Interests wanted;
  for (const Interests& each : interests_) wanted.add(each);
  if (!wanted_.covers(wanted)) next_snapshot_ = {};  // who begins to look does not wait
  wanted_ = std::move(wanted);
  snapshot_pause_ = wanted_.snapshot_period();
  round_ = round_of(snapshot_pause_.value_or(kLongestRound));
}

void AnalysisThread::round(Timestamp now) {
  batch_.clear();
  made_.clear();
  bool recording = false;
  {
    const std::lock_guard lock(mutex_);
    recording = recorder_ != nullptr;
    if (std::exchange(recorder_is_new_, false)) {
      batch_ = streams_.newest();
      if (clock_) batch_.push_back(*clock_);
    }
  }
  take_wishes(now);
  const auto deliver = [&](const Identifier::Whose& whose, const Event& event) {
    analyzer_.add(whose.participant, whose.stream, event);
    if (recording && whose.says_itself) batch_.push_back(event);
  };
  const auto take = [&](const Event& event, ParticipantId remote = kFirstRemote) {
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
  };
  for (const Event& event : std::exchange(made_, {})) take(event);  // of streams
  rings_.drain([&](const Event& event, ParticipantId remote) {
    take(event, remote);
    if (remote == kFirstRemote) rate_.add(event);
  });
  rate_.round(now, made_);
  for (const Event& event : made_) take(event);
  if (recording) {
    const std::lock_guard lock(mutex_);
    if (recorder_) recorder_->submit(batch_);
  }
  steer_playout(now);
  tell_parties(now);
  if (snapshot_pause_ && now >= next_snapshot_) publish_snapshot(now);
}

ViewCounts AnalysisThread::all_views_made() const {
  ViewCounts all = analyzer_.views_made();
  told_.add_to(all);
  return all;
}

void AnalysisThread::tell_parties(Timestamp now) {
  if (told_.due(wanted_, ViewKind::kSummary, now)) {
    std::map<ParticipantId, PerMedium<PeerSummary>> summaries;
    for (const auto& [id, remote] : remotes_)
      for (const Medium medium : kMedia) summaries[id][medium] = analyzer_.summary(medium, now, id);
    PerMedium<std::optional<SenderSummary>> sent;
    for (const Medium medium : kMedia) sent[medium] = analyzer_.sent_summary(medium, now);
    const std::lock_guard lock(mutex_);
    sent_summaries_ = sent;
    for (auto& [id, told] : told_remotes_)
      if (const auto made = summaries.find(id); made != summaries.end()) told.summaries = made->second;
  }
  if (told_.due(wanted_, ViewKind::kSenderTimes, now)) {
    const auto times = analyzer_.take_sender_times(kMostTimes);
    const std::lock_guard lock(mutex_);
    for (auto& [remote, told] : told_remotes_)
      for (const SenderTimes& each : times) {
        auto& kept = told.sender_times[each.medium];
        if (kept.size() >= kMostTimes) kept.erase(kept.begin());  // nobody asks any more
        kept.push_back(each);
      }
  }
  if (told_.due(wanted_, ViewKind::kReport, now)) {
    for (auto& [id, remote] : remotes_) {
      for (const Medium medium : kMedia) remote.board->reports.back()[medium] = analyzer_.take_report(medium, id);
      remote.board->reports.publish();
    }
    rates_.news.ring();
  }
  for (const Medium medium : kMedia) {
    if (!told_.due(wanted_, ViewKind::kOptimum, now, medium)) continue;
    for (auto& [id, remote] : remotes_)
      if (const auto optimum = analyzer_.optimal_delay(medium, id))
        remote.board->playout.of(medium).optimum.store(optimum->ns(), std::memory_order_relaxed);
  }
}

void AnalysisThread::steer_playout(Timestamp now) {
  if (now < next_lip_sync_) return;
  for (auto& [id, remote] : remotes_) remote.lip_sync.round(now);
  next_lip_sync_ = now + kLipSyncPeriod;
}

void AnalysisThread::publish_snapshot(Timestamp now) {
  auto made = analyzer_.next_snapshot(now, wanted_);
  shown_.put(made, all_views_made());
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(made);
  next_snapshot_ = now + *snapshot_pause_ - *snapshot_pause_ / 8;  // a round that wakes early is the one, too
}

}  // namespace jitterscope
