#pragma once
// A titled group of controls in the right column, with room for a switch beside the title.
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/theme.h"

namespace jitterscope {

class Section : public QFrame {
 public:
  explicit Section(const QString& title, QWidget* parent = nullptr) : QFrame(parent) {
    setObjectName("panel");
    setAccessibleName(title);
    column_ = new QVBoxLayout(this);
    set_spaces(column_, {8, 4, 8, 8}, 4);
    auto* name = new QLabel(title);
    use_title_font(name);
    header_ = add_row({name});
    header_->addStretch(1);
  }

 protected:
  void add_beside_title(QWidget* widget) { header_->addWidget(widget); }
  QHBoxLayout* add_row(std::initializer_list<QWidget*> widgets) {
    auto* row = new QHBoxLayout;
    set_spacing(row, 4);
    for (auto* widget : widgets) row->addWidget(widget);
    column_->addLayout(row);
    return row;
  }
  static QLabel* muted_label(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("muted", true);
    use_small_font(label);
    return label;
  }
  QVBoxLayout* rows() { return column_; }

 private:
  QVBoxLayout* column_;
  QHBoxLayout* header_;
};

}  // namespace jitterscope
