#pragma once
// Threads and scheduling classes in the window's words.
#include <vector>

#include <QString>

#include "core/events/settings.h"

namespace jitterscope {

struct ThreadRow;

QString thread_name(ThreadRole);
QString class_words(const std::string& setting);  // "realtime 20" → "real-time 20", "rr 20" → "RR 20", "" → "–"
QString class_words(PrioritySetting::Kind);
/// False when the kernel gives another class than was asked for. Round robin passes for real-time: rtkit gives it.
bool class_granted(const ThreadRow&);
/// "real-time 20", "RR 20 by rtkit", "▲ default".
QString effective_words(const ThreadRow&);
/// "lost 02:31", "demoted" by the watchdog, or nothing.
QString loss_words(const ThreadRow&);
/// What the kernel gives, by which way it was had, and how it was lost.
QString effective_tip(const ThreadRow&);
/// One word for the media threads: "real-time", "default", "mixed", "–" when there are none.
QString common_class(const std::vector<ThreadRow>&);
const ThreadRow* find_thread(const std::vector<ThreadRow>&, ThreadRole);

}  // namespace jitterscope
