#pragma once
// The lowest line: clock, link, effective classes, ring drops, round trip, screen rate, trace, notices.
#include <QWidget>

#include "ui/session_port.h"

class QLabel;

namespace jitterscope {

class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);
  /// `of_call`: false beside a file without a call; then nothing is said of one.
  /// `link` of this end and `remote_link` in a few words, empty = none; `draws_per_second` absent = not measured yet.
  void show_status(bool of_call, const CallSnapshot*, const TraceState&, const QString& link,
                   const QString& remote_link, std::optional<double> draws_per_second);
  /// Everything the window has said, oldest first.
  void show_notices(const QStringList&);
  QString text() const;

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void show_call(const CallSnapshot*, const TraceState&, const QString& link, const QString& remote_link);
  void fit();
  QString links_, short_links_;
  QLabel *clock_, *link_, *threads_, *rings_, *round_trip_, *screen_, *trace_, *notices_;
};

}  // namespace jitterscope
