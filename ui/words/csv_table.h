#pragma once
// Numbers for spreadsheets and programs: a table with one header, a point as decimal sign, an empty cell for what is
// not known, and no line that is neither header nor row, so that one call of a reader takes it in.
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

class QTextStream;

namespace jitterscope {

struct CsvTable {
  QString name;                        // tells it from the others where several are written together
  QStringList columns;                 // no two of one name
  std::vector<QStringList> rows = {};  // a cell for each column
};

/// Nine digits at most; empty where it is not known, or no number.
QString csv_number(std::optional<double> value);

/// Without rows. Values over time, of every plot alike: a point has its value as smallest and largest.
CsvTable csv_of_times();
void add_time(CsvTable& to, double at_s, const QString& quantity, const QString& series, double least, double most,
              const QString& unit);

/// One table as it is. Several as one: those of one name and the same columns are one below the other, and where names
/// differ the first column, "table", has them, followed by all columns that there are.
void write_tables(QTextStream& out, const std::vector<CsvTable>& tables);

}  // namespace jitterscope
