#include "core/call/analysis/analysis_thread.h"

#include <algorithm>
#include <utility>

#include "core/base/realtime/clock.h"

namespace jitterscope {

AnalysisThread::AnalysisThread(EventRings& rings, RateBoard& rates, SnapshotBoard& shown, Timestamp call_began)
    : rings_(rings), shown_(shown), step_(rings, rates, *this, call_began) {
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kAnalysis, PrioritySetting{},
                                             [this](std::stop_token stop) { run(stop); });
}

AnalysisThread::~AnalysisThread() = default;

void AnalysisThread::finish() {
  thread_->request_stop();
  thread_->join();
}

void AnalysisThread::add(ParticipantId remote, ParticipantBoards boards) {
  const std::lock_guard lock(mutex_);
  remote_wishes_.push_back({remote, std::move(boards)});
  Told& told = told_remotes_[remote];
  told = {};
  for (const Medium medium : kMedia) told.summaries[medium].medium = medium;
}

void AnalysisThread::remove(ParticipantId remote) {
  const std::lock_guard lock(mutex_);
  remote_wishes_.push_back({remote, std::nullopt});
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
    deadline = std::max(step_.next(deadline, crowded_round_), monotonic_now());
    const Timestamp now = sleep_until(deadline);
    look_how_full(now);
    recorded(now, [&] { step_.run(now); });
  }
  const Timestamp end = monotonic_now();
  recorded(end, [&] { on_snapshot(step_.finish(end)); });
}

/// Where rings fill fast, rounds follow each other so fast that they stay half empty.
void AnalysisThread::look_how_full(Timestamp now) {
  double fullest = 0;
  rings_.each([&](const EventRing& ring) { fullest = std::max(fullest, ring.fullness()); });
  const double filled_in_s = (now - std::exchange(looked_, now)).seconds() / std::max(fullest, 1e-6);
  crowded_round_ = std::clamp(Duration::from_seconds(std::min(filled_in_s / 2, 1.0)), AnalysisStep::kShortestRound,
                              AnalysisStep::kLongestRound);
}

/// Takes the wishes over and does the round; its events go to the recorder, if there is one.
template <typename Round>
void AnalysisThread::recorded(Timestamp now, Round&& round) {
  batch_.clear();
  {
    const std::lock_guard lock(mutex_);
    records_ = recorder_ != nullptr;
    if (std::exchange(recorder_is_new_, false)) batch_ = step_.beginning();
    take_wishes(now);
  }
  round();
  if (!records_) return;
  const std::lock_guard lock(mutex_);
  if (recorder_) recorder_->submit(batch_);
}

void AnalysisThread::take_wishes(Timestamp now) {
  for (RemoteWish& wish : std::exchange(remote_wishes_, {})) {
    if (wish.boards)
      step_.add(wish.remote, std::move(*wish.boards));
    else
      step_.remove(wish.remote);
  }
  for (const PeriodWish& wish : std::exchange(period_wishes_, {}))
    step_.set_period(wish.from, wish.medium, wish.period_ms);
  if (streams_wish_) step_.set_streams(*streams_wish_, now);
  streams_wish_.reset();
  if (std::exchange(interests_changed_, false)) {
    Interests wanted;
    for (const Interests& each : interests_) wanted.add(each);
    step_.set_interests(std::move(wanted));
  }
  if (trend_wish_) step_.rate().set_trend(*trend_wish_);
  if (controller_wish_) step_.rate().set_controller(std::move(controller_wish_->controller), controller_wish_->name);
  trend_wish_.reset();
  controller_wish_.reset();
}

void AnalysisThread::on_event(const Identifier::Whose& whose, const Event& event) {
  if (records_ && whose.says_itself) batch_.push_back(event);
}

void AnalysisThread::on_summary(ParticipantId remote, const PerMedium<PeerSummary>& summaries) {
  const std::lock_guard lock(mutex_);
  if (const auto told = told_remotes_.find(remote); told != told_remotes_.end()) told->second.summaries = summaries;
}

void AnalysisThread::on_sent_summary(const PerMedium<std::optional<SenderSummary>>& sent) {
  const std::lock_guard lock(mutex_);
  sent_summaries_ = sent;
}

void AnalysisThread::on_sender_times(const std::vector<SenderTimes>& times) {
  const std::lock_guard lock(mutex_);
  for (auto& [remote, told] : told_remotes_)
    for (const SenderTimes& each : times) {
      auto& kept = told.sender_times[each.medium];
      if (kept.size() >= AnalysisStep::kMostTimes) kept.erase(kept.begin());  // nobody asks any more
      kept.push_back(each);
    }
}

void AnalysisThread::on_snapshot(std::shared_ptr<const CallSnapshot> snapshot) {
  shown_.put(snapshot, step_.views_made());
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(snapshot);
}

}  // namespace jitterscope
