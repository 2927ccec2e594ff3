#include "ui/words/call_words.h"

#include <algorithm>

#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

const std::string kPriority = "priority.";

QString value_of(const AskedSetting& asked) {
  const auto value = QString::fromStdString(asked.value);
  if (asked.name.starts_with(kPriority)) return class_words(asked.value);
  return asked.name == "shaping" ? value.toUpper() : value + " B";
}

QString remote_name(const CallState& state) {
  constexpr qsizetype kLongest = 24;
  const auto name = caller_text(state.peer);
  return name.size() <= kLongest ? name : name.left(kLongest - 1) + "…";
}

}  // namespace

QString consent_question(const CallState& state) {
  if (!state.consent_asked) return {};
  const auto& [name, value] = state.asked_here;
  QString what = "your audio block size", others = "your traffic shaping and the priorities of your media threads";
  if (name == "shaping") {
    what = "your traffic shaping";
    others = "the priorities of your media threads and your audio block size";
  } else if (name.starts_with(kPriority)) {
    what = "the priority of your thread " + QString::fromStdString(name.substr(kPriority.size()));
    others = "your other media threads, your traffic shaping and your audio block size";
  }
  return caller_text(state.peer) + " asks to set " + what + " to " + value_of(state.asked_here) +
         ". For this call, a yes also covers " + others + ". Allow all of it for this call?";
}

QString waiting_words(const CallState& state, const std::string& name) {
  const auto newest = std::find_if(state.asked_there.rbegin(), state.asked_there.rend(),
                                   [&](const AskedSetting& asked) { return asked.name == name; });
  if (newest == state.asked_there.rend()) return {};
  return "Asked " + remote_name(state) + " for " + value_of(*newest) + ": waiting";
}

QString unheard_words(const CallState& state) {
  if (state.unheard_s == 0) return {};
  return caller_text(state.peer) +
         QString(" has not been heard for %1 s: its program or the network may be down. The call ends at 30 s.")
             .arg(state.unheard_s);
}

}  // namespace jitterscope
