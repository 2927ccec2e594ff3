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
    column_->setContentsMargins(8, 4, 8, 8);
    column_->setSpacing(4);
    auto* name = new QLabel(title);
    name->setFont(title_font());
    header_ = add_row({name});
    header_->addStretch(1);
  }

 protected:
  void add_beside_title(QWidget* widget) { header_->addWidget(widget); }
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
  QHBoxLayout* header_;
};

}  // namespace jitterscope
