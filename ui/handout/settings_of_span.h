#pragma once
// What was set at both ends when a span of a call began, and what changed in it.
#include <vector>

#include <QString>

#include "core/measures/views/logged_change.h"

namespace jitterscope {

struct ThreadRow;

struct SettingsOfSpan {
  struct Row {
    QString name, here, remote;  // empty: that end said nothing of it
  };
  struct Change {
    double at_s = 0;
    QString who, what;
  };
  struct Class {
    QString thread, asked, in_force, remote_asked;
  };
  std::vector<Row> at_begin;  // in the order in which they were said
  std::vector<Change> changes;
  std::vector<Class> classes;  // of this end's threads that carry media, as they stand at the end
};

SettingsOfSpan settings_of_span(const std::vector<LoggedChange>&, const std::vector<ThreadRow>&, double from_s,
                                double to_s);

}  // namespace jitterscope
