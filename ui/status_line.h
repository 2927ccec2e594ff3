#pragma once
// The lowest line: effective classes, ring drops, round trip, screen rate, trace, notices.
#include <QWidget>

#include "ui/session_port.h"

class QLabel;

namespace jitterscope {

class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);
  /// `draws_per_second` absent = not measured yet.
  void show_status(const CallSnapshot*, const TraceState&, std::optional<double> draws_per_second);
  /// Everything the window has said, oldest first.
  void show_notices(const QStringList&);
  QString text() const;

 private:
  QLabel *threads_, *rings_, *round_trip_, *screen_, *trace_, *notices_;
};

}  // namespace jitterscope
