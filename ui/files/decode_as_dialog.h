#pragma once
// Asks how packets of a capture are to be read that nobody describes: what a payload type carries, and which UDP port
// RTP goes from or to. GUI thread.
#include <optional>

#include <QDialog>

#include "ui/session_port.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace jitterscope {

class DecodeAsDialog : public QDialog {
  Q_OBJECT
 public:
  /// `type`: the payload type that is proposed. It deletes itself when it is closed.
  DecodeAsDialog(const QString& path, std::optional<int> type, QWidget* parent);

 signals:
  void decided(const DecodeAs& as);

 private:
  void take_encoding();
  void check();

  QSpinBox *type_, *clock_;
  QComboBox* encoding_;
  QLineEdit* port_;
  QPushButton* decode_;
};

}  // namespace jitterscope
