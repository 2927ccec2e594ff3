#pragma once
// What a cell of a table says, for programs that read it.
#include <QString>

namespace jitterscope {

struct PlainFigure {
  QString value, unit;  // a value that is no figure is the words of the cell
  QString from, to;     // of its 95 % interval, where the cell has one
};

/// "−1 234.5 ms" → "-1234.5" and "ms"; "7.11 % (5.83–8.39 %)" and "0 % (at most 0.30 %)" with the ends in the unit of
/// the value; "−1.2 ms … +3.0 ms" → the ends alone; "–" → nothing; other words as they are, without a unit.
PlainFigure plain_figure(const QString& cell);

}  // namespace jitterscope
