#pragma once
// The trace of a call while it is written: begun, ended, thrown away, and why it is missing or incomplete.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/call/analysis/analysis_thread.h"
#include "core/call/analysis/recorder_thread.h"

namespace jitterscope {

/// Session thread.
class CallRecording {
 public:
  /// `tell` gets each trouble once.
  CallRecording(AnalysisThread& analysis, std::function<void(const std::string& sentence)> tell)
      : analysis_(analysis), tell_(std::move(tell)) {}

  /// One before it is ended. False: the file cannot be made, which is told; the call goes on.
  bool start(const std::string& path, const TraceMeta& meta);
  void stop(std::optional<Timestamp> call_ended = {});
  /// Stops it and deletes its file. Empty: done; else a sentence.
  std::string discard();
  /// Tells of a disk that is full, say.
  void look();

  const RecorderThread* recorder() const { return recorder_.get(); }
  /// Why the trace is missing or incomplete; empty = it is not. Also after its end.
  const std::string& trouble() const { return trouble_; }

 private:
  void tell(const std::string& sentence);

  AnalysisThread& analysis_;
  const std::function<void(const std::string&)> tell_;
  std::shared_ptr<RecorderThread> recorder_;
  std::string trouble_;
};

}  // namespace jitterscope
