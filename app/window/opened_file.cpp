#include "app/window/opened_file.h"

#include <exception>
#include <new>

namespace jitterscope {

OpenedFile::OpenedFile(std::string path, const AnalysisQuery& query, Finished finished, Open open)
    : path_(std::move(path)),
      finished_(std::move(finished)),
      open_(std::move(open)),
      query_(query),
      thread_([this](std::stop_token stop) { run(stop); }) {}

OpenedFile::~OpenedFile() = default;

OpenedFile::Open OpenedFile::open_with(const OpenOptions& options) {
  return [options](const std::string& path, std::string& error, std::stop_token stop) {
    return open_call(path, options, error, std::move(stop));
  };
}

std::vector<FileStream> OpenedFile::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

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
  bool told = false;
  std::string trouble;
  try {
    show(stop, told);
  } catch (const std::bad_alloc&) {
    trouble = path_ + " needs more memory than this machine has.";
  } catch (const std::exception& problem) { trouble = path_ + " cannot be shown: " + problem.what() + "."; }
  if (!trouble.empty() && !told && !stop.stop_requested()) finished_(false, trouble);
  ended_ = true;
}

void OpenedFile::show(std::stop_token stop, bool& told) {
  std::string error;
  auto call = open_(path_, error, stop);
  while (!stop.stop_requested()) {
    if (!call) return finished_(false, error);
    AnalysisQuery query;
    {
      const std::lock_guard lock(mutex_);
      query = query_;
    }
    make_snapshot(*call, query);
    if (!told && !stop.stop_requested()) finished_(told = true, call->sentence);
    std::unique_lock lock(mutex_);
    asked_.wait(lock, stop, [&] { return query_ != query; });
  }
}

void OpenedFile::make_snapshot(OpenedCall& call, const AnalysisQuery& query) {
  call.analyzer.set_query(query);
  auto made = std::make_shared<const CallSnapshot>(call.analyzer.snapshot(call.end));
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(made);
  began_at_ = call.began_at_ms;
  streams_ = call.streams;
}

}  // namespace jitterscope
