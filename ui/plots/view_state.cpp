#include "ui/plots/view_state.h"

#include <algorithm>
#include <cmath>

#include <QDateTime>

#include "core/base/units/shell_word.h"
#include "ui/words/text.h"
#include "ui/words/typed_span.h"

namespace jitterscope {
namespace {
constexpr double kDefaultLength = 60, kShortestSpan = 0.005;
}

void ViewState::set_end(double end_s) {
  const bool new_call = end_s + 1 < end_;
  end_ = end_s;
  if (new_call) {
    clear_selection();
    cursors_ = {};
    reset_scales();
    return reset();
  }
  if (following_) from_ = std::max(0.0, end_ - length_);
}

void ViewState::set_call_over(bool over) {
  if (over == call_over_) return;
  call_over_ = over;
  emit changed();
}

void ViewState::reset_scales() {
  ++scale_epoch_;
  emit changed();
}

void ViewState::follow(bool on) {
  if (on == following_) return;
  following_ = on;
  if (on) from_ = std::max(0.0, end_ - length_);
  emit following_changed(on);
  emit changed();
}

void ViewState::zoom(double factor, double around_s) {
  const double most = std::max({end_, length_, kDefaultLength});  // beyond all that there is nothing is seen
  const double length = std::clamp(length_ * factor, kShortestSpan, most);
  const double around = following_ ? std::max(end_, to()) : around_s;
  from_ = std::max(0.0, around - (around - from_) * length / length_);
  length_ = length;
  if (following_) from_ = std::max(0.0, end_ - length_);
  emit changed();
}

void ViewState::pan(double seconds) {
  from_ = std::clamp(from_ + seconds, 0.0, std::max(0.0, end_ - length_ / 2));
  if (following_) {
    following_ = false;
    emit following_changed(false);
  }
  emit changed();
}

void ViewState::show(double from_s, double to_s) {
  length_ = std::clamp(to_s - from_s, kShortestSpan, kLongestAxis_s);
  from_ = std::max(0.0, from_s);
  pan(0);
}

void ViewState::show_all() {
  if (shows_file_) return show(0, std::max(end_, kShortestSpan));
  length_ = std::clamp(end_, kDefaultLength, kLongestAxis_s);
  from_ = 0;
  if (following_) from_ = std::max(0.0, end_ - length_);
  emit changed();
}

void ViewState::reset() {
  length_ = kDefaultLength;
  from_ = std::max(0.0, end_ - length_);
  if (!following_) {
    following_ = true;
    emit following_changed(true);
  }
  emit changed();
}

void ViewState::set_side(Side side) {
  if (side == side_) return;
  side_ = side;
  emit changed();
}

void ViewState::set_query(const AnalysisQuery& query) {
  if (query == query_) return;
  if (query.window != MeasureWindow::kSelection) unselected_ = query.window;
  query_ = query;
  emit changed();
}

void ViewState::set_window(MeasureWindow window) {
  auto query = query_;
  query.window = window;
  set_query(query);
}

MeasureWindow ViewState::sliding_window() const {
  return query_.window == MeasureWindow::kSelection ? unselected_ : query_.window;
}

void ViewState::set_sliding_window(MeasureWindow window) {
  if (query_.window == MeasureWindow::kSelection)
    unselected_ = window;
  else
    set_window(window);
}

void ViewState::select(double from_s, double to_s) {
  if (!std::isfinite(from_s) || !std::isfinite(to_s)) return;
  auto query = query_;
  query.window = MeasureWindow::kSelection;
  query.selection_s = {std::max(0.0, std::min(from_s, to_s)), std::max(from_s, to_s)};
  set_query(query);
}

void ViewState::clear_selection() {
  auto query = query_;
  query.window = unselected_;
  query.selection_s = {0, 0};
  set_query(query);
}

void ViewState::set_cursor(Cursor which, std::optional<double> at_s, bool bring_in_sight) {
  auto& cursor = cursors_[static_cast<std::size_t>(which)];
  if (cursor == at_s) return;
  cursor = at_s;
  if (bring_in_sight && at_s && (*at_s < from() || *at_s > to())) return show(*at_s - length_ / 2, *at_s + length_ / 2);
  emit changed();
}

void ViewState::set_compared(const ComparedSpans& spans) {
  if (spans == compared_) return;
  compared_ = spans;
  emit changed();
}

void ViewState::show_whole(double end_s) {
  clear_selection();
  end_ = std::max(end_s, kShortestSpan);
  show(0, end_);
}

QString ViewState::time_words(double at_s) const {
  auto words = axis_time(at_s);
  if (!began_) return words;
  return words + "  ·  " + QDateTime::fromMSecsSinceEpoch(*began_ + std::llround(at_s * 1000)).toString("HH:mm:ss");
}

void ViewState::set_recording(const std::string& path, const std::string& options) {
  recording_ = path;
  reading_options_ = options;
}

QString ViewState::analyze_command() const {
  if (recording_.empty() || (!has_selection() && !shows_file_)) return {};
  auto command = "jitterscope analyze " + QString::fromStdString(shell_word(recording_));
  if (const auto [from, to] = query_.selection_s; has_selection())
    command += QString(" --from %1 --to %2").arg(from, 0, 'f', 3).arg(to, 0, 'f', 3);
  return command + QString::fromStdString(reading_options_);
}

void ViewState::hold_ghost(std::shared_ptr<const CallSnapshot> snapshot) {
  held_ = std::move(snapshot);
  emit changed();
}

}  // namespace jitterscope
