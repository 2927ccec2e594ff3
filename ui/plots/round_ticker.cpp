#include "ui/plots/round_ticker.h"

#include <algorithm>
#include <cmath>

#include <QRegularExpression>

namespace jitterscope {
namespace {

constexpr double kLargeTick = 1e6, kSmallStep = 1e-4;  // from here on, and below, with an exponent
constexpr double kTickCloseness = 1e-3;                // steps: what is nearer to a tick reads as it
constexpr int kMostTickDigits = 12;

/// As few decimals as read as the tick.
QString shortest(double tick, double step, char format) {
  QString words;
  for (int decimals = 0; decimals <= kMostTickDigits; ++decimals) {
    words = QString::number(tick, format, decimals);
    if (std::abs(words.toDouble() - tick) < kTickCloseness * step) break;
  }
  return words;
}

/// "2.5e+06" → "2.5e6"
QString short_exponent(const QString& words) {
  static const QRegularExpression kExponent("e([-+])0*(\\d+)$");
  const auto found = kExponent.match(words);
  return words.left(found.capturedStart()) + "e" + (found.captured(1) == "-" ? "-" : "") + found.captured(2);
}

}  // namespace

QVector<QString> RoundTicker::createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) {
  double largest = 0;
  for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
  const double step = ticks.size() > 1 ? std::abs(ticks[1] - ticks[0]) : largest;
  QVector<QString> labels;
  for (const double tick : ticks) {
    if (std::abs(tick) <= kTickCloseness * step)
      labels << "0";
    else if (largest >= kLargeTick || step < kSmallStep)
      labels << short_exponent(shortest(tick, step, 'e'));
    else
      labels << shortest(tick, step, 'f');
  }
  return labels;
}

}  // namespace jitterscope
