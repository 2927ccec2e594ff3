#pragma once
// The context menu of a table: copies the rows that are chosen, or the whole table. GUI thread.
#include <functional>

#include <QAbstractItemView>
#include <QItemSelectionModel>
#include <QMenu>

#include "ui/tr.h"

namespace jitterscope {

/// Makes the menu, which deletes itself once it is closed; `copy` is called with whether chosen rows alone are meant.
inline QMenu* make_copy_menu(QAbstractItemView& table, const std::function<void(bool chosen_only)>& copy) {
  auto* menu = new QMenu(&table);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  auto* rows = menu->addAction(Tr::tr("Copy rows"), &table, [copy] { copy(true); });
  rows->setShortcut(QKeySequence::Copy);
  rows->setEnabled(table.selectionModel()->hasSelection());
  menu->addAction(Tr::tr("Copy as table"), &table, [copy] { copy(false); });
  return menu;
}

}  // namespace jitterscope
