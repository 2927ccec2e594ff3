#pragma once
// Asks how packets of a capture are to be read that nobody describes: what a payload type carries, and which UDP port
// RTP goes from or to. GUI thread.
#include <optional>

#include <QDialog>

#include "ui/session_port.h"

class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace jitterscope {

/// The dialog begins with this payload type, and with how it is read now.
struct DecodeProposal {
  std::optional<int> type = {};  // absent: only a port is asked about
  QString carries = {};          // encoding name; empty: nobody knows
  int clock_hz = 0;              // 0: not known
};

class DecodeAsDialog : public QDialog {
  Q_OBJECT
 public:
  /// It deletes itself when it is closed.
  DecodeAsDialog(const QString& path, const DecodeProposal& proposal, QWidget* parent);

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
