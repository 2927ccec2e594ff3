#include "ui/thread_words.h"

#include <algorithm>

#include "ui/text.h"

namespace jitterscope {
namespace {

/// The class without its level: "real-time", "nice", "default". Knows the kernel's names too.
QString kind_of(const std::string& setting) {
  const auto words = QString::fromStdString(setting).toLower();
  if (words.isEmpty()) return {};
  if (words.startsWith("realtime") || words.startsWith("real-time") || words.startsWith("rr") ||
      words.startsWith("fifo"))
    return "real-time";
  return words.startsWith("nice") ? "nice" : "default";
}

}  // namespace

QString thread_name(ThreadRole role) {
  const auto word = to_string(role);
  return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

QString class_words(const std::string& setting) {
  if (setting.empty()) return kDash;
  return QString::fromStdString(setting).replace("realtime", "real-time").replace(":", " ").replace(" -", " −");
}

QString class_words(PrioritySetting::Kind kind) {
  return kind == PrioritySetting::Kind::kDefault ? "default"
         : kind == PrioritySetting::Kind::kNice  ? "nice"
                                                 : "real-time";
}

bool class_granted(const ThreadRow& thread) {
  return thread.requested.empty() || thread.effective.empty() || kind_of(thread.requested) == kind_of(thread.effective);
}

QString common_class(std::span<const ThreadRow> threads) {
  QString common;
  for (const auto role : kMediaThreads) {
    const auto* thread = find_thread(threads, role);
    const auto kind = thread ? kind_of(thread->effective) : QString();
    if (kind.isEmpty()) continue;
    if (!common.isEmpty() && common != kind) return "mixed";
    common = kind;
  }
  return common.isEmpty() ? kDash : common;
}

const ThreadRow* find_thread(std::span<const ThreadRow> threads, ThreadRole role) {
  const auto found = std::ranges::find(threads, role, &ThreadRow::role);
  return found == threads.end() ? nullptr : &*found;
}

}  // namespace jitterscope
