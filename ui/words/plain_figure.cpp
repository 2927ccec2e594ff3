#include "ui/words/plain_figure.h"

#include <QRegularExpression>

#include "ui/words/text.h"

namespace jitterscope {

PlainFigure plain_figure(const QString& cell) {
  static const QRegularExpression kFigure("^([-+−]?)([\\d\\x{202F}]+(?:\\.\\d+)?)(?:\\x{A0}(\\S+))?$");
  if (cell == kDash) return {};
  const auto match = kFigure.match(cell);
  if (!match.hasMatch()) return {cell, {}};
  return {
      (match.captured(1).isEmpty() || match.captured(1) == "+" ? "" : "-") + match.captured(2).remove(QChar(0x202F)),
      match.captured(3)};
}

}  // namespace jitterscope
