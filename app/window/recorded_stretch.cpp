#include "app/window/recorded_stretch.h"

#include <algorithm>
#include <utility>

#include "ui/tr.h"

namespace jitterscope {
namespace {

constexpr double kUnwritten_s = 3;  // of what has just happened
constexpr double kBetweenRenewals_s = 2;
constexpr int kMostRenewals = 12;  // of a recording that does not go on

QString time_words(double at_s) {
  const auto seconds = static_cast<long>(std::max(at_s, 0.0));
  return QString("%1:%2").arg(seconds / 60, 2, 10, QChar('0')).arg(seconds % 60, 2, 10, QChar('0'));
}

/// Empty: the stretch is in the recording.
std::string why_not_in(const OpenedCall& call, const Stretch& stretch, double call_s) {
  const double from_s = call.recorded_from_s.value_or(0);
  if (stretch.from_s() < from_s - kUnwritten_s)
    return Tr::tr("The recording of this call begins at %1.").arg(time_words(from_s)).toStdString();
  if (call.recorded_to_s && *call.recorded_to_s < std::min(stretch.to_s(), call_s) - 2 * kUnwritten_s)
    return Tr::tr("The recording of this call ends at %1.").arg(time_words(*call.recorded_to_s)).toStdString();
  if (call.unfinished && call.recorded_to_s.value_or(0) < stretch.from_s())
    return Tr::tr("The recording of this call has not come to that time yet.").toStdString();
  return {};
}

StretchPicture::Open open_recorded(const std::string& path, std::shared_ptr<std::atomic<double>> elapsed_s) {
  return [path, elapsed_s = std::move(elapsed_s)](const Stretch& stretch, std::string& error, std::stop_token stop) {
    auto call = open_stretch(path, stretch, {}, error, std::move(stop));
    if (!call) return call;
    error = why_not_in(*call, stretch, *elapsed_s);
    if (!error.empty()) call.reset();
    return call;
  };
}

}  // namespace

void RecordedStretch::want(const AnalysisQuery& query) {
  query_ = query;
  none_ = nullptr;
  renewed_at_s_ = 0;
  renewals_ = 0;
  if (picture_) picture_->want(query);
}

void RecordedStretch::retire() {
  if (!picture_) return;
  picture_->stop();
  retired_.push_back(std::move(picture_));
}

void RecordedStretch::follow(const std::string& trace_path, double elapsed_s) {
  *elapsed_s_ = elapsed_s;
  if (trace_path == path_) return;
  path_ = trace_path;
  none_ = nullptr;
  retire();
  if (path_.empty()) return;
  picture_ = std::make_unique<StretchPicture>(open_recorded(path_, elapsed_s_));
  picture_->want(query_);
}

/// What was not written when it was read has been by now.
void RecordedStretch::renew_unfinished(const StretchPicture::Result& result) {
  const SelectedStretch& selected = result.selected;
  const double now_s = *elapsed_s_;
  if (selected.state == SelectedStretch::State::kIsRead) return;
  if (!selected.unfinished && selected.state != SelectedStretch::State::kNotRead) return;
  if (renewed_at_s_ == 0) renewed_at_s_ = now_s;
  if (now_s < renewed_at_s_ + kBetweenRenewals_s || renewals_ == kMostRenewals) return;
  if (now_s > selected.stretch.to_s()) ++renewals_;
  renewed_at_s_ = now_s;
  picture_->renew();
}

std::shared_ptr<const CallSnapshot> RecordedStretch::shown(const std::shared_ptr<const CallSnapshot>& newest) {
  if (picture_) {
    const auto result = picture_->result();
    if (result) renew_unfinished(*result);
    return shown_.of(newest, result);
  }
  const auto wanted = selected_stretch(query_);
  if (!wanted) return newest;
  if (!none_)
    none_ = std::make_shared<const StretchPicture::Result>(StretchPicture::Result{
        {*wanted, SelectedStretch::State::kNotRead,
         Tr::tr("A selection needs a recording, and this call is not recorded.").toStdString(), false},
        nullptr});
  return shown_.of(newest, none_);
}

}  // namespace jitterscope
