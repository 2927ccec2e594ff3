#pragma once
// The picture of the stretch of time that is selected, made in the background from the file of the call.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "core/measures/views/analysis_query.h"
#include "core/measures/views/snapshot.h"
#include "core/record/open/opened_call.h"

namespace jitterscope {

/// The newest wish wins: what is read for another one ends. Reading begins when the hand has rested, so that a band
/// that is drawn is not read at each of its steps. Functions: any thread; all but the destructor return at once.
class StretchPicture {
 public:
  /// As open_stretch() of one file.
  using Open = std::function<std::optional<OpenedCall>(const Stretch&, std::string& error, std::stop_token)>;
  static constexpr std::chrono::milliseconds kRest{150};

  explicit StretchPicture(Open open, std::chrono::milliseconds rest = kRest);
  ~StretchPicture();  // stops and waits for what is being read, which ends within some thousand events

  /// Of the query's selection; none of one without.
  void want(const AnalysisQuery& query);
  /// Reads the same stretch once more, of a file that has grown.
  void renew();
  void stop() { thread_.request_stop(); }
  bool ended() const { return ended_; }

  struct Result {
    SelectedStretch selected;                      // kIsRead until there is a picture, or no way to one
    std::shared_ptr<const CallSnapshot> snapshot;  // of kShown
  };
  /// Absent: nothing is selected. The same object as long as nothing changes.
  std::shared_ptr<const Result> result() const;

 private:
  void run(const std::stop_token& stop);
  /// False: something else was wanted before it was read.
  bool make(const AnalysisQuery& query, const Stretch& stretch, const std::stop_token& stop);
  bool rested(const AnalysisQuery& query, const std::stop_token& stop);
  void publish(const AnalysisQuery& query, Result result);

  const Open open_;
  const std::chrono::milliseconds rest_;
  std::atomic<bool> ended_{false};
  mutable std::mutex mutex_;
  std::condition_variable_any asked_;
  AnalysisQuery query_;
  bool again_ = false;
  std::stop_source reading_;  // what is read now
  std::shared_ptr<const Result> result_;
  std::optional<OpenedCall> call_;  // of the stretch that was read last; the thread's own
  std::jthread thread_;
};

/// A snapshot of the whole with what there is of the selected stretch; the same object as long as neither changes. One
/// thread at a time.
class SnapshotWithStretch {
 public:
  std::shared_ptr<const CallSnapshot> of(const std::shared_ptr<const CallSnapshot>& whole,
                                         const std::shared_ptr<const StretchPicture::Result>& stretch);

 private:
  std::shared_ptr<const CallSnapshot> whole_, shown_;
  std::shared_ptr<const StretchPicture::Result> stretch_;
};

/// What the query has selected.
std::optional<Stretch> selected_stretch(const AnalysisQuery& query);

}  // namespace jitterscope
