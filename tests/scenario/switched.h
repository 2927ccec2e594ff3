#pragma once
// A setting that is switched 1000 times while a call runs in virtual time, and what was made under each of its values.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/events/kinds/setting_changed.h"
#include "core/lab/virtual_call/virtual_call.h"

namespace jitterscope::virtual_call {

inline constexpr int kSwitches = 1000;

/// S: the setting. Unit: the event of a packet, block or frame of which can be seen under which value it was made, from
/// the ring of the thread that marks the setting: the log has both in the order in which they happened.
template <typename S, typename Unit>
class Switched {
 public:
  /// Of all units those that count, by how often the setting had been switched.
  using Counts = std::function<bool(const Unit&, int switches)>;

  /// `values`: the first is in force. Each is switched at a random time, once a unit made under it is there.
  Switched(VirtualCall& call, VirtualEnd& end, const std::vector<Set<S>>& values, Counts counts)
      : end_(end), counts_(std::move(counts)) {
    std::minstd_rand random(7);
    std::size_t value = 0;
    stretches_.push_back({{}, words_of(values.front()), {}});
    await_unit(call);
    for (int i = 0; i < kSwitches; ++i) {
      call.run_for(Duration::us(random() % 70'000));
      value = (value + 1 + random() % (values.size() - 1)) % values.size();
      end.set(values[value], call.now());
      await_unit(call);
    }
    call.run_for(Duration::seconds(1));  // what has been made is sent and played
    call.finish();
  }

  /// How many marks lie, in the log and in time, between the last unit made under the value before and the first one
  /// under theirs. `at`: when it was made; `under`: the value that it shows, in words.
  template <typename Under>
  int marked_between(Timestamp Unit::*at, Under under) const {
    EXPECT_EQ(marks(), kSwitches);
    const auto fits = [&](const Stretch& stretch) {
      return std::ranges::all_of(stretch.units, [&](const Unit& unit) { return under(unit) == stretch.value; });
    };
    int right = 0;
    for (std::size_t i = 1; i < stretches_.size(); ++i) {
      const Stretch &before = stretches_[i - 1], &after = stretches_[i];
      if (before.units.empty() || after.units.empty()) continue;
      const SettingChanged& mark = after.mark;
      const bool between = before.units.back().*at <= mark.at && mark.at <= after.units.front().*at;
      right += between && mark.asked && *mark.asked <= mark.at && fits(before) && fits(after);
    }
    return right;
  }

 private:
  int marks() const { return static_cast<int>(stretches_.size()) - 1; }
  struct Stretch {
    SettingChanged mark;  // none of the first
    std::string value;
    std::vector<Unit> units;
  };
  /// As far as the log goes.
  void read() {
    for (; read_ < end_.events().size(); ++read_) {
      const Event& event = end_.events()[read_];
      const auto* mark = get_if<SettingChanged>(&event);
      if (mark && concerns<S>(*mark) && mark->asked)
        stretches_.push_back({*mark, std::string(mark->value.view()), {}});
      else if (const Unit* unit = get_if<Unit>(&event); unit && counts_(*unit, marks()))
        stretches_.back().units.push_back(*unit);
    }
  }
  void await_unit(VirtualCall& call) {
    const int wanted = marks() + (read_ > 0);
    for (int tries = 0; marks() < wanted || stretches_.back().units.empty(); ++tries) {
      if (tries == kMostTries) throw std::runtime_error("nothing shows the setting");
      call.run_for(Duration::ms(10));
      read();
    }
  }
  static constexpr int kMostTries = 6000;  // a minute

  const VirtualEnd& end_;
  Counts counts_;
  std::vector<Stretch> stretches_;
  std::size_t read_ = 0;  // events of the end
};

}  // namespace jitterscope::virtual_call
