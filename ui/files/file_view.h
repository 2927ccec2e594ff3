#pragma once
// The file that the panels show in place of the call: choosing, opening and closing it, its streams, and which files
// were open lately. The strip above the panels is a part of it. GUI thread.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "ui/session_port.h"

class QMimeData;
class QWidget;

namespace jitterscope {

struct DecodeProposal;
class FileStrip;
class ViewState;

class FileView : public QObject {
  Q_OBJECT
 public:
  /// All of them outlive this. Dialogs stand before `window`.
  FileView(SessionPort& session, ViewState& view, QWidget& window);

  /// Says what is read or shown; to be placed by the window, which owns it then.
  FileStrip* strip() const { return strip_; }
  /// A file is shown, else the call.
  bool shown() const { return !path_.empty(); }
  /// Its path; empty: the call is shown.
  const std::string& path() const { return path_; }
  /// Its name without folder and suffix, for names of other files; empty: the call is shown.
  QString base_name() const;

  /// Shows a trace, packet list or capture, or says why it cannot be: then nothing of what is shown has changed.
  void open(const QString& path);
  void ask_for_file();
  void close();
  /// The first of a drop's files that can be shown; empty: there is none.
  static QString first_file_of(const QMimeData& data);

  /// Follows what the session shows, once a tick. True: it is another file than before, or the call again.
  bool follow();
  /// After each new snapshot of what is shown: the axis ends at the present, or at the end of the file, of which the
  /// whole is seen when it is opened. `snapshot` may be null.
  void span_axis(const CallSnapshot* snapshot);

  /// What the session says of its streams; empty for a trace, all of which are shown.
  const std::vector<FileStreamChoice>& choices() const { return choices_; }
  /// With their figures, as far as they are known. Asking reads the file anew. Null: not yet, or no file is shown.
  std::shared_ptr<const FileStreams> streams();
  /// The stream whose packets are listed: the one that the user has chosen in the list, else the one that is shown.
  std::size_t chosen() const;
  void choose(std::size_t stream);
  /// Its packets; null: not yet.
  std::shared_ptr<const StreamPackets> packets();
  /// In the panels, with those of its time that go with it.
  void show_stream(std::size_t stream);
  /// Plays its sound, in place of another's: from cursor A where that lies within the stream, else from its beginning.
  /// Meanwhile cursor A is where it is heard; who moves it hears on from there.
  void play(std::size_t stream);
  /// Cursor A stays where it was heard last, and play() goes on from there.
  void stop_playing();
  /// The stream that is played or about to be.
  std::optional<std::size_t> playing() const { return playing_; }
  /// Asks how a payload type, or what goes from or to a port, is to be read in the file that is shown. `carries`, and
  /// its clock: as it is read now; empty: nobody knows.
  void ask_decode_as(int type, const QString& carries = {}, std::optional<double> clock_hz = {});
  /// The same by the menu, which is about the file that could not be shown last, where that was the last one tried.
  void ask_decode_as();
  bool can_decode() const { return shown() || !refused_.isEmpty(); }

  /// Puts `path` first among the recent files.
  void note_recent(const QString& path);

 signals:
  /// How opening a file went, where it failed.
  void failed(const ExportResult& result);
  /// Another file is shown: the sentence that failed() told is no longer news.
  void mended(const QString& sentence);
  void recent_changed();

 private:
  void ask_decode_as(const QString& path, const DecodeProposal& proposal);
  void give_up();
  void take_choices();
  std::function<void(ExportResult)> when_read(const QString& path, std::function<void()> done);
  void tell_news();
  std::optional<std::pair<double, double>> short_span_of(std::size_t stream) const;
  void follow_playing();
  void end_playing(const ExportResult& result);
  void forget_streams();
  void measure_whole(bool whole);
  QString folder() const;

  SessionPort& session_;
  ViewState& view_;
  QWidget& window_;
  FileStrip* strip_;
  std::string path_;
  QStringList complaints_;                 // what failed() said, until a file is shown
  QString refused_;                        // could not be shown, since when nothing else was
  std::vector<FileStreamChoice> choices_;  // as last opened
  std::optional<std::size_t> chosen_;
  std::optional<std::pair<double, double>> bring_in_sight_;  // s, once the stream that was chosen is there
  // As somebody was given them last; absent: nobody asks.
  std::optional<std::shared_ptr<const FileStreams>> streams_given_;
  std::optional<std::shared_ptr<const StreamPackets>> packets_given_;
  std::optional<std::size_t> playing_;
  std::optional<double> played_from_, heard_at_;  // cursor A when it was begun, and as it was set while it is played
  std::optional<MeasureWindow> of_call_;          // what figures of the call were of, until a file was shown
};

}  // namespace jitterscope
