#pragma once
// What a log says of settings, in the words of the window.
#include <string>

#include <QString>

namespace jitterscope {

struct CallSnapshot;
struct MarkRow;

/// "Playout audio"; the log's own word where it is no setting that this program knows.
QString setting_label(const std::string& name);
/// As the window writes it, with room for a line to break.
QString setting_value(const std::string& name, const std::string& value);
/// "A, remote C", or "A" where the remote's is the same or not known; `local`: what was asked for.
QString shaping_of_both(const std::string& local, const CallSnapshot*);
/// "Shaping C", "remote: video-send real-time 20", "Demonstration, first half: C"; a marker as it is, if it does not
/// read like one of these.
QString mark_words(const MarkRow& mark);

}  // namespace jitterscope
