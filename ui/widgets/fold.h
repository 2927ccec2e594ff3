#pragma once
// A heading that folds away what stands below it, and says in one line how that is set meanwhile. By mouse, or by
// Space or Return while it has the focus. GUI thread.
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/words/reading_line.h"

namespace jitterscope {

/// A button that is checked while what it heads is open: `title` behind an arrow. By mouse, or by Space or Return.
QToolButton* make_fold_heading(const QString& title);
void show_fold_of(QToolButton& heading);  // after setChecked()

class Fold : public QWidget {
  Q_OBJECT
 public:
  enum class Rank { kCard, kPart };  // of a column, of a card
  /// `title`: marked with QT_TRANSLATE_NOOP; shown in the user's language, known and kept by what it is here.
  Fold(const char* title, Rank, QWidget* parent = nullptr);
  QString title() const { return title_; }
  bool folded() const { return !heading_->isChecked(); }
  void set_folded(bool);
  /// Said while it is folded; a part of a card says it always.
  void set_state(const QString& words);
  QString state() const { return state_->text(); }
  /// Beside the title while it is open.
  void add_beside_title(QWidget*);
  /// What folds.
  QVBoxLayout* rows() { return rows_; }

 private:
  void show_fold();
  const QString title_;
  const Rank rank_;
  QToolButton* heading_;
  ReadingLine* state_;
  QHBoxLayout* head_;
  QWidget* body_;
  QVBoxLayout* rows_;
  QList<QWidget*> beside_;
};

}  // namespace jitterscope
