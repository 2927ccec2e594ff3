#include "ui/labs/lab_findings.h"

#include <algorithm>

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

QLabel* words_label(const QString& words, const QString& tip = {}) {
  auto* label = new WrappedLabel;
  label->setTextFormat(Qt::PlainText);
  label->setText(words);
  label->setToolTip(tip);
  label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QString number_words(double value) {
  return text_of(field_text(value));
}

}  // namespace

QString marked_verdict(const Finding& finding) {
  const auto reproduced = finding.reproduced();
  return (!reproduced ? "– " : *reproduced ? "✓ " : "✗ ") + text_of(verdict_words(finding));
}

QString measured_words(const Finding& finding) {
  if (!finding.measured) return kDash;
  QString words = number_words(*finding.measured) + " " + text_of(finding.unit);
  if (finding.interval)
    words += QString(" [%1, %2]").arg(number_words(finding.interval->first), number_words(finding.interval->second));
  return words;
}

LabFindings::LabFindings(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  set_spaces(column, {8, 4, 8, 8}, 4);
  column->addStretch(1);
}

void LabFindings::show_findings(const std::vector<Finding>& findings, const std::vector<Finding>* beside) {
  delete table_;
  table_ = new QWidget;
  auto* grid = new QGridLayout(table_);
  set_margins(grid, {0, 0, 0, 0});
  set_spacing(grid, 16, 6);
  int column = 0;
  QStringList titles{Tr::tr("Verdict"), Tr::tr("Finding"), Tr::tr("Measured [95 %]"), Tr::tr("Paper")};
  if (beside) titles << Tr::tr("The other result");
  for (const QString& title : titles) grid->addWidget(muted_label(title), 0, column++);
  grid->setColumnStretch(1, 1);
  int row = 1;
  for (const Finding& finding : findings) add_row(row++, finding, beside);
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, table_);
}

void LabFindings::add_row(int row, const Finding& finding, const std::vector<Finding>* beside) {
  auto* grid = static_cast<QGridLayout*>(table_->layout());
  auto* mark = new QLabel(marked_verdict(finding));
  mark->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  grid->addWidget(mark, row, 0);
  QString tip = text_of(finding.id);
  for (const std::string& more : {finding.reason, evidence_words(finding)})
    if (!more.empty()) tip += "\n" + text_of(more);
  grid->addWidget(words_label(text_of(finding.statement), tip), row, 1);
  auto* measured = new QLabel(measured_words(finding));
  measured->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  measured->setToolTip(tip);
  grid->addWidget(measured, row, 2);
  auto* paper = new QLabel(finding.paper ? number_words(*finding.paper) : kDash);
  paper->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  if (!finding.paper) paper->setToolTip(Tr::tr("The paper prints no number for it"));
  grid->addWidget(paper, row, 3);
  if (!beside) return;
  const auto other = std::ranges::find(*beside, finding.id, &Finding::id);
  auto* words = new QLabel(other == beside->end() ? kDash : measured_words(*other) + "\n" + marked_verdict(*other));
  words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  grid->addWidget(words, row, 4);
}

}  // namespace jitterscope
