#include "ui/words/typed_span.h"

#include <algorithm>
#include <cmath>

#include <QRegularExpression>

#include "ui/words/text.h"

namespace jitterscope {
namespace {

using Mark = std::function<std::optional<double>(const QString&)>;

constexpr double kFineBelow_s = 2;
constexpr double kShortest_s = 1e-3;  // of a stretch that is taken

std::optional<double> number(const QString& text) {
  bool is = false;
  const double value = text.toDouble(&is);
  return is && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<double> duration_of(const QString& text) {
  static const QRegularExpression kForm("^([\\d.]+)\\s*(ms|s|min|m)?$");
  const auto is = kForm.match(text.trimmed().toLower());
  if (!is.hasMatch()) return std::nullopt;
  const auto unit = is.captured(2);
  const auto value = number(is.captured(1));
  return value ? std::optional(*value * (unit == "ms" ? 1e-3 : unit.startsWith('m') ? 60 : 1)) : std::nullopt;
}

std::optional<double> on_an_axis(std::optional<double> at_s) {
  return at_s && *at_s <= kLongestAxis_s ? at_s : std::nullopt;
}

std::optional<double> time_of(const QString& text, const Mark& mark) {
  static const QRegularExpression kClock("^(?:(\\d+):)?(\\d+):(\\d{1,2}(?:\\.\\d*)?)$"),
      kSeconds("^(\\d+(?:\\.\\d*)?|\\.\\d+)\\s*s?$");
  const auto words = text.trimmed();
  if (const auto is = kClock.match(words); is.hasMatch())
    return on_an_axis(is.captured(1).toDouble() * 3600 + is.captured(2).toDouble() * 60 + is.captured(3).toDouble());
  if (const auto is = kSeconds.match(words); is.hasMatch()) return on_an_axis(number(is.captured(1)));
  return mark && !words.isEmpty() ? mark(words) : std::nullopt;
}

TypedSpan stretch(std::optional<double> from_s, std::optional<double> to_s) {
  if (!from_s || !to_s || *to_s - *from_s < kShortest_s || *to_s > kLongestAxis_s) return {};
  return {TypedSpan::Kind::kStretch, std::max(*from_s, 0.0), *to_s};
}

}  // namespace

TypedSpan typed_span(const QString& typed, double end_s, const Mark& mark) {
  static const QRegularExpression kLast("^last\\s+(.+)$", QRegularExpression::CaseInsensitiveOption),
      kForward("^(.+?)\\s*\\+\\s*(.+)$"), kBack("^(.+?)\\s+[-\u2212](\\d\\S*\\s*(?:ms|s|min|m))$"),
      kRange("^(.+?)\\s*(?:-|\u2013|\u2212|\u2026|\\.\\.|\\bto\\b)\\s*(.+)$");
  const auto text = typed.simplified();
  for (const auto* word : {"", "whole", "all", "fit"})
    if (text.compare(QLatin1String(word), Qt::CaseInsensitive) == 0) return {TypedSpan::Kind::kWhole};
  if (const auto at = time_of(text, mark)) return {TypedSpan::Kind::kMoment, *at, *at};
  if (const auto is = kLast.match(text); is.hasMatch())
    if (const auto length = duration_of(is.captured(1))) return stretch(end_s - *length, end_s);
  if (const auto is = kBack.match(text); is.hasMatch()) {
    const auto to = time_of(is.captured(1), mark), length = duration_of(is.captured(2));
    if (to && length) return stretch(*to - *length, to);
  }
  if (const auto is = kForward.match(text); is.hasMatch()) {
    const auto from = time_of(is.captured(1), mark), length = duration_of(is.captured(2));
    if (from && length) return stretch(from, *from + *length);
  }
  const auto is = kRange.match(text);
  return is.hasMatch() ? stretch(time_of(is.captured(1), mark), time_of(is.captured(2), mark)) : TypedSpan{};
}

QString fine_time(double at_s, double seen_s) {
  return axis_time(at_s, seen_s < kFineBelow_s ? 3 : 1);
}

QString span_text(double from_s, double to_s) {
  const auto tenths = [](double seconds) { return std::abs(seconds * 10 - std::round(seconds * 10)) < 1e-6; };
  const double fineness_s = tenths(from_s) && tenths(to_s) ? kFineBelow_s : to_s - from_s;
  return fine_time(from_s, fineness_s) + QStringLiteral(" \u2013 ") + fine_time(to_s, fineness_s);
}

}  // namespace jitterscope
