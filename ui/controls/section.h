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
  explicit Section(const QString& title, QWidget* beside_title = nullptr, QWidget* parent = nullptr) : QFrame(parent) {
    setObjectName("panel");
    setAccessibleName(title);
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(8, 4, 8, 8);
    column_->setSpacing(4);
    auto* name = new QLabel(title);
    name->setFont(title_font());
    auto* header = add_row({name});
    header->addStretch(1);
    if (beside_title) header->addWidget(beside_title);
  }

 protected:
  QHBoxLayout* add_row(std::initializer_list<QWidget*> widgets) {
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    for (auto* widget : widgets) row->addWidget(widget);
    column_->addLayout(row);
    return row;
  }
  static QLabel* muted_label(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("muted", true);
    label->setFont(small_font());
    return label;
  }
  QVBoxLayout* rows() { return column_; }

 private:
  QVBoxLayout* column_;
};

}  // namespace jitterscope
