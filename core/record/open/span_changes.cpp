#include "core/record/open/span_changes.h"

#include "core/record/open/logged_changes.h"

namespace jitterscope {

/// Null where there is no room for one more.
SpanChanges::Setting* SpanChanges::find_or_add(const LoggedChange& change) {
  const auto known = settings_.find({change.name, change.remote});
  if (known != settings_.end()) return &known->second;
  if (settings_.size() >= kMostSettings) return nullptr;
  return &settings_.try_emplace({change.name, change.remote}).first->second;
}

void SpanChanges::take(LoggedChange change) {
  if (change.at_s > to_s_) return;
  const bool is_setting = change.kind == LoggedChange::Kind::kSetting;
  Setting* setting = is_setting ? find_or_add(change) : nullptr;
  const bool is_first = is_setting && (!setting || setting->value.empty()) && change.at_s < kSetUp_s;
  if (change.at_s < from_s_ || is_first) {
    if (is_setting && !setting) more_settings_ = true;
    if (!setting) return;
    setting->value = setting->kept_value = change.value;
    if (!setting->began_with) {
      setting->began_with = begin_.size();
      begin_.push_back(std::move(change));
    } else {
      begin_[*setting->began_with] = std::move(change);
    }
    return;
  }
  if (change.kind == LoggedChange::Kind::kDemonstration && change.remote) return;
  if (setting && setting->value == change.value) return;
  if (setting) setting->value = change.value;
  list(std::move(change), setting);
}

void SpanChanges::list(LoggedChange change, Setting* setting) {
  if (listed_.size() < kMostListed) {
    if (setting) setting->kept_value = change.value;
    listed_.push_back(std::move(change));
    return;
  }
  ++more_;
  if (setting) setting->last_beyond = std::move(change);
}

ChangesOfSpan SpanChanges::kept() const {
  ChangesOfSpan kept{begin_, more_, more_settings_};
  kept.changes.insert(kept.changes.end(), listed_.begin(), listed_.end());
  for (const auto& [key, setting] : settings_) {
    if (!setting.last_beyond || setting.value == setting.kept_value) continue;
    kept.changes.push_back(*setting.last_beyond);
    --kept.more;
  }
  return kept;
}

std::optional<ChangesOfSpan> changes_of_span(const TraceReader& trace, Timestamp began, double from_s, double to_s,
                                             std::string& error) {
  SpanChanges changes(from_s, to_s);
  const auto take = [&](LoggedChange change) { changes.take(std::move(change)); };
  if (!read_changes(trace, began, take, error)) return std::nullopt;
  return changes.kept();
}

}  // namespace jitterscope
