#include "ui/files/file_view.h"

#include <algorithm>
#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QPointer>
#include <QUrl>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/snapshot.h"
#include "ui/files/decode_as_dialog.h"
#include "ui/files/file_strip.h"
#include "ui/kept_settings.h"
#include "ui/plots/view_state.h"
#include "ui/tr.h"
#include "ui/widgets/file_dialog.h"

namespace jitterscope {
namespace {

const QStringList kSuffixes{"jscope", "csv", "tsv", "json", "pcap", "pcapng", "cap", "rtpdump", "gz"};
constexpr qsizetype kMostRecent = 8;
constexpr double kFollowedEach_s = 0.1;

}  // namespace

FileView::FileView(SessionPort& session, ViewState& view, QWidget& window)
    : QObject(&window), session_(session), view_(view), window_(window), strip_(new FileStrip) {
  connect(strip_, &FileStrip::given_up, this, &FileView::give_up);
  connect(strip_, &FileStrip::closed, this, &FileView::close);
  connect(strip_, &FileStrip::stream_chosen, this,
          [this](int stream) { show_stream(static_cast<std::size_t>(stream)); });
}

QString FileView::base_name() const {
  return QFileInfo(QString::fromStdString(path_)).completeBaseName();
}

QString FileView::first_file_of(const QMimeData& data) {
  for (const auto& url : data.urls())
    if (url.isLocalFile() && kSuffixes.contains(QFileInfo(url.toLocalFile()).suffix().toLower()))
      return url.toLocalFile();
  return {};
}

void FileView::ask_for_file() {
  auto* dialog = make_file_dialog(&window_, Tr::tr("Open a trace, packet list or capture"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->setDirectory(folder());
  dialog->setNameFilters(
      {Tr::tr("Traces, lists and captures") + " (*." + kSuffixes.join(" *.") + ")", Tr::tr("All files") + " (*)"});
  connect(dialog, &QFileDialog::fileSelected, this, &FileView::open);
  dialog->open();
}

/// Of the trace shown or made last, or of the file opened last.
QString FileView::folder() const {
  const auto trace = QString::fromStdString(shown() ? path_ : session_.trace().path);
  return QFileInfo(trace.isEmpty() ? recent_files().value(0) : trace).path();
}

void FileView::open(const QString& path) {
  session_.open_file(path.toStdString(), when_read(path, [this, path] {
                       forget_streams();
                       note_recent(path);
                     }));
}

void FileView::show_stream(std::size_t stream) {
  choose(stream);
  const auto span = short_span_of(stream);
  session_.show_stream(stream, when_read(QString::fromStdString(session_.opened_file()), [this, span] {
                         bring_in_sight_ = span;
                         view_.clear_selection();
                         view_.reset_scales();
                       }));
}

/// Seconds, of a stream that is a small part of its file; absent: it is not, or nobody has measured it.
std::optional<std::pair<double, double>> FileView::short_span_of(std::size_t stream) const {
  constexpr double kSmallPart = 0.25, kAround = 0.05;
  const auto all = session_.stream_list();
  if (!all || all->stretch || stream >= all->streams.size()) return std::nullopt;
  double end = 0;
  const auto length_of = [](const ListedStream& listed) { return listed.report.duration_ms.value_or(0) / 1e3; };
  for (const auto& listed : all->streams) end = std::max(end, listed.from_s.value_or(0) + length_of(listed));
  const auto& of = all->streams[stream];
  const double length = length_of(of);
  if (!of.from_s || length <= 0 || length > kSmallPart * end) return std::nullopt;
  return std::pair(*of.from_s - kAround * length, *of.from_s + (1 + kAround) * length);
}

std::shared_ptr<const FileStreams> FileView::streams() {
  streams_given_ = session_.stream_list();
  return *streams_given_;
}

std::shared_ptr<const StreamPackets> FileView::packets() {
  packets_given_ = session_.packets_of(chosen());
  return *packets_given_;
}

/// What has been read meanwhile is drawn by whoever asked for it.
void FileView::tell_news() {
  const bool streams = streams_given_ && session_.stream_list() != *streams_given_;
  const bool packets = packets_given_ && session_.packets_of(chosen()) != *packets_given_;
  if (streams) streams_given_.reset();
  if (packets) packets_given_.reset();
  if (streams || packets) view_.touch();
}

std::size_t FileView::chosen() const {
  if (chosen_) return *chosen_;
  const auto place = [](const auto& all, auto found) { return static_cast<std::size_t>(found - all.begin()); };
  if (const auto shown = std::ranges::find(choices_, true, &FileStreamChoice::shown); shown != choices_.end())
    return place(choices_, shown);
  const auto listed = session_.stream_list();  // of a trace: the first that came here
  if (!listed) return 0;
  const auto received = std::ranges::find(listed->streams, Direction::kReceived,
                                          [](const ListedStream& stream) { return stream.report.direction; });
  return received == listed->streams.end() ? 0 : place(listed->streams, received);
}

void FileView::take_choices() {
  choices_ = session_.file_streams();
  strip_->list_streams(choices_);
}

void FileView::choose(std::size_t stream) {
  if (stream == chosen()) return;
  chosen_ = stream;
  view_.touch();
}

void FileView::play(std::size_t stream) {
  playing_ = stream;
  played_from_ = heard_at_ = view_.cursor(Cursor::kA);
  session_.play_stream(stream, played_from_, [self = QPointer(this)](const ExportResult& result) {
    if (self) self->end_playing(result);
  });
  view_.touch();
}

void FileView::stop_playing() {
  if (!std::exchange(playing_, std::nullopt)) return;
  session_.stop_playing();
  view_.touch();
}

/// The cursor goes back to where the sound began, so that the same is heard again.
void FileView::end_playing(const ExportResult& result) {
  playing_.reset();
  if (result.done) view_.set_cursor(Cursor::kA, played_from_);
  view_.touch();
  if (!result.sentence.empty()) emit failed(result);
}

void FileView::follow_playing() {
  if (!playing_) return;
  const auto& cursor = view_.cursor(Cursor::kA);
  if (cursor && cursor != heard_at_) return play(*playing_);  // the user has moved it
  const auto now = session_.playing_at_s();
  if (!now || (cursor && *now >= *cursor && *now < *cursor + kFollowedEach_s)) return;
  const bool seen = !cursor || (*cursor >= view_.from() && *cursor <= view_.to());  // else the user looks elsewhere
  view_.set_cursor(Cursor::kA, now, seen);
  heard_at_ = view_.cursor(Cursor::kA);
}

void FileView::ask_decode_as(int type, const QString& carries, std::optional<double> clock_hz) {
  ask_decode_as(QString::fromStdString(path_), {type, carries, static_cast<int>(clock_hz.value_or(0))});
}

void FileView::ask_decode_as() {
  ask_decode_as(refused_.isEmpty() ? QString::fromStdString(path_) : refused_, {});
}

void FileView::ask_decode_as(const QString& path, const DecodeProposal& proposal) {
  auto* dialog = new DecodeAsDialog(path, proposal, &window_);
  connect(dialog, &DecodeAsDialog::decided, this, [this, path](const DecodeAs& as) {
    session_.decode_as(path.toStdString(), as, when_read(path, [this, path] {
                         forget_streams();
                         note_recent(path);
                         view_.clear_selection();
                         view_.reset_scales();
                       }));
  });
  dialog->open();
}

/// Says that a file is read, and what came of it; `done`: that it can be shown.
std::function<void(ExportResult)> FileView::when_read(const QString& path, std::function<void()> done) {
  strip_->show_reading(path);
  return [self = QPointer(this), path, done = std::move(done)](const ExportResult& result) {
    if (!self) return;
    self->strip_->show_read(path, result.done ? QString::fromStdString(result.sentence) : QString());
    self->take_choices();
    self->refused_ = result.done ? QString() : path;
    if (!result.done) {
      self->complaints_ << QString::fromStdString(result.sentence);
      return emit self->failed(result);
    }
    for (const QString& complaint : std::exchange(self->complaints_, {})) emit self->mended(complaint);
    done();
  };
}

/// Of reading: what is shown stays.
void FileView::give_up() {
  session_.stop_opening();
  strip_->show_file(QString::fromStdString(path_));
  take_choices();
}

void FileView::close() {
  session_.close_file();
  strip_->show_file({});
}

bool FileView::follow() {
  auto path = session_.opened_file();
  if (path == path_) {
    tell_news();
    follow_playing();
    return false;
  }
  path_ = std::move(path);
  forget_streams();
  streams_given_.reset();
  packets_given_.reset();
  for (const Cursor cursor : {Cursor::kA, Cursor::kB}) view_.set_cursor(cursor, std::nullopt);
  strip_->show_file(QString::fromStdString(path_));
  take_choices();
  view_.clear_selection();
  view_.set_shows_file(shown());
  measure_whole(shown());
  view_.reset_scales();
  return true;
}

/// Those of a file that has just been read may be others, also where it is the same file once more.
void FileView::forget_streams() {
  stop_playing();
  chosen_.reset();
}

/// Figures of a file are of all of it, until the user wants others; those of the call then are of what they were
/// before.
void FileView::measure_whole(bool whole) {
  if (whole && !of_call_) of_call_ = view_.sliding_window();
  if (whole) view_.set_sliding_window(MeasureWindow::kWhole);
  if (!whole && of_call_) view_.set_sliding_window(*std::exchange(of_call_, std::nullopt));
}

void FileView::span_axis(const CallSnapshot* snapshot) {
  const double end = snapshot ? snapshot->elapsed_s : 0;
  view_.set_began(session_.began_at());
  view_.set_recording(session_.recorded_file(), session_.reading_options());
  strip_->set_only_from(snapshot ? snapshot->only_from : std::nullopt);
  if (shown() && end != view_.end())
    view_.show_whole(end);
  else
    view_.set_end(end);
  if (const auto span = std::exchange(bring_in_sight_, std::nullopt)) view_.show(span->first, span->second);
}

void FileView::note_recent(const QString& path) {
  auto files = recent_files();
  const auto whole = QFileInfo(path).absoluteFilePath();  // the next window may begin in another folder
  files.removeAll(whole);
  files.prepend(whole);
  keep_recent_files(files.mid(0, kMostRecent));
  emit recent_changed();
}

}  // namespace jitterscope
