#include "app/doctor/check.h"

namespace jitterscope::doctor {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kGood: return "good";
    case Verdict::kLimited: return "limited";
    case Verdict::kMissing: break;
  }
  return "missing";
}

}  // namespace jitterscope::doctor
