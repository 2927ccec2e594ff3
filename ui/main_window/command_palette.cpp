#include "ui/main_window/command_palette.h"

#include <algorithm>
#include <vector>

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent, Qt::Popup), actions_(actions) {
  setAttribute(Qt::WA_DeleteOnClose);
  setAccessibleName(Tr::tr("All actions"));
  auto* column = new QVBoxLayout(this);
  set_margins(column, {8, 8, 8, 8});
  column->addWidget(typed_ = new QLineEdit);
  column->addWidget(list_ = new QTreeWidget);
  column->addWidget(nothing_ = new QLabel(Tr::tr("No action that can be taken now has these words.")));
  nothing_->setProperty("muted", true);
  typed_->setPlaceholderText(Tr::tr("Type what you want to do"));
  typed_->setAccessibleName(Tr::tr("Search actions"));
  typed_->installEventFilter(this);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setColumnCount(2);
  list_->setHeaderHidden(true);
  list_->setRootIsDecorated(false);
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  connect(typed_, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::run_current);
  filter({});
  typed_->setFocus();  // a popup is not activated: nothing in it would have the keys
  resize(px({440, 320}));
  if (parent) move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, px(72))));
}

void CommandPalette::filter(const QString& typed) {
  list_->clear();
  const auto words = typed.split(' ', Qt::SkipEmptyParts);
  const auto phrase = words.join(' ');
  const auto name_of = [this](qsizetype i) { return actions_[i]->text().remove('&'); };
  std::vector<qsizetype> fitting;
  for (qsizetype i = 0; i < actions_.size(); ++i)
    if (actions_[i]->isEnabled() &&
        std::ranges::all_of(words, [&](const QString& word) { return name_of(i).contains(word, Qt::CaseInsensitive); }))
      fitting.push_back(i);
  // What is about a panel of that name comes first, then what begins so; else the order is that of the menus.
  std::ranges::stable_sort(fitting, {}, [&](qsizetype i) {
    const bool panel = name_of(i).contains("“" + phrase + "”", Qt::CaseInsensitive);
    return panel ? 0 : name_of(i).startsWith(phrase, Qt::CaseInsensitive) ? 1 : 2;
  });
  for (const qsizetype i : fitting) {
    auto* entry = new QTreeWidgetItem(list_, {name_of(i), actions_[i]->shortcut().toString(QKeySequence::NativeText)});
    entry->setData(0, Qt::UserRole, i);
  }
  list_->setCurrentItem(list_->topLevelItem(0));
  nothing_->setVisible(count() == 0);
}

void CommandPalette::run_current() {
  const auto* entry = list_->currentItem();
  if (!entry) return;
  auto* action = actions_[entry->data(0, Qt::UserRole).value<qsizetype>()];
  close();
  QTimer::singleShot(0, action, &QAction::trigger);  // after the popup is gone
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
      const int row = list_->indexOfTopLevelItem(list_->currentItem()) + (key == Qt::Key_Down ? 1 : -1);
      list_->setCurrentItem(list_->topLevelItem(std::clamp(row, 0, std::max(0, count() - 1))));
      return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      run_current();
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace jitterscope
