#include "app/window/stretch_picture.h"

#include <exception>
#include <new>
#include <utility>

#include "ui/tr.h"

namespace jitterscope {

std::optional<Stretch> selected_stretch(const AnalysisQuery& query) {
  const auto [from_s, to_s] = query.selection_s;
  if (query.window != MeasureWindow::kSelection || !(from_s < to_s)) return std::nullopt;
  return Stretch::of(from_s, to_s);
}

std::shared_ptr<const CallSnapshot> SnapshotWithStretch::of(
    const std::shared_ptr<const CallSnapshot>& whole, const std::shared_ptr<const StretchPicture::Result>& stretch) {
  if (!whole || !stretch) {
    whole_ = shown_ = nullptr;
    stretch_ = nullptr;
    return whole;
  }
  if (whole == whole_ && stretch == stretch_) return shown_;
  auto shown = std::make_shared<CallSnapshot>(stretch->snapshot ? with_stretch(*whole, *stretch->snapshot) : *whole);
  shown->selected = stretch->selected;
  whole_ = whole;
  stretch_ = stretch;
  return shown_ = std::move(shown);
}

StretchPicture::StretchPicture(Open open, std::chrono::milliseconds rest)
    : open_(std::move(open)), rest_(rest), thread_([this](const std::stop_token& stop) {
        run(stop);
        ended_ = true;
      }) {}

StretchPicture::~StretchPicture() = default;

void StretchPicture::want(const AnalysisQuery& query) {
  const std::lock_guard lock(mutex_);
  if (query == query_) return;
  const auto wanted = selected_stretch(query);
  if (wanted != selected_stretch(query_)) {
    reading_.request_stop();
    if (wanted) again_ = true;  // also when it is the one that was read last
    result_ =
        wanted ? std::make_shared<const Result>(Result{{*wanted, SelectedStretch::State::kIsRead}, nullptr}) : nullptr;
  }
  query_ = query;
  asked_.notify_all();
}

void StretchPicture::renew() {
  const std::lock_guard lock(mutex_);
  again_ = true;
  asked_.notify_all();
}

std::shared_ptr<const StretchPicture::Result> StretchPicture::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

void StretchPicture::run(const std::stop_token& stop) {
  AnalysisQuery done;
  while (!stop.stop_requested()) {
    AnalysisQuery query;
    {
      std::unique_lock lock(mutex_);
      asked_.wait(lock, stop, [&] { return again_ || query_ != done; });
      query = query_;
      if (std::exchange(again_, false)) call_.reset();
    }
    const auto wanted = selected_stretch(query);
    if (!wanted)
      call_.reset();
    else if (!rested(query, stop) || !make(query, *wanted, stop))
      continue;
    done = query;
  }
}

bool StretchPicture::rested(const AnalysisQuery& query, const std::stop_token& stop) {
  if (call_ && call_->stretch == selected_stretch(query)) return true;  // nothing has to be read
  std::unique_lock lock(mutex_);
  const bool changed = asked_.wait_for(lock, stop, rest_, [&] { return query_ != query; });
  return !changed && !stop.stop_requested();
}

bool StretchPicture::make(const AnalysisQuery& query, const Stretch& stretch, const std::stop_token& stop) {
  std::string error;
  try {
    if (!call_ || call_->stretch != stretch) {
      std::stop_source enough;
      {
        const std::lock_guard lock(mutex_);
        if (query_ != query) return false;
        reading_ = enough;
      }
      const std::stop_callback stopped(stop, [&] { enough.request_stop(); });
      call_.reset();
      call_ = open_(stretch, error, enough.get_token());
      if (enough.stop_requested()) {
        call_.reset();
        return false;
      }
    }
    if (call_) {
      auto snapshot = std::make_shared<const CallSnapshot>(call_->snapshot(query));
      publish(query, {{.stretch = stretch, .unfinished = call_->unfinished}, std::move(snapshot)});
      return true;
    }
  } catch (const std::bad_alloc&) {
    error = Tr::tr("It needs more memory than this machine has.").toStdString();
  } catch (const std::exception& problem) {
    error = Tr::tr("It cannot be measured: %1.").arg(problem.what()).toStdString();
  }
  call_.reset();
  publish(query, {{stretch, SelectedStretch::State::kNotRead, error, false}, nullptr});
  return true;
}

/// Unless something else is wanted by now.
void StretchPicture::publish(const AnalysisQuery& query, Result result) {
  auto made = std::make_shared<const Result>(std::move(result));
  const std::lock_guard lock(mutex_);
  if (selected_stretch(query_) == selected_stretch(query)) result_ = std::move(made);
}

}  // namespace jitterscope
