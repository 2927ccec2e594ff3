#include "app/headless/warnings.h"

#include <algorithm>

#include "app/command_line/output.h"
#include "core/measures/views/log_rows.h"

namespace jitterscope {
namespace {

constexpr std::size_t kMostKept = 100;

}  // namespace

/// A notice keeps the beginning of a long sentence.
bool Warnings::is_said(std::string_view sentence) const {
  return std::ranges::any_of(said_, [&](const std::string& each) { return each.starts_with(sentence); });
}

void Warnings::tell(int severity, const std::string& sentence) {
  if (severity < 1) return;
  const std::lock_guard lock(mutex_);
  if (said_.size() == kMostKept) said_.erase(said_.begin());
  said_.push_back(sentence);
  say(sentence);
}

void Warnings::say_once(const std::string& sentence) {
  {
    const std::lock_guard lock(mutex_);
    if (is_said(sentence)) return;
  }
  tell(1, sentence);
}

void Warnings::say_rest(const CallSnapshot* snapshot) {
  if (!snapshot) return;
  for (const NoticeRow& notice : snapshot->notices)
    if (notice.severity > 0) say_once(notice.text);
}

}  // namespace jitterscope
