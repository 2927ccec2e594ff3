#include "core/base/scheduling/priority_way.h"

#include <array>

#include "core/base/units/enum_words.h"

namespace jitterscope {
namespace {

constexpr std::array<std::string_view, 4> kPriorityWayNames{"none", "directly", "by rlimit", "by rtkit"};

}  // namespace

std::string_view to_string(PriorityWay way) {
  return word_of_value(kPriorityWayNames, way);
}

}  // namespace jitterscope
