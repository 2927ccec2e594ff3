#include "ui/files/file_strip.h"

#include <algorithm>

#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>

#include "ui/sizes.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {
constexpr std::size_t kMostListed = 24;  // streams, as many as a menu has room for
constexpr int kTwoLines = 30;            // px: two small lines with their descenders
}  // namespace

FileStrip::FileStrip(QWidget* parent) : QFrame(parent) {
  setObjectName("banner");
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {12, 2, 8, 2}, 8);
  row->addWidget(words_ = new TwoLines, 1);
  words_->setTextFormat(Qt::PlainText);
  words_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  set_least_height(words_, kTwoLines);
  row->addWidget(streams_ = new QPushButton(Tr::tr("Streams")));
  streams_->setMenu(new QMenu(streams_));
  streams_->setToolTip(Tr::tr("Which streams of the file the panels show: one of them, with the others of its time"));
  streams_->setAccessibleName(Tr::tr("Streams"));
  streams_->hide();
  row->addWidget(back_ = new QPushButton);
  connect(back_, &QPushButton::clicked, this, [this] { reading_ ? emit given_up() : emit closed(); });
  hide();
}

void FileStrip::show_words(const QString& words, const QString& way_back) {
  words_->setText(words);
  back_->setText(way_back);
  setAccessibleName(words);
  show();
}

void FileStrip::show_reading(const QString& path) {
  reading_ = true;
  if (streams_->hasFocus()) streams_->clearFocus();  // else the keyboard would go to the button that closes the file
  streams_->hide();
  show_words(Tr::tr("Reading “%1” …").arg(QFileInfo(path).fileName()), Tr::tr("Cancel"));
  setToolTip(path);
}

void FileStrip::show_read(const QString& path, const QString& sentence) {
  if (!sentence.isEmpty()) {
    read_ = path;
    read_sentence_ = sentence;
  }
  show_file(file_);
}

void FileStrip::set_beside_call(bool on) {
  if (on == beside_call_) return;
  beside_call_ = on;
  if (!file_.isEmpty() && !isHidden() && !reading_) show_file(file_);
}

void FileStrip::set_only_from(const std::optional<OnlyFrom>& only) {
  QString words;
  if (only) {
    const auto at = QString::number(only->at_s, 'f', 0);
    words = " " + (only->trouble.empty()
                       ? Tr::tr("Figures are from %1 s on so far; what lies before is being read.").arg(at)
                       : Tr::tr("Figures are from %1 s on; what lies before cannot be read: %2")
                             .arg(at, QString::fromStdString(only->trouble)));
  }
  if (words == only_) return;
  only_ = words;
  if (!file_.isEmpty() && !isHidden() && !reading_) show_file(file_);
}

void FileStrip::show_file(const QString& path) {
  reading_ = false;
  if (path != file_) streams_->hide();
  file_ = path;
  if (path.isEmpty()) return hide();
  const auto what = path == read_ ? " " + read_sentence_ : QString();
  const auto beside = beside_call_
                          ? " " + Tr::tr("Pictures, meters and controls are still the call’s, and act on it alone.")
                          : QString();
  show_words(Tr::tr("The panels show the file “%1”.").arg(QFileInfo(path).fileName()) + what + only_ + beside,
             beside_call_ ? Tr::tr("Back to the call") : Tr::tr("Close the file"));
  setToolTip(path);
}

void FileStrip::list_streams(const std::vector<FileStreamChoice>& streams) {
  auto* menu = streams_->menu();
  menu->clear();
  for (std::size_t i = 0; i < std::min(streams.size(), kMostListed); ++i) {
    auto* action = menu->addAction(QString::fromStdString(streams[i].name).replace('&', "&&"));
    action->setCheckable(true);
    action->setChecked(streams[i].shown);
    action->setEnabled(streams[i].can_be_shown);
    connect(action, &QAction::triggered, this, [this, number = static_cast<int>(i)] { emit stream_chosen(number); });
  }
  if (streams.size() > kMostListed)
    menu->addAction(Tr::tr("%1 more are listed in Streams").arg(streams.size() - kMostListed))->setEnabled(false);
  streams_->setVisible(streams.size() > 1);
}

}  // namespace jitterscope
