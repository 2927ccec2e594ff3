#include "ui/handout/settings_of_span.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/events/settings.h"
#include "core/measures/views/thread_row.h"
#include "ui/tr.h"
#include "ui/words/setting_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

using Kind = LoggedChange::Kind;
constexpr std::array kThreadsOfPackets{ThreadRole::kAudioSend, ThreadRole::kAudioReceive, ThreadRole::kVideoSend,
                                       ThreadRole::kVideoReceive};

std::string class_setting(ThreadRole role) {
  return name_of(Set<setting::Priority>{role, {}});
}

bool is_of_a_class(const std::string& name) {
  return name.starts_with(setting::Priority::facts.name);
}

class Reader {
 public:
  Reader(double from_s, double to_s) : from_s_(from_s), to_s_(to_s) {}

  void take(const LoggedChange& change) {
    if (change.at_s > to_s_) return;
    const bool is_setting = change.kind == Kind::kSetting;
    auto& known = values_[{change.name, change.remote}];
    const bool same = is_setting && known == change.value;
    const bool said_first = is_setting && known.empty() && change.at_s < kSetUp_s;
    if (is_setting) known = change.value;
    if (change.at_s < from_s_ || said_first) return put(change);
    if (same || (change.kind == Kind::kDemonstration && change.remote)) return;
    result.changes.push_back({change.at_s,
                              is_setting ? change.remote ? Tr::tr("remote") : Tr::tr("this end") : QString(),
                              words_of(change)});
  }
  QString asked(ThreadRole role, bool remote) const {
    const auto found = values_.find({class_setting(role), remote});
    return found == values_.end() ? QString() : class_words(found->second);
  }
  SettingsOfSpan result;

 private:
  static QString words_of(const LoggedChange& change) {
    switch (change.kind) {
      case Kind::kDemonstration: return Tr::tr("Demonstration: %1").arg(QString::fromStdString(change.value));
      case Kind::kMarker: return Tr::tr("Marker “%1”").arg(QString::fromStdString(change.value));
      case Kind::kSetting: break;
    }
    return setting_label(change.name) + " " + setting_value(change.name, change.value);
  }
  void put(const LoggedChange& change) {
    if (change.kind != Kind::kSetting || is_of_a_class(change.name)) return;
    const auto name = setting_label(change.name);
    auto row = std::ranges::find(result.at_begin, name, &SettingsOfSpan::Row::name);
    if (row == result.at_begin.end()) row = result.at_begin.insert(row, {name, {}, {}});
    (change.remote ? row->remote : row->here) = setting_value(change.name, change.value);
  }

  const double from_s_, to_s_;
  std::map<std::pair<std::string, bool>, std::string> values_;
};

}  // namespace

SettingsOfSpan settings_of_span(const std::vector<LoggedChange>& log, const std::vector<ThreadRow>& threads,
                                double from_s, double to_s) {
  Reader reader(from_s, to_s);
  for (const LoggedChange& change : log) reader.take(change);
  for (const ThreadRole role : kThreadsOfPackets) {
    const auto* thread = find_thread(threads, role);
    const auto remote = reader.asked(role, true);
    if (!thread && remote.isEmpty()) continue;
    reader.result.classes.push_back({thread_name(role), thread ? class_words(thread->requested) : kDash,
                                     thread ? effective_words(*thread) : kDash, remote});
  }
  return std::move(reader.result);
}

}  // namespace jitterscope
