#pragma once
// Call, or be called: closed at first; open, an address to call, the last ones, and where this end is reached. GUI
// thread.
#include <QFrame>

#include "ui/session_port.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace jitterscope {

class CallChoice : public QFrame {
 public:
  explicit CallChoice(SessionPort&, QWidget* parent = nullptr);
  void show_state(const CallState&);
  /// The control port and the user's devices, too; the cursor is where the address goes.
  void open();
  /// What is kept may be other by now.
  void renew();

 private:
  QWidget* build_open();
  void list_addresses();
  void call(const QString& typed);

  SessionPort& port_;
  QLabel* words_;
  QPushButton* open_;
  QWidget* opened_;
  QLineEdit* address_;
  QLabel *hint_, *reached_;
  QVBoxLayout* addresses_;
  QList<QPushButton*> recent_;
  QCheckBox* from_start_;
};

}  // namespace jitterscope
