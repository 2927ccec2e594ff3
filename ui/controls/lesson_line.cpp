#include "ui/controls/lesson_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/demonstrations/comparison.h"
#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {

LessonLine::LessonLine(QWidget* parent) : QFrame(parent) {
  setObjectName("bar");
  setAccessibleName(Tr::tr("What can be shown in the demo call"));
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 4, 8, 4}, 8);
  row->addWidget(new QLabel(Tr::tr("Show:")));
  for (const DemonstrationKind kind : kEveryDemonstration) {
    const auto& facts = facts_of(kind);
    auto* button = new QPushButton(facts.name);
    button->setAccessibleName(Tr::tr("Show %1").arg(facts.name.toLower()));
    button->setToolTip(QString("%1: %2 s").arg(facts.summary).arg(seconds_of(kind)));
    connect(button, &QPushButton::clicked, this, [this, kind] { emit chosen(kind); });
    row->addWidget(button);
  }
  row->addStretch(1);
  hide();
}

}  // namespace jitterscope
