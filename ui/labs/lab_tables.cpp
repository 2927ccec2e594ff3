#include "ui/labs/lab_tables.h"

#include <algorithm>

#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QVBoxLayout>

#include "ui/labs/lab_findings.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/row_table.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

std::vector<RowColumn> columns_of(const std::shared_ptr<const LabResult>& result, const LabTable& table) {
  std::vector<RowColumn> columns;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const auto field = [result, &table, column](std::size_t row) -> const TableField& {
      return table.rows[row][column];
    };
    columns.push_back({.title = text_of(table.columns[column]),
                       .tip = {},
                       .text = [field](std::size_t row) { return text_of(field_text(field(row))); },
                       .value = [field](std::size_t row) -> std::optional<double> {
                         const auto* number = std::get_if<double>(&field(row));
                         return number ? std::optional(*number) : std::nullopt;
                       }});
    const auto is_words = [](const auto& row, std::size_t at) { return std::holds_alternative<std::string>(row[at]); };
    if (std::ranges::any_of(table.rows, [&](const auto& row) { return is_words(row, column); })) {
      columns.back().words = true;
      columns.back().value = {};
    }
  }
  return columns;
}

}  // namespace

LabTables::LabTables(QWidget* parent)
    : QWidget(parent), tabs_(new QTabBar), scrolled_(new QScrollArea), findings_(new LabFindings) {
  auto* column = make_column(4, this);
  tabs_->setAccessibleName(Tr::tr("Findings and tables"));
  tabs_->setExpanding(false);
  tabs_->setDrawBase(false);
  tabs_->addTab(Tr::tr("Findings"));
  column->addWidget(tabs_);
  scrolled_->setWidgetResizable(true);
  scrolled_->setFrameShape(QFrame::NoFrame);
  scrolled_->setWidget(findings_);
  column->addWidget(scrolled_, 1);
  connect(tabs_, &QTabBar::currentChanged, this, [this] { show_page(); });
}

void LabTables::show_result(std::shared_ptr<const LabResult> result, const LabResult* beside) {
  result_ = std::move(result);
  findings_->show_findings(result_->findings, beside ? &beside->findings : nullptr);
  const QSignalBlocker quiet(tabs_);
  const int count = static_cast<int>(result_->tables.size()) + 1;
  const bool had = !result_->findings.empty();
  while (tabs_->count() > count) tabs_->removeTab(tabs_->count() - 1);
  while (tabs_->count() < count) tabs_->addTab({});
  for (int i = 1; i < count; ++i)
    tabs_->setTabText(i, text_of(result_->tables[static_cast<std::size_t>(i - 1)].name).replace('_', ' '));
  tabs_->setTabVisible(0, had);
  if (!had && tabs_->currentIndex() == 0 && count > 1) tabs_->setCurrentIndex(1);
  show_page();
}

void LabTables::show_page() {
  const int page = tabs_->currentIndex();
  // The same table with more rows stays where it was read.
  const int scrolled =
      table_ && table_->accessibleName() == tabs_->tabText(page) ? table_->verticalScrollBar()->value() : 0;
  delete table_;
  table_ = nullptr;
  scrolled_->setVisible(page <= 0);
  if (page <= 0 || !result_) return;
  const LabTable& table = result_->tables[static_cast<std::size_t>(page - 1)];
  table_ = new RowTable(columns_of(result_, table), tabs_->tabText(page));
  table_->rows().set_rows(table.rows.size());
  table_->fit_columns();
  static_cast<QVBoxLayout*>(layout())->addWidget(table_, 1);
  table_->verticalScrollBar()->setValue(scrolled);
}

}  // namespace jitterscope
