#pragma once
#include <qcustomplot.h>

namespace jitterscope {

/// Ticks at round numbers, each with the digits that the step from one to the next asks for, so that no two read alike.
/// Very large and very small ones are short: "2.5e6".
class RoundTicker : public QCPAxisTicker {
 protected:
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override;
};

}  // namespace jitterscope
