#pragma once
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

#include "ui/words/text.h"

namespace jitterscope {

/// Labels seconds as times: "12:31.4", with more decimals where ticks are closer.
class ClockTicker : public QCPAxisTicker {
 protected:
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override {
    const auto has_more_than = [&ticks](int decimals) {
      const double of_one = std::pow(10, decimals);
      return std::ranges::any_of(
          ticks, [=](double tick) { return std::abs(tick * of_one - std::round(tick * of_one)) > 1e-3; });
    };
    int decimals = 1;
    while (decimals < 6 && has_more_than(decimals)) ++decimals;
    QVector<QString> labels;
    for (const double tick : ticks) labels << axis_time(tick, decimals);
    return labels;
  }
};

}  // namespace jitterscope
