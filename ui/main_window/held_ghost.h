#pragma once
// What stands behind the present in grey: held by the user, or the end of a demonstration's first half while its second
// one runs. GUI thread.
#include <memory>
#include <optional>

#include "core/measures/views/analysis_query.h"

namespace jitterscope {

struct CallSnapshot;

class ViewState;

class HeldGhost {
 public:
  using Snapshot = std::shared_ptr<const CallSnapshot>;
  /// The view outlives this; it has what is held.
  explicit HeldGhost(ViewState& view) : view_(view) {}

  /// Holds `now`, or lets go what is held. Nothing is held of a file that is not read whole.
  void hold_or_let_go(const Snapshot& now);
  /// With each tick: what is shown, the call's newest, and whether the call is shown rather than a file. A
  /// demonstration's first half is held from its end to the end of the second, unless the user holds something or has
  /// let it go; from its beginning to the end of the demonstration figures slide over ten seconds, which are soon all
  /// of one half. Of the call as it is, whatever stretch is chosen; a file has neither.
  void follow(const Snapshot& shown, const Snapshot& call, bool shows_call);
  /// Views of everything are needed: what hidden panels show was not made when it was held.
  bool waits() const { return waits_ && !is_away(); }

 private:
  void hold(const Snapshot& snapshot);
  void complete(const Snapshot& now, bool shows_call);
  void follow_demonstration(const Snapshot& call);
  bool is_away() const;  // the half that is held is not in the view, since a file is
  void show_half(bool shows_call);
  void slide_for_what_is_shown(bool shows_call);
  void let_go_of_half();
  void slide_as_before();

  ViewState& view_;
  bool waits_ = false;
  Snapshot first_half_;  // the newest of it, until it is held
  Snapshot held_of_it_;  // as held; null: it is not
  bool shows_call_ = true;
  std::optional<MeasureWindow> window_before_;   // of the demonstration
  std::optional<MeasureWindow> over_meanwhile_;  // the same, of one that was over while a file was shown
};

}  // namespace jitterscope
