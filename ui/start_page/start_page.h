#pragma once
// What a window shows first: a demo call, a call, a recording, a demonstration. Nothing is open until one is chosen: no
// port, no camera, no microphone. GUI thread.
#include <QWidget>

#include "core/events/demonstration.h"

class QPushButton;
class QVBoxLayout;

namespace jitterscope {

class CallChoice;
class SessionPort;
struct CallState;

class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(SessionPort&, QWidget* parent = nullptr);
  void show_state(const CallState&);
  /// The newest first; the first three are shown.
  void list_recordings(const QStringList& paths);
  /// The demo call is being started: it cannot be chosen once more.
  void set_starting(bool);
  /// As it is shown anew: Return begins a demo call.
  void focus_first();
  /// What is needed to call or to be called is there, open from now on, with the cursor where the address goes.
  void open_calling();

 signals:
  void demo_wanted();
  void demonstration_wanted(DemonstrationKind kind);
  void recording_wanted(const QString& path);  // empty: it is to be asked for
  void labs_wanted();

 private:
  QWidget* build_demo();
  QWidget* build_recordings();
  QWidget* build_demonstrations(bool with_labs);

  QPushButton* demo_ = nullptr;
  CallChoice* call_ = nullptr;
  QVBoxLayout* recordings_ = nullptr;
  QList<QPushButton*> files_, demonstrations_;
};

}  // namespace jitterscope
