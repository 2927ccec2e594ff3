#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QMimeData>
#include <QPointer>
#include <QSettings>

#include "core/measures/views/snapshot.h"
#include "ui/controls/file_strip.h"
#include "ui/kept_settings.h"
#include "ui/main_window/main_window.h"
#include "ui/tr.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/file_dialog.h"

namespace jitterscope {
namespace {

const QStringList kSuffixes{"jscope", "csv", "tsv", "json", "pcap", "pcapng", "rtpdump", "gz"};
constexpr qsizetype kMostRecent = 8;

/// A key alone that changes the call: a letter, a strategy's number or a bracket.
bool is_single_letter(const QKeySequence& keys) {
  static const QString kOthers = "123[]";
  const auto words = keys.toString();
  return words.size() == 1 && (words[0].isLetter() || kOthers.contains(words[0]));
}

/// The first of a drop's files that can be shown; empty = none.
QString shown_file_of(const QMimeData& data) {
  for (const auto& url : data.urls())
    if (url.isLocalFile() && kSuffixes.contains(QFileInfo(url.toLocalFile()).suffix().toLower()))
      return url.toLocalFile();
  return {};
}

}  // namespace

void MainWindow::build_file_menu() {
  auto* file = menuBar()->addMenu(Tr::tr("&File"));
  add_action(*file, Tr::tr("&Open a trace or capture …"), QKeySequence("Ctrl+O"), [this] { ask_for_file(); });
  recent_files_ = file->addMenu(Tr::tr("Open &recent"));
  close_file_ =
      add_action(*file, Tr::tr("&Close the file, back to the call"), QKeySequence("Ctrl+W"), [this] { close_file(); });
  close_file_->setEnabled(false);
  list_recent_files({});
}

void MainWindow::ask_for_file() {
  auto* dialog = make_file_dialog(this, Tr::tr("Open a trace, packet list or capture"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setDirectory(traces_folder());
  dialog->setNameFilters(
      {Tr::tr("Traces, lists and captures") + " (*." + kSuffixes.join(" *.") + ")", Tr::tr("All files") + " (*)"});
  connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::open_file);
  dialog->open();
}

/// Of the trace shown or made last, or of the file opened last.
QString MainWindow::traces_folder() {
  const auto newest = recent_files().value(0);
  const auto trace = QString::fromStdString(!file_.empty() ? file_ : session_.trace().path);
  return QFileInfo(trace.isEmpty() ? newest : trace).path();
}

void MainWindow::open_file(const QString& path) {
  session_.open_file(path.toStdString(), when_read(path, [this, path] { list_recent_files(path); }));
}

/// Of the file that is shown.
void MainWindow::show_stream(int stream) {
  session_.show_stream(static_cast<std::size_t>(stream),
                       when_read(QString::fromStdString(session_.opened_file()), [this] {
                         view_.clear_selection();
                         view_.reset_scales();
                       }));
}

std::function<void(ExportResult)> MainWindow::when_read(const QString& path, std::function<void()> done) {
  file_strip_->show_reading(path);
  return [window = QPointer(this), path, done = std::move(done)](const ExportResult& result) {
    if (!window) return;
    window->file_strip_->show_read(path, result.done ? QString::fromStdString(result.sentence) : QString());
    window->file_strip_->list_streams(window->session_.file_streams());
    if (!result.done) return window->tell_result(result);
    done();
  };
}

void MainWindow::close_file() {
  session_.close_file();
  file_strip_->show_file({});
}

/// Puts `opened` first, unless it is empty.
void MainWindow::list_recent_files(const QString& opened) {
  auto files = recent_files();
  if (!opened.isEmpty()) {
    const auto whole = QFileInfo(opened).absoluteFilePath();  // the next window may begin in another folder
    files.removeAll(whole);
    files.prepend(whole);
    keep_recent_files(files = files.mid(0, kMostRecent));
  }
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
  auto path = session_.opened_file();
  if (path == file_) return;
  file_ = std::move(path);
  file_strip_->show_file(QString::fromStdString(file_));
  file_strip_->list_streams(session_.file_streams());
  close_file_->setEnabled(!file_.empty());
  view_.clear_selection();
  view_.set_call_words(call_words());
  view_.set_shows_file(!file_.empty());
  view_.reset_scales();
  for (auto* action : actions())  // they act on the call, which is not what is seen
    if (is_single_letter(action->shortcut())) action->setEnabled(file_.empty());
  session_.set_query(query_ = view_.query());
  show_whose();
  if (file_.empty())
    view_.reset();
  else if (snapshot_)
    view_.show_whole(snapshot_->elapsed_s);
}

/// The axis ends at the present, or at the end of the file, whole when it is opened.
void MainWindow::span_axis() {
  const double end = snapshot_ ? snapshot_->elapsed_s : 0;
  view_.set_began(session_.began_at());
  view_.set_call_words(call_words());
  view_.set_recording(session_.recorded_file(), session_.file_streams().empty(),  // a trace has none
                      session_.reading_options());
  if (!file_.empty() && end != view_.end()) return view_.show_whole(end);
  view_.set_end(end);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!shown_file_of(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const auto path = shown_file_of(*event->mimeData());
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  open_file(path);
}

}  // namespace jitterscope
