#pragma once
// What a cell of a table says, for programs that read it.
#include <QString>

namespace jitterscope {

struct PlainFigure {
  QString value, unit;  // a value that is no figure is the words of the cell
};

/// "−1 234.5 ms" → "-1234.5" and "ms"; "–" → nothing; other words as they are, without a unit.
PlainFigure plain_figure(const QString& cell);

}  // namespace jitterscope
