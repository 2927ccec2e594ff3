#pragma once
// Every action of the menus by name (Ctrl+K): type, choose with up and down, Enter. GUI thread.
#include <QDialog>
#include <QTreeWidget>

class QAction;
class QLabel;
class QLineEdit;

namespace jitterscope {

class CommandPalette : public QDialog {
 public:
  CommandPalette(const QList<QAction*>& actions, QWidget* parent);
  int count() const { return list_->topLevelItemCount(); }  // entries that fit what was typed
  void run_current();

 protected:
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void filter(const QString& typed);
  QList<QAction*> actions_;
  QLineEdit* typed_;
  QTreeWidget* list_;
  QLabel* nothing_;  // where nothing fits
};

}  // namespace jitterscope
