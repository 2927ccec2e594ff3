#include "ui/words/csv_table.h"

#include <algorithm>
#include <cmath>

#include <QTextStream>

namespace jitterscope {
namespace {

constexpr int kCsvDigits = 9;

/// In quotes where a reader would take it for several cells or lines.
QString csv_cell(QString words) {
  if (std::ranges::none_of(words, [](QChar c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; })) return words;
  return '"' + words.replace('"', "\"\"") + '"';
}

void write_line(QTextStream& out, const QStringList& cells) {
  for (qsizetype i = 0; i < cells.size(); ++i) out << (i > 0 ? "," : "") << csv_cell(cells[i]);
  out << '\n';
}

std::vector<CsvTable> without_repeated_heads(const std::vector<CsvTable>& tables) {
  std::vector<CsvTable> kinds;
  for (const CsvTable& table : tables) {
    const auto same = std::ranges::find_if(
        kinds, [&](const CsvTable& kind) { return kind.name == table.name && kind.columns == table.columns; });
    if (same == kinds.end())
      kinds.push_back(table);
    else
      same->rows.insert(same->rows.end(), table.rows.begin(), table.rows.end());
  }
  return kinds;
}

CsvTable joined(const std::vector<CsvTable>& kinds) {
  CsvTable all{{}, {"table"}};
  for (const CsvTable& kind : kinds)
    for (const QString& column : kind.columns)
      if (!all.columns.contains(column)) all.columns << column;
  for (const CsvTable& kind : kinds)
    for (const QStringList& row : kind.rows) {
      QStringList cells(all.columns.size());
      cells[0] = kind.name;
      for (qsizetype i = 0; i < row.size(); ++i) cells[all.columns.indexOf(kind.columns[i])] = row[i];
      all.rows.push_back(cells);
    }
  return all;
}

}  // namespace

QString csv_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? QString::number(*value, 'g', kCsvDigits) : QString();
}

CsvTable csv_of_times() {
  return {"over time", {"seconds", "quantity", "series", "min", "max", "unit"}};
}

void add_time(CsvTable& to, double at_s, const QString& quantity, const QString& series, double least, double most,
              const QString& unit) {
  to.rows.push_back({csv_number(at_s), quantity, series, csv_number(least), csv_number(most), unit});
}

void write_tables(QTextStream& out, const std::vector<CsvTable>& tables) {
  const auto kinds = without_repeated_heads(tables);
  if (kinds.empty()) return;
  const CsvTable written = kinds.size() == 1 ? kinds.front() : joined(kinds);
  write_line(out, written.columns);
  for (const QStringList& row : written.rows) write_line(out, row);
}

}  // namespace jitterscope
