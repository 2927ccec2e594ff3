#include "app/window/opened_file.h"

#include <exception>
#include <new>
#include <utility>

#include "ui/tr.h"

namespace jitterscope {

OpenedFile::OpenedFile(std::string path, const AnalysisQuery& query, Finished finished, Open open, Open open_end,
                       StretchPicture::Open open_stretch)
    : path_(std::move(path)),
      finished_(std::move(finished)),
      open_(std::move(open)),
      open_end_(std::move(open_end)),
      query_(query),
      stretch_(open_stretch ? std::move(open_stretch) : open_stretch_with(path_, {})),
      thread_([this](std::stop_token stop) { run(stop); }) {}

OpenedFile::~OpenedFile() = default;

OpenedFile::Open OpenedFile::open_with(const OpenOptions& options) {
  return [options](const std::string& path, std::string& error, std::stop_token stop) {
    return open_call(path, error, std::move(stop), options);
  };
}

StretchPicture::Open OpenedFile::open_stretch_with(const std::string& path, const OpenOptions& options) {
  return [path, options](const Stretch& stretch, std::string& error, std::stop_token stop) {
    return open_stretch(path, stretch, options, error, std::move(stop));
  };
}

std::vector<FileStream> OpenedFile::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

std::shared_ptr<const CallSnapshot> OpenedFile::snapshot() const {
  const auto stretch = stretch_.result();
  const std::lock_guard lock(mutex_);
  return shown_.of(snapshot_, stretch);
}

std::optional<std::int64_t> OpenedFile::began_at() const {
  const std::lock_guard lock(mutex_);
  return began_at_;
}

void OpenedFile::set_query(const AnalysisQuery& query) {
  const std::lock_guard lock(mutex_);
  query_ = query;
  asked_.notify_all();
  stretch_.want(query);
}

/// Of what was thrown and is being handled.
std::string OpenedFile::why_not_shown() const {
  const auto path = QString::fromStdString(path_);
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return Tr::tr("%1 needs more memory than this machine has.").arg(path).toStdString();
  } catch (const std::exception& problem) {
    return Tr::tr("%1 cannot be shown: %2.").arg(path, QString(problem.what())).toStdString();
  }
}

void OpenedFile::run(std::stop_token stop) {
  bool told = false;
  std::string trouble;
  try {
    show(stop, told);
  } catch (...) { trouble = why_not_shown(); }
  if (!trouble.empty() && !stop.stop_requested()) {
    if (told)
      tell_trouble(trouble);
    else
      finished_(false, trouble);
  }
  ended_ = true;
}

/// What is shown stays, and says that there is no more.
void OpenedFile::tell_trouble(const std::string& trouble) {
  const std::lock_guard lock(mutex_);
  if (!snapshot_ || !snapshot_->only_from) return;
  auto last = std::make_shared<CallSnapshot>(*snapshot_);
  last->only_from->trouble = trouble;
  snapshot_ = std::move(last);
}

void OpenedFile::show(std::stop_token stop, bool& told) {
  std::string error;
  std::optional<OpenedCall> end, whole;
  if (open_end_) end = open_end_(path_, error, stop);
  if (!error.empty() && !stop.stop_requested()) return finished_(false, error);
  const std::atomic<bool> never{false};
  if (!end) {
    error.clear();
    whole = open_(path_, error, stop);
    if (!whole && !stop.stop_requested()) return finished_(false, error);
  } else {
    std::atomic<bool> read{false};
    std::stop_source enough;
    const std::stop_callback stopped(stop, [&] { enough.request_stop(); });
    const auto read_whole = [&] {
      try {
        whole = open_(path_, error, enough.get_token());
      } catch (...) { error = why_not_shown(); }
      const std::lock_guard lock(mutex_);
      read = true;
      asked_.notify_all();
    };
    const std::jthread reader(read_whole);
    try {
      show_call(*end, stop, told, read);
    } catch (...) {
      enough.request_stop();
      throw;
    }
  }
  if (stop.stop_requested()) return;
  if (!whole) {
    end->only_from->trouble = error;
    return show_call(*end, stop, told, never);
  }
  end.reset();
  show_call(*whole, stop, told, never);
}

/// What is selected is not measured in the whole: until it is read, what was measured before stays.
AnalysisQuery OpenedFile::of_whole(AnalysisQuery query, const std::optional<AnalysisQuery>& before) {
  if (!selected_stretch(query)) return query;
  if (before) return *before;
  query.window = MeasureWindow::kWhole;
  query.selection_s = {0, 0};
  return query;
}

void OpenedFile::show_call(OpenedCall& call, const std::stop_token& stop, bool& told, const std::atomic<bool>& until) {
  std::optional<AnalysisQuery> made;
  while (!stop.stop_requested() && !until) {
    AnalysisQuery query;
    {
      const std::lock_guard lock(mutex_);
      query = of_whole(query_, made);
    }
    make_snapshot(call, query);
    made = query;
    if (!std::exchange(told, true) && !stop.stop_requested()) finished_(true, call.sentence);
    std::unique_lock lock(mutex_);
    asked_.wait(lock, stop, [&] { return until || of_whole(query_, made) != query; });
  }
}

void OpenedFile::make_snapshot(OpenedCall& call, const AnalysisQuery& query) {
  auto made = std::make_shared<const CallSnapshot>(call.snapshot(query));
  const std::lock_guard lock(mutex_);
  snapshot_ = std::move(made);
  began_at_ = call.began_at_ms;
  streams_ = call.streams;
}

}  // namespace jitterscope
