#include "core/call/analysis/recorder_thread.h"

#include <chrono>
#include <stdexcept>
#include <utility>

#include "core/base/realtime/clock.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostQueuedEvents = 200'000;  // about 40 MB
constexpr std::size_t kEventsAtOnce = 5'000;        // more are written without waiting for others
constexpr std::size_t kMostSpare = 8;               // batches
constexpr auto kLongestWait = std::chrono::milliseconds(250);

}  // namespace

RecorderThread::RecorderThread(const std::string& path, const TraceMeta& meta) : path_(path), meta_(meta) {
  if (!recorder_.begin(path, meta_)) throw std::runtime_error(recorder_.error());
  thread_ = std::make_unique<RealtimeThread>(ThreadRole::kRecorder, PrioritySetting{PrioritySetting::Kind::kNice, 10},
                                             [this](std::stop_token stop) { run(stop); });
}

RecorderThread::~RecorderThread() = default;  // the thread ends first, after its last round

void RecorderThread::submit(std::vector<Event>& batch) {
  if (batch.empty()) return;
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    if (queued_events_ + batch.size() > kMostQueuedEvents) {
      dropped_ += static_cast<std::int64_t>(batch.size());
      return batch.clear();
    }
    queued_events_ += batch.size();
    std::vector<Event>& queued = queue_.emplace_back();
    if (!spare_.empty()) {
      queued = std::move(spare_.back());
      spare_.pop_back();
    }
    queued.swap(batch);
    full = queued_events_ >= kEventsAtOnce;
  }
  if (full) filled_.notify_one();
}

void RecorderThread::finish(std::optional<Timestamp> call_ended) {
  {
    const std::lock_guard lock(mutex_);
    meta_.call_ended = call_ended;
  }
  thread_->join();
}

std::string RecorderThread::discard() {
  {
    const std::lock_guard lock(mutex_);
    discards_ = true;
  }
  thread_->join();
  return error();
}

std::string RecorderThread::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

std::vector<std::vector<Event>> RecorderThread::take_all() {
  queued_events_ = 0;
  return std::exchange(queue_, {});
}

void RecorderThread::give_back(std::vector<std::vector<Event>> written) {
  for (auto& batch : written) batch.clear();
  const std::lock_guard lock(mutex_);
  for (auto& batch : written)
    if (spare_.size() < kMostSpare && batch.capacity() <= kEventsAtOnce) spare_.push_back(std::move(batch));
}

void RecorderThread::note_error() {
  const std::lock_guard lock(mutex_);
  error_ = recorder_.error();
}

void RecorderThread::run(std::stop_token stop) {
  bool healthy = true;
  while (true) {
    std::vector<std::vector<Event>> batches;
    {
      std::unique_lock lock(mutex_);
      filled_.wait_for(lock, stop, kLongestWait, [this] { return queued_events_ >= kEventsAtOnce; });
      batches = take_all();
    }
    if (batches.empty()) {
      healthy = healthy && recorder_.write({}, monotonic_now());
      if (stop.stop_requested()) break;
    }
    for (const auto& batch : batches) healthy = healthy && recorder_.write(batch, monotonic_now());
    give_back(std::move(batches));
    bytes_ = recorder_.bytes();
    if (!healthy) note_error();
  }
  if (discards_) {
    recorder_.discard();
    return note_error();
  }
  if (meta_.call_ended && healthy && !recorder_.set_meta(meta_)) note_error();
  if (!recorder_.close()) note_error();
  bytes_ = recorder_.bytes();
}

}  // namespace jitterscope
