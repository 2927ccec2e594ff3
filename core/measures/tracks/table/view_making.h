#pragma once
// While a snapshot is made: which of its views are made now, which are taken from the one before.
#include <map>
#include <optional>
#include <tuple>

#include "core/measures/views/interest.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// When each view was made last, and how often. One view may have several parts, which are made one after the other.
struct ViewsMade {
  using Of = std::tuple<ViewKind, std::optional<ParticipantId>, std::optional<Medium>, int>;
  std::map<Of, Timestamp> at;
  ViewCounts counts{};

  /// A round may come early by an eighth of the period.
  bool is_due(const Of& of, Duration period, Timestamp now) const {
    const auto last = at.find(of);
    return last == at.end() || now - last->second >= period - period / 8;
  }
  void note(const Of& of, Timestamp now) {
    at.insert_or_assign(of, now);
    ++counts[static_cast<std::size_t>(std::get<ViewKind>(of))];
  }
};

/// What a track's fill() writes, as `using Fills = Fields<&CallSnapshot::threads>;`: taken over while it is not made
/// anew.
template <auto... Field>
struct Fields {
  template <typename Of>
  static void take(Of& to, const Of& from) {
    ((to.*Field = from.*Field), ...);
  }
};

class ViewMaking {
 public:
  enum class What { kNothing, kAsBefore, kNew };

  /// `before`: null = all that is wanted is made. `over`: it is of all that will have been heard.
  ViewMaking(const Interests& wanted, Timestamp now, ViewsMade& made, const CallSnapshot* before, bool over)
      : wanted_(wanted), now_(now), made_(made), before_(before), over_(over) {}

  /// `news`: what may not wait until it is due.
  What operator()(ViewKind view, std::optional<ParticipantId> of, std::optional<Medium> medium, int part = 0,
                  bool news = false) {
    const auto period = wanted_.period(view, of, medium);
    if (!period) return What::kNothing;
    const ViewsMade::Of key{view, of, medium, part};
    const bool was_made = before_ && before_->made.period(view, of, medium);  // not while nobody wanted it
    if (was_made && !news && !made_.is_due(key, *period, now_)) return What::kAsBefore;
    made_.note(key, now_);
    return What::kNew;
  }
  /// What a track with kView, Fills and fill() tells, into `to`, from `before` where it is not made anew.
  template <typename Track, typename Of>
  void fill(Track& track, Of& to, const Of* before, std::optional<ParticipantId> of, std::optional<Medium> medium,
            int part) {
    bool news = false;
    if constexpr (requires { track.has_news(); }) news = track.has_news();
    switch ((*this)(Track::kView, of, medium, part, news)) {
      case What::kNothing: break;
      case What::kAsBefore: Track::Fills::take(to, *before); break;
      case What::kNew: track.fill(to, now_); break;
    }
  }
  const Interests& wanted() const { return wanted_; }
  Timestamp now() const { return now_; }
  bool over() const { return over_; }
  const CallSnapshot* before() const { return before_; }

 private:
  const Interests& wanted_;
  Timestamp now_;
  ViewsMade& made_;
  const CallSnapshot* before_;
  bool over_;
};

}  // namespace jitterscope
