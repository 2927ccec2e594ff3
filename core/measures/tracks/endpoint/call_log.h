#pragma once
// What was changed, marked and said in the course of a call, and what its queues dropped.
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "core/events/kinds/demonstration_entered.h"
#include "core/events/kinds/marker.h"
#include "core/events/kinds/notice.h"
#include "core/events/kinds/ring_dropped.h"
#include "core/events/kinds/setting_changed.h"
#include "core/measures/tracks/table/view_making.h"
#include "core/measures/tracks/table/wants.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"

namespace jitterscope {

/// Keeps the last 250 marks of each end, so that none pushes out the other's, 50 notices (of those that a new one has
/// no room beside, what is said again later goes first, then what is no error) and at most 64 rings. What an end says
/// of a setting is a mark when it differs from what it said before; what it says first of shaping, and
/// of conditions, playout and priorities as the call begins, is how it began.
class CallLog {
 public:
  using Wants = Events<SettingChanged, DemonstrationEntered, Marker, Notice, RingDropped>;
  static constexpr ViewKind kView = ViewKind::kLog;
  using Fills = Fields<&CallSnapshot::marks, &CallSnapshot::notices, &CallSnapshot::rings, &CallSnapshot::shaping_local,
                       &CallSnapshot::shaping_remote, &CallSnapshot::rate_control_remote>;

  explicit CallLog(Timestamp call_began) : began_(call_began) {}
  void add(const SettingChanged&);
  void add(const DemonstrationEntered&);
  void add(const Marker& marker) { add_mark({at_s(marker.at), std::string(marker.text.view()), false}); }
  void add(const Notice&);
  void add(const RingDropped&);
  void fill(CallSnapshot&, Timestamp now) const;  // all of Fills

 private:
  double at_s(Timestamp at) const { return (at - began_).seconds(); }
  void add_mark(MarkRow);
  void make_room_for(const Notice&);
  bool is_initial_state(const SettingChanged&) const;
  bool is_change(const SettingChanged&);

  Timestamp began_;
  std::deque<MarkRow> marks_;
  std::deque<NoticeRow> notices_;
  std::map<std::string, int, std::less<>> notice_texts_;  // how many of notices_ say it
  std::int64_t last_notice_ = 0;
  std::map<std::string, std::int64_t> rings_;
  std::map<std::pair<End, std::string>, std::string> settings_;  // as last said
  std::map<End, std::string> comparisons_;                       // likewise
  std::string shaping_local_, shaping_remote_, rate_control_remote_;
};

}  // namespace jitterscope
