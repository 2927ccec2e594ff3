#include "core/measures/tracks/endpoint/call_log.h"

#include <algorithm>

#include "core/events/setting_change.h"
#include "core/events/settings/background.h"
#include "core/events/settings/cpu_load.h"
#include "core/events/settings/link.h"
#include "core/events/settings/lip_sync.h"
#include "core/events/settings/loss_policy.h"
#include "core/events/settings/playout.h"
#include "core/events/settings/priority.h"
#include "core/events/settings/rate_control.h"
#include "core/events/settings/shaping.h"
#include "core/events/settings/transport.h"
#include "core/events/settings/video_load.h"

namespace jitterscope {
namespace {

constexpr std::ptrdiff_t kMaxMarksOfAnEnd = 250;
constexpr std::size_t kMaxNotices = 50, kMaxRings = 64, kMaxSettings = 256;
constexpr std::uint8_t kError = 2;
constexpr double kBeginning_s = 1;
constexpr double kLongestSetUp_s = 3;  // until the classes that an end began with are known, on a busy machine

}  // namespace

void CallLog::add_mark(MarkRow mark) {
  const auto of_end = [&](const MarkRow& other) { return other.remote == mark.remote; };
  if (std::ranges::count_if(marks_, of_end) >= kMaxMarksOfAnEnd) marks_.erase(std::ranges::find_if(marks_, of_end));
  marks_.push_back(std::move(mark));
}

/// What is said of every call as it begins: by both ends their shaping, link, loads, transport, rate control and
/// priorities, by this end its loss policy and playout too. What only some calls begin with (muted, no picture) is a
/// mark.
bool CallLog::is_initial_state(const SettingChanged& change) const {
  if (concerns<setting::Shaping>(change)) return true;
  const bool condition = concerns<setting::Link>(change) || concerns<setting::Background>(change) ||
                         concerns<setting::CpuLoad>(change) || concerns<setting::VideoLoad>(change) ||
                         concerns<setting::Transport>(change) || concerns<setting::RateControl>(change);
  const bool own =
      change.end == End::kLocal && (concerns<setting::LossPolicy>(change) || concerns<setting::LipSync>(change) ||
                                    concerns<setting::Playout>(change));
  if (concerns<setting::Priority>(change)) return at_s(change.at) < kLongestSetUp_s;
  return (condition || own) && at_s(change.at) < kBeginning_s;
}

bool CallLog::is_change(const SettingChanged& change) {
  const std::pair key(change.end, std::string(change.name.view()));
  const auto known = settings_.find(key);
  if (known == settings_.end()) {
    if (settings_.size() < kMaxSettings) settings_.emplace(key, change.value.view());
    return !is_initial_state(change);
  }
  if (known->second == change.value.view()) return false;
  known->second = change.value.view();
  return true;
}

void CallLog::add(const SettingChanged& change) {
  const bool remote = change.end == End::kRemote;
  if (concerns<setting::Shaping>(change)) (remote ? shaping_remote_ : shaping_local_) = change.value.view();
  if (remote && concerns<setting::RateControl>(change)) rate_control_remote_ = change.value.view();
  if (!is_change(change)) return;
  std::string text(change.name.view());
  text.append(" ").append(change.value.view());
  add_mark({at_s(change.at), std::move(text), remote});
}

void CallLog::add(const DemonstrationEntered& entered) {
  const std::string words = demonstration_words(entered);
  if (std::exchange(comparisons_[entered.end], words) == words) return;
  add_mark({at_s(entered.at), std::string(kDemonstrationSetting) + " " + words, entered.end != End::kLocal});
}

void CallLog::make_room_for(const Notice& notice) {
  if (notices_.size() < kMaxNotices) return;
  auto leaves = notices_.end();
  const bool any_again = notice_texts_.size() < notices_.size() || notice_texts_.contains(notice.text.view());
  if (any_again)
    leaves = std::ranges::find_if(notices_, [&](const NoticeRow& row) {
      return row.text == notice.text.view() || notice_texts_.at(row.text) > 1;
    });
  if (leaves == notices_.end())
    leaves = std::ranges::find_if(notices_, [](const NoticeRow& row) { return row.severity < kError; });
  if (leaves == notices_.end()) leaves = notices_.begin();
  if (--notice_texts_.at(leaves->text) == 0) notice_texts_.erase(leaves->text);
  notices_.erase(leaves);
}

void CallLog::add(const Notice& notice) {
  make_room_for(notice);
  notices_.push_back({at_s(notice.at), notice.severity, std::string(notice.text.view()), ++last_notice_});
  ++notice_texts_[notices_.back().text];
}

void CallLog::add(const RingDropped& ring) {
  const std::string name(ring.ring.view());
  if (rings_.size() < kMaxRings || rings_.contains(name)) rings_[name] = ring.dropped;
}

void CallLog::fill(CallSnapshot& snapshot, Timestamp) const {
  snapshot.marks.assign(marks_.begin(), marks_.end());
  snapshot.notices.assign(notices_.begin(), notices_.end());
  for (const auto& [name, dropped] : rings_) snapshot.rings.push_back({name, dropped});
  snapshot.shaping_local = shaping_local_;
  snapshot.shaping_remote = shaping_remote_;
  snapshot.rate_control_remote = rate_control_remote_;
}

}  // namespace jitterscope
