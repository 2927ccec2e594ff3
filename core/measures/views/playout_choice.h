#pragma once
// The playout policies that can be chosen, in words.
#include <string>
#include <vector>

#include "core/events/playout_setting.h"

namespace jitterscope {

struct PlayoutChoice {
  PlayoutSetting setting;   // as it is set where nothing is said of its delay
  std::string label;        // in a list to choose from: "Queue monitoring"
  std::string short_label;  // beside a point, in a cell: "QM"
  std::string sentence;     // what it does, with its source
};

/// In the order in which they are shown.
const std::vector<PlayoutChoice>& playout_choices();
/// Its place there, from 0; of an unknown one their number.
std::size_t playout_choice_of(const PlayoutSetting&);

}  // namespace jitterscope
