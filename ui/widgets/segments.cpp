#include "ui/widgets/segments.h"

#include <QHBoxLayout>
#include <QToolButton>

#include "ui/sizes.h"

namespace jitterscope {

Segments::Segments(const QStringList& choices, const QString& accessible_name, QWidget* parent)
    : QWidget(parent), group_(this) {
  auto* row = make_row(0, this);
  for (const auto& choice : choices) {
    auto* button = new QToolButton;
    button->setObjectName("segment");
    button->setText(choice);
    button->setProperty("first", row->isEmpty());
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(accessible_name + ": " + choice);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    group_.addButton(button, static_cast<int>(row->count()));
    row->addWidget(button);
  }
  setAccessibleName(accessible_name);
  connect(&group_, &QButtonGroup::idClicked, this, &Segments::chosen);
}

void Segments::set_current(int index) {
  if (index == current()) return;
  if (auto* button = group_.button(index)) return button->setChecked(true);
  group_.setExclusive(false);
  for (auto* button : group_.buttons()) button->setChecked(false);
  group_.setExclusive(true);
}

}  // namespace jitterscope
