#include "ui/words/plain_figure.h"

#include <QRegularExpression>

#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kNumber = "([-+−]?[\\d\\x{202F}]+(?:\\.\\d+)?)", kUnit = "(?:\\x{A0}(\\S+))?";

/// `form`: N stands for a number, U for the unit behind it.
QRegularExpression cells(QString form) {
  return QRegularExpression("^" + form.replace("N", kNumber).replace("U", kUnit) + "$");
}

QString plain_number(QString words) {
  words.remove(QChar(0x202F)).remove('+');
  return words.replace(QChar(0x2212), '-');
}

}  // namespace

PlainFigure plain_figure(const QString& cell) {
  static const auto kFigure = cells("NU"), kWithInterval = cells("NU \\(N–NU\\)"), kNone = cells("NU \\(at most NU\\)"),
                    kInterval = cells("NU … NU");
  if (cell == kDash) return {};
  if (const auto is = kFigure.match(cell); is.hasMatch()) return {plain_number(is.captured(1)), is.captured(2), {}, {}};
  if (const auto is = kWithInterval.match(cell); is.hasMatch() && is.captured(2) == is.captured(5))
    return {plain_number(is.captured(1)), is.captured(2), plain_number(is.captured(3)), plain_number(is.captured(4))};
  if (const auto is = kNone.match(cell); is.hasMatch() && is.captured(2) == is.captured(4))
    return {plain_number(is.captured(1)), is.captured(2), "0", plain_number(is.captured(3))};
  if (const auto is = kInterval.match(cell); is.hasMatch() && is.captured(2) == is.captured(4))
    return {{}, is.captured(2), plain_number(is.captured(1)), plain_number(is.captured(3))};
  return {cell, {}, {}, {}};
}

}  // namespace jitterscope
