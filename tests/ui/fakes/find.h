#pragma once
// What a person finds in a widget and reads there.
#include <gtest/gtest.h>

#include <vector>

#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <QTextStream>

#include "ui/words/csv_table.h"

namespace jitterscope {

/// Those of a class, also of one that Qt's own search does not know.
template <typename Kind>
std::vector<Kind*> all_in(const QWidget& in) {
  std::vector<Kind*> all;
  for (auto* widget : in.findChildren<QWidget*>())
    if (auto* wanted = dynamic_cast<Kind*>(widget)) all.push_back(wanted);
  return all;
}
/// Null: there is none.
template <typename Kind>
Kind* first_in(const QWidget& in) {
  const auto all = all_in<Kind>(in);
  return all.empty() ? nullptr : all.front();
}
template <typename Kind>
Kind* named_in(const QWidget& in, const QString& name) {
  for (auto* found : in.findChildren<Kind*>())
    if (found->accessibleName() == name) return found;
  return nullptr;
}
/// What the visible label says that has these words; empty: no label has them.
inline QString label_in(const QWidget& in, const QString& words) {
  for (const auto* label : in.findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(words)) return label->text();
  return {};
}
/// The first row whose cell begins with these words; -1: there is none.
inline int row_of(const QTableWidget& table, const QString& words, int column = 0) {
  for (int row = 0; row < table.rowCount(); ++row)
    if (const auto* cell = table.item(row, column); cell && cell->text().startsWith(words)) return row;
  return -1;
}
/// Types over what a field holds, and Return.
template <typename Field>
void type_into(Field& field, const QString& words) {
  field.setFocus();
  field.selectAll();
  QTest::keyClicks(&field, words);
  QTest::keyClick(&field, Qt::Key_Return);
}
/// The numbers that a panel, a plot or a table writes.
template <typename Written>
QString csv_of(const Written& of) {
  QString words;
  QTextStream out(&words);
  if constexpr (requires { of.write_csv(out); })
    of.write_csv(out);
  else
    write_tables(out, {of.table()});
  out.flush();
  return words;
}
/// To be expected; else the whole text is told.
inline testing::AssertionResult has(const QString& text, const QString& words) {
  if (text.contains(words)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no “" << words.toStdString() << "” in “" << text.toStdString() << "”";
}

}  // namespace jitterscope
