#pragma once
// The selected stretch of a call that is up or has ended, from its recording as far as that is written.
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "app/window/stretch_picture.h"

namespace jitterscope {

/// GUI thread; returns at once.
class RecordedStretch {
 public:
  void want(const AnalysisQuery& query);
  /// What is recorded: of the call whose newest snapshot it is; empty: nothing.
  void follow(const std::string& trace_path, double elapsed_s);
  /// The newest snapshot of the call with what there is of the stretch, or why there is nothing.
  std::shared_ptr<const CallSnapshot> shown(const std::shared_ptr<const CallSnapshot>& newest);
  /// Frees what is not needed any more and has ended.
  void clear_retired() {
    std::erase_if(retired_, [](const auto& picture) { return picture->ended(); });
  }

 private:
  void retire();
  void renew_unfinished(const StretchPicture::Result& result);

  AnalysisQuery query_;
  std::string path_;
  std::shared_ptr<std::atomic<double>> elapsed_s_ = std::make_shared<std::atomic<double>>(0);
  double renewed_at_s_ = 0;                               // or when it was first seen to be unfinished
  int renewals_ = 0;                                      // since its end was past
  std::unique_ptr<StretchPicture> picture_;               // of path_
  std::vector<std::unique_ptr<StretchPicture>> retired_;  // stopped
  std::shared_ptr<const StretchPicture::Result> none_;    // of a selection in a call without a recording
  SnapshotWithStretch shown_;
};

}  // namespace jitterscope
