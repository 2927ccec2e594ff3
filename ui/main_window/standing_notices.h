#pragma once
// Which notices stand in the window's strip now, and which of them is seen: a question before all else, then the
// newest. It knows no clock and no widget.
#include <cstdint>
#include <optional>
#include <vector>

#include <QString>

namespace jitterscope {

enum class NoticeKind {
  kMessage,    // why a call ended, what failed, what was done
  kChange,     // what the user's own key has changed or begun: the next one takes its place
  kRecording,  // this call is recorded, unasked
  kTrouble,    // what is wrong in the call, as long as it lasts
  kConsent,    // a question of the remote
  kRinging     // a question of who calls
};
constexpr bool asks(NoticeKind kind) {
  return kind >= NoticeKind::kConsent;
}

struct StandingNotice {
  NoticeKind kind;
  QString words;
  bool calm = false;           // nothing is wrong
  std::optional<int> seen_ms;  // it has to be in sight at a time before it goes by itself; absent = it stays
  std::int64_t number = 0;     // of its coming, from 1
};

class StandingNotices {
 public:
  /// Of each kind but messages there is one: what is put takes the place of the one before. Of a question or a trouble
  /// that is already there only the words change. The same message again is the newest. Of the messages that wait, the
  /// oldest that would go by itself goes where there are more than eight, else the oldest.
  void put(StandingNotice notice);
  void take_away(NoticeKind kind);
  void take_away(std::int64_t number);
  void take_away_message(const QString& words);
  /// Null: none stands. `held` = the number of one that is not to go from sight for one that asks nothing, 0 = none.
  const StandingNotice* seen(std::int64_t held = 0) const;
  /// In the order of their coming.
  const std::vector<StandingNotice>& all() const { return notices_; }

 private:
  std::vector<StandingNotice> notices_;
  std::int64_t came_ = 0;
};

}  // namespace jitterscope
