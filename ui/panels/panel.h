#pragma once
// Every panel: title, reading, ⓘ definition with source, ⤓ export of what is visible, a body, and an empty state that
// says what will appear. Where the head has no room for reading and span they stand below it. A panel only draws a
// snapshot. GUI thread.
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

#include "core/measures/views/analysis_query.h"
#include "core/measures/views/interest.h"
#include "ui/plots/view_state.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/span_line.h"
#include "ui/words/reading_line.h"

class QHBoxLayout;
class QTextStream;
class QToolButton;

namespace jitterscope {

class RowTable;
struct CallSnapshot;

/// How often a view is wanted: of what moves with the time axis; of numbers, bars and curves that are read.
inline constexpr Duration kMoving = Duration::ms(40), kRead = Duration::ms(200);

class Panel : public QFrame {
  Q_OBJECT
 public:
  /// `definition` is rich text with its source.
  Panel(ViewState&, const QString& title, const QString& definition, QWidget* parent = nullptr);

  /// Draws the newest snapshot; null before the first call.
  void draw(const std::shared_ptr<const CallSnapshot>&);
  /// As drawn last.
  const std::shared_ptr<const CallSnapshot>& snapshot() const { return snapshot_; }
  /// What is visible as one table that spreadsheets and programs take in at once: one header without a name twice, rows
  /// of as many cells, no other line, a point as decimal sign. Several plots or tables are joined by write_tables().
  virtual void write_csv(QTextStream&) const = 0;
  /// The table that alone is what write_csv() writes, where it may have very many rows. Null: there is none.
  virtual const RowTable* long_table() const { return nullptr; }

  /// What it draws, by the query of the view: made only while the panel is visible.
  virtual Interests interests() const { return {}; }

  /// How much height a tab wants: as a plot, as a table, all but the first panel, or the whole centre.
  enum class Room { kPlot, kTall, kBelowFirst, kWhole };
  virtual Room room() const { return Room::kPlot; }
  /// It is there only while a file is shown.
  virtual bool only_with_file() const { return false; }
  QString title() const { return title_; }  // in English: tells it from the others
  QString shown_title() const { return Tr::tr(title_.toUtf8()); }
  QString definition() const { return definition_; }
  void set_title_shown(bool);  // not where a tab already says it
  QString reading() const { return reading_->text(); }
  /// Of which time the panel's figures are, said once in its header; empty while it is empty.
  QString span() const { return empty_sentence().isEmpty() ? span_->words() : QString(); }
  /// The sentence of the empty state, or nothing while the body is shown.
  QString empty_sentence() const { return stack_->currentWidget() == nothing_ ? empty_->text() : QString(); }
  /// Asks for a file without blocking. Proposed: panel, call and span.
  void export_visible();
  /// "call-20261126-160203-jitter-0-60s"
  QString proposed_name() const;
  /// Writes what is visible, by the path's suffix: .csv by write_csv, with PATH.provenance.json beside it; .svg, .pdf
  /// and .png by figure_page.h, of a twin on a light ground. How it went is said(): of very many rows later, and true
  /// means that they are being written (rows_saving.h).
  bool export_to(const QString& path);
  /// Another one over the same view, as none has chosen anything yet. Null: this one was made without a definition.
  std::unique_ptr<Panel> twin() const;
  void set_maker(std::function<Panel*()> maker) { maker_ = std::move(maker); }
  /// Makes it a picture of itself alone, for good: without frame, buttons and choosers, with the file behind its title
  /// and a name at each time axis. Again after draw(), which may bring a button back.
  void become_figure(const QString& file);
  /// Which call or file a figure is of, and the time in it where its span does not say that.
  QString figure_words() const;
  /// While empty: a button below the sentence that asks for a demo call, which brings what will be shown.
  void offer_demo(bool offered) { offer_->setVisible(offered); }
  /// A button that asks for the panel of that title in this one's place; none while empty.
  void show_other(const QString& title);
  /// px: the least that it would need without that button.
  int width_without_other() const;

 signals:
  void said(const QString& sentence, bool done);
  void other_wanted();
  void demo_wanted();
  /// room() has another answer than before.
  void room_changed();

 protected:
  virtual void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) = 0;
  /// Seconds up to the present that its figures are of where it has neither time axis nor choice of time; 0: all.
  virtual double recent_s() const { return 0; }
  QWidget* body() { return body_; }
  bool is_figure() const { return figure_; }
  virtual void leave_out_controls() {}  // of the body, when it becomes a figure: more than its buttons
  void set_reading(Reading reading);
  /// "last 10 s", of what is over "last 10 s of the call".
  QString recent_words(const QString& span) const { return view_.over() ? Tr::tr("%1 of the call").arg(span) : span; }
  /// "last 60 s", of what is over "last 60 s of the call"; "whole call", "00:10.0 – 00:20.0".
  QString measured_words(const AnalysisQuery&);
  /// "last 10 s", "whole call", "rates: last second": what is not said in a row's own name. `tip` where it is longer.
  void set_span(const QString& words, const QString& tip = {});
  /// Of figures that follow a selection: figures_span() of span_words.h. `tip`: of the usual words, which of measures
  /// that a call makes itself may be of the selection too.
  void set_figures_span(const CallSnapshot&, const QString& usual, const QString& tip = {},
                        const QString& of_stretch = QStringLiteral("%1"));
  /// `over`: the same of what is over, to which nothing will be added; else a sentence that names the panel.
  void show_empty(const QString& sentence, const QString& over = {});
  /// The same while a stretch is shown that holds nothing of it.
  void show_empty_in(const CallSnapshot&, const QString& sentence, const QString& over = {});
  void show_body();
  void add_to_header(QWidget*);
  void add_beside_title(QWidget*);
  /// By the query of the view.
  Interest asked(ViewKind kind) const { return {.view = kind, .period = kRead, .query = view_.query()}; }
  /// px: what its head needs without reading and span.
  int head_width() const;
  void set_most_reading_rows(int rows) { reading_->set_most_rows(rows); }
  Segments* add_side_switch();  // received locally | by the remote, shared by all panels
  ViewState& view() { return view_; }
  const ViewState& view() const { return view_; }

  void resizeEvent(QResizeEvent*) override;
  bool event(QEvent*) override;

 private:
  void show_definition();
  bool export_picture(const QString& path) const;
  bool save_rows(const QString& path, const QByteArray& made);
  void say_written(const QString& path, bool written);
  /// From and to, of what is shown.
  std::pair<double, double> seconds_shown() const;
  enum class Words { kInHead, kReadingBelow, kBothBelow };  // with the span, which stays in the head where it can
  Words words_with_room() const;
  void place_words(Words);
  /// What is below the head stays there until the panel's width changes: numbers move nothing up and down.
  void keep_words_whole() { place_words(std::max(words_, words_with_room())); }

  ViewState& view_;
  QString title_, definition_;
  QHBoxLayout *header_, *below_header_;
  int at_reading_ = 1;  // of the header
  bool figure_ = false;
  Words words_ = Words::kInHead;
  ReadingLine* reading_;
  QStackedLayout* stack_;
  QWidget* body_;
  std::shared_ptr<const CallSnapshot> snapshot_;
  std::optional<AnalysisQuery> measured_;  // of what was drawn last
  std::function<Panel*()> maker_;
  QLabel *name_, *empty_;
  QWidget* nothing_;  // holds the sentence of the empty state and the offer
  QPushButton* offer_;
  SpanLine* span_;
  QToolButton *other_, *save_;
};

}  // namespace jitterscope
