#pragma once
// The top line: whom to call or with whom one is, and what is set. GUI thread.
#include <QFrame>

#include "ui/session_port.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace jitterscope {

class CallBar : public QFrame {
  Q_OBJECT
 public:
  explicit CallBar(SessionPort&, QWidget* parent = nullptr);
  /// `above_file`: where callers reach this end is not said, as if it were something of the file’s.
  void show_state(const CallState&, const CallSnapshot*, bool above_file = false);
  /// `link` of this end and `remote_link` in a few words, empty = none.
  void show_facts(const CallSnapshot*, const CallSettings&, const TraceState&, const QString& link,
                  const QString& remote_link, bool muted);
  void focus_address();
  /// "00:10.0 – 00:20.0", empty = none. `held`: what the plots stand at while the call goes on.
  void show_times(const QString& held, const QString& selected);
  /// Of what is there in any case.
  QSize minimumSizeHint() const override { return {width_of_rest(), QFrame::minimumSizeHint().height()}; }

 signals:
  void follow_wanted();  // in place of the held time
  void all_wanted();     // in place of the selected time

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void place_call();
  int width_of_rest() const;
  int room_for_facts() const;
  void fit();
  SessionPort& port_;
  QLabel *clock_, *peer_, *listening_, *open_, *hint_;
  bool in_call_ = false;
  QString held_time_, selected_time_;
  QLabel *shaping_, *priority_, *control_, *link_, *transport_, *trace_;
  QLineEdit* address_;
  QPushButton *call_, *hang_up_, *mute_, *record_, *held_, *selected_;
};

}  // namespace jitterscope
