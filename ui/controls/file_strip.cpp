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
  row->addWidget(back_ = new QPushButton);
  connect(back_, &QPushButton::clicked, this, &FileStrip::closed);
  hide();
}

void FileStrip::show_words(const QString& words, const QString& way_back) {
  words_->setText(words);
  back_->setText(way_back);
  setAccessibleName(words);
  show();
}

void FileStrip::show_reading(const QString& path) {
  show_words("Reading “" + QFileInfo(path).fileName() + "” …", "Cancel");
  setToolTip(path);
}

void FileStrip::show_read(const QString& path, const QString& sentence) {
  if (!sentence.isEmpty()) {
    read_ = path;
    read_sentence_ = sentence;
  }
  show_file(file_);
}

void FileStrip::show_file(const QString& path) {
  file_ = path;
  if (path.isEmpty()) return hide();
  const auto what = path == read_ ? " " + read_sentence_ : QString();
  show_words("The panels show the file “" + QFileInfo(path).fileName() + "”." + what +
                 " Pictures, meters and controls are still the call’s, and act on it alone.",
             "Back to the call");
  setToolTip(path);
}

QString FileStrip::sentence() const {
  return isHidden() ? QString() : words_->text();
}

}  // namespace jitterscope
