#pragma once
// The window: one look for everything (panels, controls, shared time axis), fed by polling the session. Figures and
// plots are drawn at most 25 times a second, pictures when they are due. GUI thread.
#include <array>

#include <QElapsedTimer>
#include <QMainWindow>
#include <QMessageBox>
#include <QTimer>

#include "ui/compare/compared_stretches.h"
#include "ui/main_window/held_ghost.h"
#include "ui/main_window/layouts.h"
#include "ui/panels/panel.h"
#include "ui/plots/view_state.h"
#include "ui/quality_settings.h"
#include "ui/session_port.h"
#include "ui/theme.h"
#include "ui/widgets/docks.h"

namespace jitterscope {

class AudioFormatControl;
class CallBar;
class ConditionsControl;
class DemonstrationPanel;
class DemonstrationStrip;
class FileView;
class FormatControl;
class JitterPanel;
class LevelBar;
class NoticeBoard;
class BannerRow;
class PlayoutControl;
class PresenterStrip;
class PriorityControl;
class QualityVerdictLine;
class RateControl;
class RatePanel;
class Readouts;
class OtherSettings;
class ReceptionControl;
class ShapingControl;
class SourceControl;
class StartPage;
class StatusLine;
class TimeLine;
class VideoView;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  /// `session` must outlive the window.
  explicit MainWindow(SessionPort& session, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// One tick: polls the session and draws what changed. Called by a timer every 40 ms.
  void refresh();
  /// Takes and paints new pictures. Called when there are some.
  void take_pictures();
  /// Of panels and readouts, since the window was made.
  std::int64_t draws() const { return draws_; }
  ViewState& view() { return view_; }
  /// Panels that are behind tabs of the analyst's layout and open; the one of them in sight, null = none.
  std::vector<Panel*> open_tabs() const;
  Panel* front_tab() const;
  /// In front of those that share its place.
  void show_panel(Panel* panel);
  void set_layout(Layout layout);
  /// What the user may begin with, in place of everything; it goes when something has begun.
  void show_start_page(bool shown);

  /// A sentence in the window, until it is dismissed, and among its notices.
  void tell(const QString& sentence);
  /// Shows a trace, packet list or capture in place of the call, or says why it cannot be.
  void open_file(const QString& path);
  FileView& files() { return *files_; }

 signals:
  void layout_changed();

 protected:
  void closeEvent(QCloseEvent*) override;
  void changeEvent(QEvent*) override;
  void dragEnterEvent(QDragEnterEvent*) override;
  void dropEvent(QDropEvent*) override;
  void keyPressEvent(QKeyEvent*) override;  // Escape leaves what is presented

 private:
  void build_layout();  // main_window_layout.cpp
  QWidget* build_left();
  void build_docks();
  void make_panels();
  QWidget* build_right();
  int widest_panel() const;
  int least_panel_width() const;
  std::set<const QWidget*> out_of_sight(const Panel* front) const;
  void show_part(QWidget* part);
  void make_room_for(const QWidget* part);
  bool cards_have_room() const;
  void show_or_hide_cards();
  int rows_with_room(Layout) const;
  int room_between() const;
  void take_rows();
  std::vector<const QWidget*> rows() const;
  QList<int>& row_heights();
  void share_room();
  void offer_other(bool);
  void share_width();
  void note_sizes();
  void enlarge(Panel*);  // in place of all panels; the same again gives them back
  void give_back();
  bool room_for_both() const;
  void keep_layout() const;
  void ask(const QString& name, const QString& title, const QString& words,
           const std::pair<QMessageBox::StandardButton, QString>& yes, const QString& no,
           const std::function<void()>& act);
  void ask_to_leave();
  void ask_to_discard();
  void restore_layout();
  void build_file_menu();  // main_window_files.cpp
  void list_recent_files();
  void show_file();
  void build_start_page();  // main_window_start.cpp
  QWidget* build_lesson_line();
  void begin_demo_call(std::optional<DemonstrationKind> then);
  void demo_call_begun(const ExportResult& result, std::optional<DemonstrationKind> then, bool takes_layout);
  void demonstrate(DemonstrationKind kind);
  bool can_demonstrate() const;
  void leave_start_page();
  void follow_demo_call(CallStage before, bool told);
  void space_pressed();
  void choose_theme(Theme theme);  // main_window_present.cpp
  void set_presenting(bool on);
  void show_presented(Panel* wanted = nullptr);
  bool presenting() const { return before_presenting_.has_value(); }
  bool has_demonstration() const;
  bool has_compared() const;
  void open_what_has_something();
  void take_stretch(ComparedStretches::Part part);
  void show_demonstration();
  void stop_demonstration();
  void build_notices();
  void build_menus();  // main_window_menus.cpp
  void build_conditions_menu();
  void build_labs_menu();
  void show_labs();
  void build_link_menu(QMenu&);
  void build_rate_menu(QMenu&);
  void build_view_menu();
  void build_measures_menu(QMenu&);
  void build_panels_menu(QMenu&);
  void build_looks_menu(QMenu&);
  void build_layout_menu(QMenu&);  // main_window_arrange.cpp
  void list_own_layouts();
  void ask_for_layout_name();
  void take_own_layout(const QString& name);
  void set_arranging(bool);
  void set_own();
  QAction* add_action(class QMenu&, const QString& text, const QKeySequence& key, std::function<void()> act);
  QAction* add_choice(QMenu&, const QString& text, const QKeySequence& key, std::function<void()> act);  // checkable
  void show_call();
  bool in_or_before_call() const { return state_.stage != CallStage::kIdle && state_.stage != CallStage::kEnded; }
  void show_whose();
  void show_settings();
  void show_recording(const TraceState&);
  void copy_to_player(bool);
  void state_interests();
  Duration pixel_time() const;
  bool has_views(const Panel&) const;
  void draw_panels();
  void show_times();
  void export_session(const ExportFormat&);
  void ask_for_report();
  QString call_words() const;
  void ask_for_plain_rtp();
  void place_marker();
  void hold_or_let_go();

  SessionPort& session_;
  ViewState view_;
  QualitySettings quality_;
  ComparedStretches compared_{session_, view_};
  AnalysisQuery query_;  // as sent
  Interests interests_;  // as sent
  HeldGhost ghost_{view_};
  std::shared_ptr<const CallSnapshot> snapshot_,
      call_,       // what the panels show; the call's, also while they show a file
      over_call_;  // the newest while no call was up: of a call before
  CallState state_;
  bool view_changed_ = true;
  int ticks_ = 0;
  std::int64_t draws_ = 0, drawn_before_ = 0;  // when draws_per_second_ was counted last
  LinkSettings link_;
  QString link_words_;         // of link_
  std::string demonstration_;  // its state when last seen
  std::string recorded_;       // being written now
  std::string unasked_trace_;  // recorded since the call began, by itself; empty = none
  QElapsedTimer drawn_since_;
  bool leaving_ = false;                            // the user has said so
  bool forgotten_ = false;                          // what would be kept at the end
  bool starting_demo_ = false, demo_call_ = false;  // the other end is being started; it is called, or in the call
  std::optional<double> draws_per_second_;          // absent in the first second
  QTimer redraw_{this};

  CallBar* call_bar_;
  NoticeBoard* notices_;
  BannerRow* banner_row_;  // the status line's, in which notices stand
  VideoView* video_;
  LevelBar *microphone_, *speaker_;
  QWidget* meters_;
  QLabel* figures_of_;  // heads the figures of a file
  Readouts* readouts_;
  ShapingControl* shaping_;
  PriorityControl* priority_;
  SourceControl* sources_;
  FormatControl* format_;
  AudioFormatControl* audio_format_;
  ReceptionControl* reception_;
  OtherSettings* other_;
  ConditionsControl* conditions_;
  DemonstrationStrip* demonstrating_;
  QWidget* lesson_;  // what can be shown in a demo call
  StartPage* start_page_;
  FileView* files_;
  PlayoutControl* playout_;
  RateControl* rate_control_;
  QualityVerdictLine* verdict_;
  TimeLine* time_line_;
  StatusLine* status_;
  Docks* docks_;
  WindowParts parts_;
  Layout layout_ = Layout::kAnalyst;
  bool lecture_folds_ = false;  // how rate control decides, until a layout that is none
  // Heights of the analyst's rows (jitter, compensation, tabs) by the room of the tab in front, and widths of
  // compensation and region, as last left.
  std::array<QList<int>, 4> heights_{{{190, 250, 210}, {176, 176, 302}, {190, 0, 470}, {}}};
  QList<int> heights_of_two_{190, 330}, widths_{330, 338};
  int rows_ = 3;                      // of panels above each other
  std::optional<bool> cards_wanted_;  // by the user; else where there is width for them
  bool both_have_room_ = true, side_by_side_ = false;
  JitterPanel* jitter_ = nullptr;
  RatePanel* rate_ = nullptr;
  Panel *compensation_ = nullptr, *region_ = nullptr;
  DemonstrationPanel* demonstration_panel_ = nullptr;
  Panel *compare_panel_ = nullptr, *large_ = nullptr;  // large: in place of all
  Arrangement before_large_;
  struct BeforePresenting {
    double zoom;
    Qt::WindowStates states;
    QSize size;
    Layout layout;
    int rows;
    std::optional<bool> cards_wanted;
    Arrangement arrangement;
    Theme theme;
    bool start_page;   // was shown
    bool tests_shown;  // of rate control
    bool lecture_folds;
  };
  std::optional<BeforePresenting> before_presenting_;
  PresenterStrip* presenter_;
  const Panel* before_ = nullptr;  // the tab in front, or that was
  bool had_demonstration_ = false;
  bool region_chosen_ = false;  // where there is room for one of compensation and region
  std::vector<Panel*> panels_;
  QAction *show_cards_ = nullptr, *follow_ = nullptr, *hold_ = nullptr, *record_ = nullptr, *mute_ = nullptr,
          *type_address_ = nullptr, *hang_up_ = nullptr, *accept_ = nullptr, *decline_ = nullptr, *copy_ = nullptr,
          *stop_demonstration_ = nullptr, *close_file_ = nullptr, *dont_record_ = nullptr, *anonymous_ = nullptr,
          *arrange_ = nullptr, *take_calls_ = nullptr, *present_ = nullptr;
  QMenu *recent_files_ = nullptr, *own_layouts_ = nullptr;
  QList<QAction*> demonstrate_, own_layout_actions_, exports_;
};

}  // namespace jitterscope
