#include "core/call/session/guided_comparison.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr Duration kShortestHalf = Duration::seconds(5);  // shorter ones measure nothing

}  // namespace

GuidedComparison::Step GuidedComparison::begin(ComparisonPlan plan, Timestamp now) {
  running_ = true;
  switched_ = repeated_ = paused_ = stepping_ = cut_ = false;
  plan_ = std::move(plan);
  next_ = now;
  return settle();
}

GuidedComparison::Step GuidedComparison::settle() {
  std::vector<AnySetting> settings;
  for (const ComparedSetting& compared : plan_.settings) settings.push_back(compared.before);
  return enter(DemonstrationPhase::kSettling, std::move(settings));
}

GuidedComparison::Step GuidedComparison::begin_again(const Stands& stands) {
  repeated_ = true;
  std::erase_if(plan_.settings, [&](const ComparedSetting& setting) {  // what the remote has set itself stays
    return setting.of_remote() && !stands(in_force(setting));
  });
  switched_ = false;
  for (const AnySetting& harder : plan_.harder) {
    const auto eased = std::ranges::find_if(plan_.settings, [&](const ComparedSetting& compared) {
      return !compared.of_remote() && is_same(compared.before, harder);
    });
    if (eased == plan_.settings.end())
      plan_.settings.push_back({harder, {}, {}});
    else
      *eased = {harder, {}, {}};
  }
  return settle();
}

GuidedComparison::Step GuidedComparison::tick(Timestamp now, const Stands& stands, const Undecided& undecided) {
  if (!running_) return {};
  const auto as_set = [&](const ComparedSetting& setting) { return setting.of_remote() || stands(in_force(setting)); };
  if (!std::all_of(plan_.settings.begin(), plan_.settings.end(), as_set)) return stop(stands);
  if (now < next_) return {};
  if (phase_ != DemonstrationPhase::kSwitching) {  // whose length belongs to what is compared
    if (paused_ && !stepping_) return {};
    stepping_ = false;
  }
  switch (phase_) {
    case DemonstrationPhase::kSettling: return enter(DemonstrationPhase::kBefore, {});
    case DemonstrationPhase::kBefore: return switch_over();
    case DemonstrationPhase::kSwitching: return enter(DemonstrationPhase::kAfter, {});
    default: break;
  }
  if (!repeated_ && !cut_ && !plan_.harder.empty() && undecided && undecided()) return begin_again(stands);
  running_ = false;
  return enter(DemonstrationPhase::kDone, restore(stands));
}

GuidedComparison::Step GuidedComparison::stop(const Stands& stands) {
  if (!running_) return {};
  running_ = false;
  return enter(DemonstrationPhase::kStopped, restore(stands));
}

void GuidedComparison::set_pace(DemonstrationPace pace, Timestamp now) {
  if (!running_) return;
  if (pace == DemonstrationPace::kPause) {
    paused_ = true;
    return;
  }
  if (!paused_) return;
  const bool half = phase_ == DemonstrationPhase::kBefore || phase_ == DemonstrationPhase::kAfter;
  const bool step = pace == DemonstrationPace::kStep;
  if (step && phase_ == DemonstrationPhase::kSwitching) return;
  stepping_ = paused_ = step;
  const Timestamp end = std::max(next_, now);
  next_ = step && half ? std::max(now, std::min(next_, phase_began_ + kShortestHalf)) : end;
  cut_ = cut_ || next_ < end;
}

void GuidedComparison::leave_out(const AnySetting& refused) {
  std::erase_if(plan_.settings, [&](const ComparedSetting& compared) {
    return compared.of_remote() && is_same(compared.before, refused);
  });
}

GuidedComparison::Step GuidedComparison::switch_over() {
  switched_ = true;
  std::vector<AnySetting> settings;
  for (const ComparedSetting& compared : plan_.settings)
    if (compared.after) settings.push_back(*compared.after);
  return enter(DemonstrationPhase::kSwitching, std::move(settings));
}

GuidedComparison::Step GuidedComparison::enter(DemonstrationPhase phase, std::vector<AnySetting> settings) {
  phase_ = phase;
  phase_began_ = next_;
  next_ += duration_of(plan_.kind, phase);
  DemonstrationEntered entered{phase, plan_.kind, {}, End::kLocal, {}};
  if (phase == DemonstrationPhase::kBefore) entered.variant = {plan_.before};
  if (phase == DemonstrationPhase::kAfter) entered.variant = {plan_.after};
  return {std::move(settings), entered, !running_};
}

/// The remote may not have answered yet: only what it is known to have set otherwise is left to it.
std::vector<AnySetting> GuidedComparison::restore(const Stands& stands) const {
  std::vector<AnySetting> settings;
  for (auto compared = plan_.settings.rbegin(); compared != plan_.settings.rend(); ++compared) {
    if (!compared->of_remote()) continue;
    if (stands(*compared->restore) || stands(compared->before) || stands(in_force(*compared)))
      settings.push_back(*compared->restore);
  }
  return settings;
}

const AnySetting& GuidedComparison::in_force(const ComparedSetting& setting) const {
  return switched_ && setting.after ? *setting.after : setting.before;
}

}  // namespace jitterscope
