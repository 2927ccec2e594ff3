#include "ui/controls/file_strip.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace jitterscope {

FileStrip::FileStrip(QWidget* parent) : QFrame(parent) {
  setObjectName("banner");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 8, 4);
  row->setSpacing(8);
  row->addWidget(words_ = new QLabel, 1);
  words_->setTextFormat(Qt::PlainText);
  words_->setWordWrap(true);
  auto* back = new QPushButton("Back to the call");
  connect(back, &QPushButton::clicked, this, &FileStrip::closed);
  row->addWidget(back);
  hide();
}

void FileStrip::show_file(const QString& path) {
  setVisible(!path.isEmpty());
  if (path.isEmpty()) return;
  words_->setText("The panels show the file “" + QFileInfo(path).fileName() +
                  "”. Pictures, meters and controls are still the call’s, and act on it alone.");
  setAccessibleName(words_->text());
  setToolTip(path);
}

QString FileStrip::sentence() const {
  return isHidden() ? QString() : words_->text();
}

}  // namespace jitterscope
