#pragma once
#include <qcustomplot.h>

#include "ui/words/typed_span.h"

namespace jitterscope {

/// Labels seconds as times: "12:31.4", between steps of less than a tenth "12:31.402".
class ClockTicker : public QCPAxisTicker {
 protected:
  double getTickStep(const QCPRange& range) override { return step_ = QCPAxisTicker::getTickStep(range); }
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    constexpr double kTenth = 0.0999;
    return fine_time(tick, step_ < kTenth ? 0 : 1e9);
  }

 private:
  double step_ = 1;
};

}  // namespace jitterscope
