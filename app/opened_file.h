#pragma once
// A file shown instead of a call: read and measured on a thread of its own.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "core/metrics/snapshot.h"

namespace jitterscope {

class OpenedFile {
 public:
  /// Is called once, on the file's own thread: what is shown, or why it cannot be.
  using Finished = std::function<void(bool opened, const std::string& sentence)>;

  /// Begins to read.
  OpenedFile(std::string path, const AnalysisQuery& query, Finished finished);
  ~OpenedFile();  // reading stops; a snapshot being made is awaited

  // Any thread; return at once.
  const std::string& path() const { return path_; }
  /// Null until it is read. A new one after each other query.
  std::shared_ptr<const CallSnapshot> snapshot() const;
  /// The wall clock at second 0, ms since 1970; absent where the file does not tell.
  std::optional<std::int64_t> began_at() const;
  void set_query(const AnalysisQuery& query);

 private:
  void run(std::stop_token stop);

  const std::string path_;
  const Finished finished_;
  mutable std::mutex mutex_;
  std::condition_variable_any asked_;
  AnalysisQuery query_;
  std::shared_ptr<const CallSnapshot> snapshot_;
  std::optional<std::int64_t> began_at_;
  std::jthread thread_;
};

}  // namespace jitterscope
