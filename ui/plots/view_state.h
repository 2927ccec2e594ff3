#pragma once
// What the viewer looks at, shared by all panels: the visible part of the time axis, whose reception is shown, the held
// (ghost) snapshot, and what is to be computed (window, selected time, reference). GUI thread.
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <QObject>
#include <QString>

#include "core/measures/views/analysis_query.h"

namespace jitterscope {

struct CallSnapshot;

enum class Side { kLocal, kRemote };
/// A is the moment that plots and lists point at; from it time is measured to B.
enum class Cursor { kA, kB };

class ViewState : public QObject {
  Q_OBJECT
 public:
  /// The newest time there is, seconds since the call began. A smaller one than before starts a new call's axis.
  void set_end(double end_s);
  double end() const { return end_; }
  double from() const { return from_; }
  double to() const { return from_ + length_; }
  bool following() const { return following_; }
  /// A file is shown, which does not grow: nothing is held.
  bool shows_file() const { return shows_file_; }
  void set_shows_file(bool shown) { shows_file_ = shown; }
  /// What is shown is over, a file or a call that has ended: it has no present, and its last second is cut off.
  bool over() const { return shows_file_ || call_over_; }
  void set_call_over(bool over);
  /// Grows when scales are to begin anew: another file, back to the call, or a double click.
  int scale_epoch() const { return scale_epoch_; }
  void reset_scales();

  void follow(bool on);
  void zoom(double factor, double around_s);  // wheel; the right edge stays at the present while following
  void pan(double seconds);                   // holds
  void show(double from_s, double to_s);      // holds
  /// The whole axis as it is now; what is followed is followed on.
  void show_all();
  void reset();  // the last minute, following

  Side side() const { return side_; }
  void set_side(Side);
  const std::shared_ptr<const CallSnapshot>& held() const { return held_; }
  void hold_ghost(std::shared_ptr<const CallSnapshot>);  // null lets it go

  /// Sent to the session by the main window when it changes.
  const AnalysisQuery& query() const { return query_; }
  void set_query(const AnalysisQuery&);
  void set_window(MeasureWindow);
  /// The window in force, or while time is selected the one that will be when it no longer is. Never kSelection.
  MeasureWindow sliding_window() const;
  void set_sliding_window(MeasureWindow);
  /// The selected time: a band on all time plots, and the stretch that measures are of.
  bool has_selection() const { return query_.selection_s.first < query_.selection_s.second; }
  void select(double from_s, double to_s);
  void clear_selection();

  /// A moment of the axis, s; absent: there is none. One that is out of sight is brought into it if asked for.
  const std::optional<double>& cursor(Cursor which) const { return cursors_[static_cast<std::size_t>(which)]; }
  void set_cursor(Cursor which, std::optional<double> at_s, bool bring_in_sight = true);

  /// Two stretches of what is shown that are compared, before and after, s; absent: none of it is.
  using ComparedSpans = std::array<std::optional<std::pair<double, double>>, 2>;
  const ComparedSpans& compared() const { return compared_; }
  void set_compared(const ComparedSpans& spans);

  /// A file is shown: the axis ends at its end and stays.
  void show_whole(double end_s);

  void touch() { emit changed(); }  // something about the view wants drawing with the next tick

  /// The wall clock at second 0, ms since 1970; absent where nobody knows.
  void set_began(std::optional<std::int64_t> ms) { began_ = ms; }
  /// Which call or file it is, for names of files.
  const QString& call_words() const { return call_words_; }
  void set_call_words(const QString& words) { call_words_ = words; }
  /// Says where a file that is written now comes from, as JSON for a file beside it; empty: that is not told.
  std::string provenance() const { return provenance_ ? provenance_() : std::string(); }
  void set_provenance(std::function<std::string()> provenance) { provenance_ = std::move(provenance); }
  /// The file that is shown, or the recording of the call, whose second 0 is that of the axis; empty: it is not
  /// recorded. `options`: of the command line, by which it is read, with a blank before each.
  void set_recording(const std::string& path, const std::string& options);
  /// What prints figures of the selected time or of a whole file: "jitterscope analyze call.jscope --from 10 --to 40".
  /// Empty where nothing does: a call that is up has no end to name, and its recording may be of a part.
  QString analyze_command() const;
  /// A time of the axis and, where it is known, the wall clock then: "02:31.5  ·  14:02:31". For tooltips.
  QString time_words(double at_s) const;

 signals:
  void changed();  // the axis, the side, the ghost or the query
  void following_changed(bool);

 private:
  double from_ = 0, length_ = 60, end_ = 0;
  bool following_ = true, shows_file_ = false, call_over_ = false;
  int scale_epoch_ = 0;
  Side side_ = Side::kLocal;
  AnalysisQuery query_;
  MeasureWindow unselected_ = AnalysisQuery{}.window;  // in force before a time was selected
  std::array<std::optional<double>, 2> cursors_;
  ComparedSpans compared_;
  std::optional<std::int64_t> began_;
  QString call_words_;
  std::function<std::string()> provenance_;
  std::string recording_, reading_options_;
  std::shared_ptr<const CallSnapshot> held_;
};

}  // namespace jitterscope
