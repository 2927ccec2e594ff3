#pragma once
#include <qcustomplot.h>

#include "ui/words/text.h"

namespace jitterscope {

/// Labels seconds as times: "12:31".
class ClockTicker : public QCPAxisTicker {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override { return axis_time(tick); }
};

}  // namespace jitterscope
