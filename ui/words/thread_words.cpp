#include "ui/words/thread_words.h"

#include <algorithm>

#include "core/measures/views/thread_row.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

/// The class without its level: "real-time", "nice", "default". Knows the kernel's names too.
QString class_kind(const std::string& setting) {
  const auto words = QString::fromStdString(setting).toLower();
  if (words.isEmpty()) return {};
  if (words.startsWith("realtime") || words.startsWith("real-time") || words.startsWith("rr") ||
      words.startsWith("fifo"))
    return "real-time";
  for (const auto* kind : {"nice", "deadline", "slice"})
    if (words.startsWith(kind)) return kind;
  return "default";
}

}  // namespace

QString thread_name(ThreadRole role) {
  return text_of(to_string(role));
}

QString class_words(const std::string& setting) {
  if (setting.empty()) return kDash;
  auto words = QString::fromStdString(setting).replace("realtime", "real-time").replace(":", " ").replace(" -", " −");
  if (words.startsWith("rr")) words.replace(0, 2, "RR");
  return words;
}

QString class_words(PrioritySetting::Kind kind) {
  switch (kind) {
    case PrioritySetting::Kind::kDefault: return Tr::tr("default");
    case PrioritySetting::Kind::kNice: return Tr::tr("nice");
    case PrioritySetting::Kind::kRealtime: return Tr::tr("real-time");
    case PrioritySetting::Kind::kRoundRobin: return Tr::tr("round robin");
    case PrioritySetting::Kind::kDeadline: return Tr::tr("deadline");
    case PrioritySetting::Kind::kSlice: return Tr::tr("slice");
  }
  return kDash;
}

bool class_granted(const ThreadRow& thread) {
  return thread.requested.empty() || thread.effective.empty() ||
         class_kind(thread.requested) == class_kind(thread.effective);
}

QString loss_words(const ThreadRow& thread) {
  if (class_granted(thread)) return {};
  if (thread.demoted) return Tr::tr("demoted");
  return thread.lost_at_s ? Tr::tr("lost %1").arg(axis_time(*thread.lost_at_s).section('.', 0, 0)) : QString();
}

QString effective_words(const ThreadRow& thread) {
  const bool asked_around = thread.way == PriorityWay::kRtkit || thread.way == PriorityWay::kRlimit;
  return (class_granted(thread) ? "" : "▲ ") + class_words(thread.effective) +
         (asked_around ? " " + text_of(to_string(thread.way)) : QString());
}

QString effective_tip(const ThreadRow& thread) {
  const auto at = thread.lost_at_s ? Tr::tr(" at %1").arg(axis_time(*thread.lost_at_s).section('.', 0, 0)) : QString();
  const auto now = class_words(thread.effective);
  if (!class_granted(thread) && thread.demoted)
    return Tr::tr(
               "The watchdog took the class from this thread%1: it ran longer without pause than the machine can "
               "bear. It has %2 now. Choose a class again to give it back.")
        .arg(at, now);
  if (!class_granted(thread) && thread.lost_at_s)
    return Tr::tr("The thread had %1 and lost it%2. It has %3 now.").arg(class_words(thread.requested), at, now);
  if (!class_granted(thread))
    return Tr::tr(
        "The system does not grant this class to the program, so the thread runs with the one shown. "
        "Real-time needs rtkit or the right to set priorities (see Help ▸ Reference, “Strangers and rights”).");
  if (thread.way == PriorityWay::kNone) return Tr::tr("What the kernel gives this thread now");
  return Tr::tr("What the kernel gives this thread now, had %1").arg(text_of(to_string(thread.way)));
}

QString common_class(const std::vector<ThreadRow>& threads) {
  QString common;
  for (const auto role : kMediaThreads) {
    const auto* thread = find_thread(threads, role);
    const auto kind = thread ? class_kind(thread->effective) : QString();
    if (kind.isEmpty()) continue;
    if (!common.isEmpty() && common != kind) return Tr::tr("mixed");
    common = kind;
  }
  return common.isEmpty() ? kDash : Tr::tr(common.toLatin1());
}

const ThreadRow* find_thread(const std::vector<ThreadRow>& threads, ThreadRole role) {
  const auto found = std::ranges::find(threads, role, &ThreadRow::role);
  return found == threads.end() ? nullptr : &*found;
}

}  // namespace jitterscope
