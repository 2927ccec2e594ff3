#include "ui/main_window/standing_notices.h"

#include <algorithm>
#include <iterator>

namespace jitterscope {
namespace {

constexpr std::ptrdiff_t kMostMessages = 8;

bool is_message(const StandingNotice& notice) {
  return notice.kind == NoticeKind::kMessage;
}

}  // namespace

void StandingNotices::put(StandingNotice notice) {
  const bool lasts = asks(notice.kind) || notice.kind == NoticeKind::kTrouble;
  const auto same = std::ranges::find(notices_, notice.kind, &StandingNotice::kind);
  if (lasts && same != notices_.end()) {
    same->words = std::move(notice.words);
    return;
  }
  if (is_message(notice))
    take_away_message(notice.words);
  else
    take_away(notice.kind);
  notice.number = ++came_;
  notices_.push_back(std::move(notice));
  if (std::ranges::count_if(notices_, is_message) <= kMostMessages) return;
  const auto passes = [](const StandingNotice& each) { return is_message(each) && each.seen_ms; };
  const auto oldest = std::ranges::find_if(notices_, passes);
  notices_.erase(oldest != notices_.end() ? oldest : std::ranges::find_if(notices_, is_message));
}

void StandingNotices::take_away(NoticeKind kind) {
  std::erase_if(notices_, [kind](const StandingNotice& each) { return each.kind == kind; });
}

void StandingNotices::take_away(std::int64_t number) {
  std::erase_if(notices_, [number](const StandingNotice& each) { return each.number == number; });
}

void StandingNotices::take_away_message(const QString& words) {
  std::erase_if(notices_, [&words](const StandingNotice& each) { return is_message(each) && each.words == words; });
}

const StandingNotice* StandingNotices::seen(std::int64_t held) const {
  if (notices_.empty()) return nullptr;
  const auto question = std::ranges::max_element(
      notices_, {}, [](const StandingNotice& each) { return asks(each.kind) ? static_cast<int>(each.kind) : -1; });
  if (asks(question->kind)) return &*question;
  const auto kept = std::ranges::find(notices_, held, &StandingNotice::number);
  return kept != notices_.end() ? &*kept : &notices_.back();
}

}  // namespace jitterscope
