#include "ui/main_window/held_ghost.h"

#include <utility>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/plots/view_state.h"

namespace jitterscope {

void HeldGhost::hold(const Snapshot& snapshot) {
  view_.hold_ghost(snapshot);
  waits_ = snapshot && !snapshot->made.covers(Interests::all());
}

void HeldGhost::hold_or_let_go(const Snapshot& now) {
  if (!view_.held() && now && now->only_from) return;
  held_of_it_.reset();
  hold(view_.held() ? nullptr : now);
}

void HeldGhost::follow(const Snapshot& shown, const Snapshot& call, bool shows_call) {
  follow_demonstration(call);
  slide_for_what_is_shown(shows_call);
  show_half(shows_call);
  complete(held_of_it_ ? call : shown, shows_call);
}

/// A moment later.
void HeldGhost::complete(const Snapshot& now, bool shows_call) {
  if (!waits()) return;
  const auto held = view_.held();
  if (!held || !shows_call || !now || now->elapsed_s < held->elapsed_s) {
    waits_ = false;  // let go, or what is shown now is another call's or a file's
  } else if (now->made.covers(Interests::all())) {
    const auto whole = std::make_shared<const CallSnapshot>(completed(*held, *now));
    if (held_of_it_ == held) held_of_it_ = whole;
    view_.hold_ghost(whole);
    waits_ = false;
  }
}

void HeldGhost::follow_demonstration(const Snapshot& call) {
  const auto state = call && call->demonstration ? call->demonstration->state : std::string();
  if (state == "before") {
    if (!window_before_) {
      window_before_ = view_.sliding_window();
      view_.set_sliding_window(MeasureWindow::k10s);
    }
    first_half_ = call;
  } else if (state == "switching" || state == "after") {
    const auto first_half = std::exchange(first_half_, nullptr);
    if (!first_half || view_.held()) return;
    hold(first_half);
    held_of_it_ = first_half;
  } else {
    let_go_of_half();
    if (state != "settling") slide_as_before();
  }
}

bool HeldGhost::is_away() const {
  return held_of_it_ && view_.held() != held_of_it_;
}

void HeldGhost::show_half(bool shows_call) {
  if (held_of_it_ && shows_call == is_away()) view_.hold_ghost(shows_call ? held_of_it_ : nullptr);
}

void HeldGhost::let_go_of_half() {
  first_half_.reset();
  if (const auto held = std::exchange(held_of_it_, nullptr); held && view_.held() == held) hold(nullptr);
}

void HeldGhost::slide_for_what_is_shown(bool shows_call) {
  if (std::exchange(shows_call_, shows_call) == shows_call) return;
  if (const auto over = shows_call ? std::exchange(over_meanwhile_, std::nullopt) : std::nullopt;
      over && view_.sliding_window() == MeasureWindow::k10s)
    view_.set_sliding_window(*over);
  if (!window_before_) return;
  if (!shows_call && view_.sliding_window() == MeasureWindow::k10s) view_.set_sliding_window(*window_before_);
  if (shows_call && view_.sliding_window() == *window_before_) view_.set_sliding_window(MeasureWindow::k10s);
}

void HeldGhost::slide_as_before() {
  const auto before = std::exchange(window_before_, std::nullopt);
  if (before && !shows_call_) over_meanwhile_ = before;
  if (before && view_.sliding_window() == MeasureWindow::k10s) view_.set_sliding_window(*before);
}

}  // namespace jitterscope
