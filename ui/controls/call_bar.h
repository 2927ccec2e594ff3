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
  void show_state(const CallState&, const CallSnapshot*);
  void show_facts(const CallSnapshot*, const CallSettings&, const TraceState&, const QString& link, bool muted);
  void focus_address();

 private:
  void place_call();
  SessionPort& port_;
  QLabel *clock_, *peer_, *listening_, *hint_;
  QLabel *shaping_, *priority_, *control_, *link_, *transport_, *trace_;
  QLineEdit* address_;
  QPushButton *call_, *hang_up_, *mute_, *record_;
};

}  // namespace jitterscope
