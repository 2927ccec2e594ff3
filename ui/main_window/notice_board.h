#pragma once
// What the window says and asks: all of this run as a list, and of it what stands in the banner now. Whoever has
// something to say says it here; what stands for a while goes by itself once it has been in sight for its time, the
// rest when it is dismissed, answered or over. While a lesson is presented, only what the presenter's own key has done
// and what the remote asks is seen. GUI thread.
#include <functional>

#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include "ui/main_window/standing_notices.h"
#include "ui/session_port.h"

namespace jitterscope {

class Banner;

class NoticeBoard : public QObject {
  Q_OBJECT
 public:
  /// `window` owns it, and the dialogs that it opens.
  explicit NoticeBoard(QWidget& window);
  /// What is in sight. Whoever lays it out owns it.
  Banner& banner() { return *banner_; }

  /// A sentence, which is kept in the list too: until it is dismissed, for a while, or for a while where nothing is
  /// wrong.
  void tell(const QString& sentence);
  void tell_for_a_while(const QString& sentence);
  void tell_calmly(const QString& sentence);
  /// What a key or the menu has changed, without a full stop: seen for a while and kept in the list. The next change
  /// takes its place.
  void say_change(const QString& words);
  /// What has begun, seen until its result is told; in no list.
  void say_begun(const QString& sentence);
  /// Why what has begun could not be done, seen also while a lesson is presented.
  void say_failed(const QString& sentence);
  /// In the list alone.
  void keep(const QString& sentence);
  void tell_result(const ExportResult& result);
  /// Tells a result later, as long as this is there.
  std::function<void(ExportResult)> result_teller();
  /// A message that is no longer of now, wherever it stands.
  void take_back(const QString& sentence);

  /// Who rings, and what the remote asks consent for.
  void show_questions(const CallState& state);
  /// What is wrong in the call, as long as it lasts. `call` may be null.
  void show_trouble(const CallState& state, const CallSnapshot* call);
  /// Notices of the call that have come since the last time.
  void show_notices_of(const CallSnapshot& call);
  /// That this call is recorded to `path`, with the way out; empty = it no longer is.
  void show_recorded(const std::string& path);

  /// Left, it says how many notices have come meanwhile.
  void set_presenting(bool on);
  void open_list();
  /// What stands, whether it is seen or waits behind another; in the order of its coming.
  QStringList standing() const;

 signals:
  void kept(const QStringList& all);  // "12:31:05  The camera …", oldest first
  void call_answered(bool yes);
  void consent_answered(bool yes);
  void recording_unwanted();

 private:
  enum class Trouble { kUnheard, kFlood };
  void put(NoticeKind kind, const QString& words, bool calm = false, std::optional<int> seen_ms = {});
  void ask(NoticeKind kind, const QString& words);  // empty = no longer
  void show_now();
  void answer(bool yes);
  void dismiss();
  void let_pass();

  QWidget& window_;
  Banner* banner_;
  StandingNotices standing_;
  NoticeKind seen_kind_ = NoticeKind::kMessage;  // of seen_
  std::int64_t seen_ = 0;                        // the number of what is in sight, 0 = nothing
  QTimer passes_{this};                          // how long it still has to be in sight
  QStringList list_;
  std::int64_t kept_ = 0, kept_before_ = 0;  // since the start, the oldest leave the list; when presenting began
  bool presenting_ = false;
  std::int64_t newest_of_call_ = 0;      // its number in the call
  double call_elapsed_s_ = 0;            // when its notices were shown last
  Trouble trouble_ = Trouble::kUnheard;  // that stands, or stood
  QSet<Trouble> dismissed_;              // what lasts is not said again until it is over, advice not in this call
};

}  // namespace jitterscope
