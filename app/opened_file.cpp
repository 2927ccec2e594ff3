#include "app/opened_file.h"

#include "core/trace/opened_call.h"

namespace jitterscope {

OpenedFile::OpenedFile(std::string path, const AnalysisQuery& query, Finished finished)
    : path_(std::move(path)),
      finished_(std::move(finished)),
      query_(query),
      thread_([this](std::stop_token stop) { run(stop); }) {}

OpenedFile::~OpenedFile() = default;  // the thread is stopped and awaited

std::shared_ptr<const CallSnapshot> OpenedFile::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

std::optional<std::int64_t> OpenedFile::began_at() const {
  const std::lock_guard lock(mutex_);
  return began_at_;
}

void OpenedFile::set_query(const AnalysisQuery& query) {
  const std::lock_guard lock(mutex_);
  query_ = query;
  asked_.notify_all();
}

void OpenedFile::run(std::stop_token stop) {
  std::string error;
  auto call = open_call(path_, error, stop);
  if (!call) return finished_(false, error);
  for (bool first = true; !stop.stop_requested(); first = false) {
    AnalysisQuery query;
    {
      const std::lock_guard lock(mutex_);
      query = query_;
    }
    call->analyzer.set_query(query);
    auto made = std::make_shared<const CallSnapshot>(call->analyzer.snapshot(call->end));
    {
      const std::lock_guard lock(mutex_);
      snapshot_ = std::move(made);
      began_at_ = call->began_at_ms;
    }
    if (first) finished_(true, call->sentence);
    std::unique_lock lock(mutex_);
    asked_.wait(lock, stop, [&] { return query_ != query; });
  }
}

}  // namespace jitterscope
