#include "core/call/session/caller_quota.h"

#include <algorithm>
#include <utility>

namespace jitterscope {
namespace {

constexpr std::size_t kMostRemembered = 1024;
constexpr Duration kQuotaTime = Duration::seconds(60);

}  // namespace

void HostQuota::forget(Timestamp now) {
  std::erase_if(lately_, [now](const Call& each) { return now - each.at >= kQuotaTime; });
}

bool HostQuota::full(const CallerOrigin& from, Timestamp now) {
  forget(now);
  const auto of_host = std::ranges::count_if(lately_, [&](const Call& each) { return each.from.host == from.host; });
  const auto of_network =
      std::ranges::count_if(lately_, [&](const Call& each) { return each.from.network == from.network; });
  return of_host >= kMostOfAHost || (from.shared() && of_network >= kMostOfASharedNetwork);
}

void HostQuota::note(const CallerOrigin& from, Timestamp now) {
  if (lately_.size() >= kMostRemembered) lately_.pop_front();
  lately_.push_back({from, now});
}

std::size_t HostQuota::calls(Timestamp now) {
  forget(now);
  return lately_.size();
}

bool HostQuota::has(const CallerOrigin& from, Timestamp now) {
  forget(now);
  return std::ranges::any_of(lately_, [&](const Call& each) { return each.from.network == from.network; });
}

bool CallsInVain::tells(const CallerOrigin& from, Timestamp now) {
  const std::size_t told = told_.calls(now);
  const bool last_places = told >= kMost - kForOthers;
  if (told >= kMost || told_.full(from, now) || (last_places && told_.has(from, now))) return count(now), false;
  told_.note(from, now);
  return true;
}

void CallsInVain::count(Timestamp now) {
  if (more_++ == 0) more_since_ = now;
}

std::optional<std::string> CallsInVain::rest(Timestamp now) {
  if (more_ == 0 || now - more_since_ < kQuotaTime) return std::nullopt;
  return std::to_string(std::exchange(more_, 0)) + " more called in vain.";
}

}  // namespace jitterscope
