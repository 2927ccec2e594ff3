#pragma once
// A titled group of controls that folds to its title and one line of how they are set, with room for a switch beside
// the title.
#include <QFrame>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/fold.h"
#include "ui/words/label_words.h"

namespace jitterscope {

class Card : public QFrame {
 public:
  explicit Card(const char* title, QWidget* parent = nullptr) : QFrame(parent) {
    setObjectName("panel");
    setAccessibleName(Tr::tr(title));
    auto* column = new QVBoxLayout(this);
    set_spaces(column, {4, 3, 8, 4}, 4);
    column->addWidget(fold_ = new Fold(title, Fold::Rank::kCard));
    set_margins(fold_->rows(), {4, 0, 0, 2});
  }
  Fold& fold() { return *fold_; }

 protected:
  void add_beside_title(QWidget* widget) { fold_->add_beside_title(widget); }
  QHBoxLayout* add_row(std::initializer_list<QWidget*> widgets) { return add_row(rows(), widgets); }
  static QHBoxLayout* add_row(QVBoxLayout* rows, std::initializer_list<QWidget*> widgets) {
    auto* row = make_row(4);
    for (auto* widget : widgets) row->addWidget(widget);
    rows->addLayout(row);
    return row;
  }
  /// Folded at first.
  Fold* add_part(const char* title) {
    auto* part = new Fold(title, Fold::Rank::kPart);
    part->set_folded(true);
    rows()->addWidget(part);
    return part;
  }
  QVBoxLayout* rows() { return fold_->rows(); }

 private:
  Fold* fold_;
};

}  // namespace jitterscope
