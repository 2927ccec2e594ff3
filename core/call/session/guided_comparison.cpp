#include "core/call/session/guided_comparison.h"

#include <algorithm>
#include <utility>

namespace jitterscope {

std::optional<RemoteSetting> asked_of_far_end(const Command& command) {
  const auto asked = [](const auto* wanted) { return wanted && wanted->end != End::kMine; };
  if (const auto* shaping = std::get_if<SetShaping>(&command); asked(shaping))
    return SetShaping{shaping->shaping, End::kMine};
  if (const auto* priority = std::get_if<SetPriority>(&command); asked(priority))
    return SetPriority{priority->role, priority->priority, End::kMine};
  if (const auto* block = std::get_if<SetAudioBlock>(&command); asked(block))
    return SetAudioBlock{block->bytes, End::kMine};
  return std::nullopt;
}

GuidedComparison::Step GuidedComparison::begin(ComparisonPlan plan, Timestamp now) {
  running_ = true;
  switched_ = false;
  plan_ = std::move(plan);
  next_ = now;
  std::vector<Command> commands;
  for (const ComparedSetting& setting : plan_.settings) commands.push_back(setting.before);
  return enter(DemonstrationPhase::kSettling, std::move(commands));
}

GuidedComparison::Step GuidedComparison::tick(Timestamp now, const Stands& stands) {
  if (!running_) return {};
  const auto as_set = [&](const ComparedSetting& setting) { return setting.theirs || stands(in_force(setting)); };
  if (!std::all_of(plan_.settings.begin(), plan_.settings.end(), as_set)) return stop(stands);
  if (now < next_) return {};
  switch (phase_) {
    case DemonstrationPhase::kSettling: return enter(DemonstrationPhase::kBefore, {});
    case DemonstrationPhase::kBefore: return switch_over();
    case DemonstrationPhase::kSwitching: return enter(DemonstrationPhase::kAfter, {});
    default: running_ = false; return enter(DemonstrationPhase::kDone, restore(stands));
  }
}

GuidedComparison::Step GuidedComparison::stop(const Stands& stands) {
  if (!running_) return {};
  running_ = false;
  return enter(DemonstrationPhase::kStopped, restore(stands));
}

void GuidedComparison::leave_out(const RemoteSetting& refused) {
  std::erase_if(plan_.settings, [&](const ComparedSetting& setting) {
    const auto asked = asked_of_far_end(setting.before);
    return asked && setting_name(*asked) == setting_name(refused);
  });
}

GuidedComparison::Step GuidedComparison::switch_over() {
  switched_ = true;
  std::vector<Command> commands;
  for (const ComparedSetting& setting : plan_.settings)
    if (setting.after) commands.push_back(*setting.after);
  return enter(DemonstrationPhase::kSwitching, std::move(commands));
}

GuidedComparison::Step GuidedComparison::enter(DemonstrationPhase phase, std::vector<Command> commands) {
  phase_ = phase;
  next_ += duration_of(phase);
  std::string mark(to_string(phase));
  if (phase == DemonstrationPhase::kSettling) mark.append(" ").append(to_string(plan_.kind));
  if (phase == DemonstrationPhase::kBefore) mark += " " + plan_.before;
  if (phase == DemonstrationPhase::kAfter) mark += " " + plan_.after;
  return {std::move(commands), std::move(mark)};
}

/// The remote may not have answered yet: only what it is known to have set otherwise is left to it.
std::vector<Command> GuidedComparison::restore(const Stands& stands) const {
  std::vector<Command> commands;
  for (auto setting = plan_.settings.rbegin(); setting != plan_.settings.rend(); ++setting) {
    const bool unanswered = setting->theirs && (stands(setting->restore) || stands(setting->before));
    if (unanswered || stands(in_force(*setting))) commands.push_back(setting->restore);
  }
  return commands;
}

const Command& GuidedComparison::in_force(const ComparedSetting& setting) const {
  return switched_ && setting.after ? *setting.after : setting.before;
}

}  // namespace jitterscope
