#include "ui/words/text.h"

#include <algorithm>
#include <cmath>

#include "core/base/units/plain_digits.h"
#include "core/base/units/three_digits.h"

namespace jitterscope {

QString text_of(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

QString figure(double value) {
  return QString::fromStdString(three_digits(value));
}

QString figure(std::optional<double> value, const QString& unit) {
  if (!value || !std::isfinite(*value)) return kDash;
  return unit.isEmpty() ? figure(*value) : figure(*value) + QChar(0x00A0) + unit;
}

QString signed_figure(std::optional<double> value, const QString& unit) {
  if (!value || !std::isfinite(*value)) return kDash;
  auto size = figure(std::optional(std::abs(*value)), unit);
  if (figure(std::abs(*value)).toDouble() == 0) return size;  // as it is read, it has no sign
  return *value < 0 ? QChar(0x2212) + size : *value > 0 ? '+' + size : size;
}

QString percent(std::optional<double> ratio) {
  if (!ratio) return kDash;
  return figure(*ratio * 100) + QChar(0x00A0) + "%";
}

QString duration_text(std::optional<double> ms) {
  const bool small = ms && std::abs(*ms) < 0.9995 && *ms != 0;
  return small ? figure(std::optional(*ms * 1000), "µs") : figure(ms, "ms");
}

QString duration_text(std::optional<double> ms, std::optional<double> uncertainty_ms) {
  if (!ms || !std::isfinite(*ms) || !uncertainty_ms || *uncertainty_ms <= 0) return duration_text(ms);
  const bool small = std::abs(*ms) < 0.9995 && *uncertainty_ms < 0.9995;
  const double unit = small ? kMicro : 1, value = *ms * unit;
  const int usual = std::abs(value) >= 99.95 ? 0 : std::abs(value) >= 9.995 ? 1 : 2;
  const auto words = QString::number(value, 'f', std::min(usual, decimals_of(*uncertainty_ms * unit)));
  return (words.toDouble() == 0 && words.startsWith('-') ? words.mid(1) : words) + QChar(0x00A0) +
         (small ? "µs" : "ms");
}

QString uncertainty_text(double ms) {
  const bool small = ms < 0.9995;
  const double value = small ? ms * kMicro : ms;
  return QString::number(value, 'f', decimals_of(value)) + QChar(0x00A0) + (small ? "µs" : "ms");
}

QString rate_text(std::optional<double> kbps) {
  if (!kbps) return kDash;
  return *kbps >= 1000 ? figure(*kbps / 1000) + QChar(0x00A0) + "Mbit/s" : figure(*kbps) + QChar(0x00A0) + "kbit/s";
}

QString bytes_text(std::int64_t bytes) {
  const double value = static_cast<double>(bytes);
  if (bytes < 1000) return QString::number(bytes) + QChar(0x00A0) + "B";
  if (value < 1e6) return figure(std::optional(value / 1e3), "kB");
  return value < 1e9 ? figure(std::optional(value / 1e6), "MB") : figure(std::optional(value / 1e9), "GB");
}

QString count_text(std::int64_t count) {
  QString digits = QString::number(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3)
    digits.insert(at, QChar(0x202F));
  return digits;
}

QString axis_time(double seconds, int decimals) {
  const auto of_one = std::llround(std::pow(10, decimals)),
             parts = std::llround(std::max(seconds, 0.0) * double(of_one));
  const QChar zero('0');
  return QString("%1:%2.%3")
      .arg(parts / (60 * of_one), 2, 10, zero)
      .arg(parts / of_one % 60, 2, 10, zero)
      .arg(parts % of_one, decimals, 10, zero);
}

QString caller_text(const std::string& peer) {
  constexpr qsizetype kLongestName = 40;
  auto words = QString::fromStdString(peer).simplified();
  const auto address = words.endsWith(')') ? words.lastIndexOf(" (") : -1;
  const auto name = address < 0 ? words : words.left(address);
  if (name.size() <= kLongestName) return words;
  return name.left(kLongestName - 1).trimmed() + "…" + words.mid(name.size());
}

QString elapsed_text(double seconds) {
  const auto whole = static_cast<long long>(std::max(seconds, 0.0));
  const QChar zero('0');
  return QString("%1:%2:%3")
      .arg(whole / 3600, 2, 10, zero)
      .arg(whole / 60 % 60, 2, 10, zero)
      .arg(whole % 60, 2, 10, zero);
}

}  // namespace jitterscope
