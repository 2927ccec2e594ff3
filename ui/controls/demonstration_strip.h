#pragma once
// A demonstration, to a class: its question, which waits for Space; then what happens now, in large type, how long it
// still takes, Pause with Next step and Go on, and Stop. GUI thread.
#include <optional>

#include <QFrame>
#include <QLabel>

#include "core/events/commands.h"

class QProgressBar;
class QPushButton;

namespace jitterscope {

struct CallSnapshot;
struct DemonstrationView;

/// Between its start and "done" or "stopped".
bool demonstration_runs(const DemonstrationView&);

class DemonstrationStrip : public QFrame {
  Q_OBJECT
 public:
  explicit DemonstrationStrip(QWidget* parent = nullptr);
  /// The question of this one, until it is answered by wanted() or given up. `waits`: for a call that begins.
  void ask(DemonstrationKind kind, bool waits);
  std::optional<DemonstrationKind> asked() const { return asked_; }
  /// It runs, and waits before it begins what comes next, until it goes on.
  bool paused() const { return paused_; }
  /// As the button does: nothing while it waits for a call.
  void go_on();
  void give_up();
  void show_progress(const CallSnapshot*);
  /// Empty while nothing runs or is asked.
  QString words() const { return isHidden() ? QString() : words_->text() + " " + left_->text(); }

 signals:
  void wanted(DemonstrationKind kind);
  void stopped();  // by the user, while one runs
  void paced(DemonstrationPace pace);

 protected:
  void keyPressEvent(QKeyEvent*) override;  // Escape: not now

 private:
  void show_asked();
  void leave();
  void take_focus_away();
  void pace(DemonstrationPace wanted);
  void show_pace();
  bool waits_at_end() const;
  std::optional<DemonstrationKind> asked_;
  bool waits_ = false, runs_ = false, paused_ = false;
  QString state_, left_state_;  // of what runs; the one whose end Next step has left
  QLabel *words_, *left_;
  QProgressBar* progress_;
  QPushButton *go_, *pause_, *step_, *stop_;
};

}  // namespace jitterscope
