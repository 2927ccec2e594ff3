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
  /// Begins to read. `finished(opened, sentence)` is called once, on the file's own thread.
  OpenedFile(std::string path, std::function<void(bool, std::string)> finished);
  ~OpenedFile();  // waits for what is being computed

  // Any thread; return at once.
  const std::string& path() const { return path_; }
  /// Null until it is read. A new one after each other query.
  std::shared_ptr<const CallSnapshot> snapshot() const;
  void set_query(const AnalysisQuery& query);

 private:
  void run(std::stop_token stop);

  const std::string path_;
  const std::function<void(bool, std::string)> finished_;
  mutable std::mutex mutex_;
  std::condition_variable_any asked_;
  AnalysisQuery query_;
  std::shared_ptr<const CallSnapshot> snapshot_;
  std::jthread thread_;
};

}  // namespace jitterscope
