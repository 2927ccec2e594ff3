#include <algorithm>

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>

#include "core/measures/views/snapshot.h"
#include "ui/files/file_view.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/notice_board.h"
#include "ui/tr.h"

namespace jitterscope {
namespace {

/// A key alone that changes the call: a letter, a strategy's number or a bracket.
bool is_single_letter(const QKeySequence& keys) {
  static const QString kOthers = "123[]";
  const auto words = keys.toString();
  return words.size() == 1 && (words[0].isLetter() || kOthers.contains(words[0]));
}

}  // namespace

void MainWindow::build_file_menu() {
  auto* file = menuBar()->addMenu(Tr::tr("&File"));
  add_action(*file, Tr::tr("&Open a trace or capture …"), QKeySequence("Ctrl+O"), [this] { files_->ask_for_file(); });
  recent_files_ = file->addMenu(Tr::tr("Open &recent"));
  close_file_ = add_action(*file, Tr::tr("&Close the file, back to the call"), QKeySequence("Ctrl+W"),
                           [this] { files_->close(); });
  close_file_->setEnabled(false);
  add_action(*file, Tr::tr("&Decode as …"), QKeySequence("Ctrl+Shift+U"), [this] {
    if (files_->can_decode()) return files_->ask_decode_as();
    notices_->tell_for_a_while(Tr::tr("“Decode as …” is about the packets of a capture: open one first."));
  });
  connect(files_, &FileView::recent_changed, this, &MainWindow::list_recent_files);
  list_recent_files();
}

void MainWindow::open_file(const QString& path) {
  files_->open(path);
}

void MainWindow::list_recent_files() {
  const auto files = recent_files();
  for (auto* action : recent_files_->actions()) delete action;
  for (const auto& path : files) {
    auto* action = add_action(*recent_files_, Tr::tr("Open %1").arg(QFileInfo(path).fileName().replace('&', "&&")), {},
                              [this, path] { open_file(path); });
    action->setToolTip(path);
  }
  recent_files_->setToolTipsVisible(true);
  recent_files_->setEnabled(!files.isEmpty());
}

/// Follows what the session shows: a file or the call.
void MainWindow::show_file() {
  if (!files_->follow()) return;
  close_file_->setEnabled(files_->shown());
  view_.set_call_words(call_words());
  for (auto* action : actions())  // they act on the call, which is not what is seen
    if (is_single_letter(action->shortcut())) action->setEnabled(!files_->shown());
  session_.set_query(query_ = view_.query());
  if (files_->shown() && is_lecture(layout_) && !in_or_before_call()) set_layout(Layout::kAnalyst);
  show_whose();
  open_what_has_something();
  if (!files_->choices().empty())  // a capture: which stream of it is shown, and which others there are
    show_panel(*std::ranges::find(panels_, QStringLiteral("Streams"), &Panel::title));
  if (!files_->shown())
    view_.reset();
  else if (snapshot_)
    view_.show_whole(snapshot_->elapsed_s);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!FileView::first_file_of(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const auto path = FileView::first_file_of(*event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  open_file(path);
}

}  // namespace jitterscope
