#pragma once
// A plot over the shared time axis. Wheel zooms, drag pans, shift-drag selects the time that is measured (shaded), a
// click sets cursor A, with Ctrl cursor B, double click resets, a right click offers the cursors; the pointer shows
// values. Only the visible part of a
// series is handed to the drawing. GUI thread.
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <qcustomplot.h>

#include "core/measures/views/stream_snapshot.h"
#include "ui/plots/items/compared_shades.h"
#include "ui/plots/items/cursor_lines.h"
#include "ui/plots/items/shade_item.h"
#include "ui/plots/items/spike_marks.h"
#include "ui/plots/painted_plot.h"
#include "ui/plots/slow_range.h"
#include "ui/plots/view_state.h"
#include "ui/theme.h"
#include "ui/words/csv_table.h"

class QRubberBand;

namespace jitterscope {

struct MarkRow;

inline const std::vector<SeriesPoint> kNoPoints;

class EnvelopeBand;

class TimePlot : public PaintedPlot {
  Q_OBJECT
 public:
  /// `least_top`: the axis never ends below this value of `unit`.
  TimePlot(ViewState&, const QString& quantity, const QString& unit, double least_top, QWidget* parent = nullptr);

  int add_series(const QString& name, Hue, Qt::PenStyle = Qt::SolidLine);
  /// A filled band of a stack; an envelope from what lies below it to its own top. Its thickness is its value.
  int add_layer(const QString& name, std::function<QColor()> colour);
  /// Logarithmic, from `lowest` (above 0) up; what is smaller is drawn there. Before the first draw().
  void set_log_axis(double lowest);
  void set_steps(int series);  // a value holds until the next one
  /// May leave the plot at its top: the axis follows the others.
  void set_out_of_reach(int index) { series_[static_cast<std::size_t>(index)].out_of_reach = true; }
  void set_fixed_axis(double low, double high) { fixed_ = QCPRange(low, high); }
  /// A further line of the tooltip at that time; empty = nothing to say.
  void set_words_at(std::function<QString(double at_s)> words) { words_at_ = std::move(words); }
  void set_quantity(const QString&);  // a soft hyphen says where it may be broken
  void set_time_labels(bool shown);   // the upper plots of a stack leave them out
  /// Where a value is NaN, or nothing came for much longer than just before and after, the line is broken.
  void set_points(int series, const std::vector<SeriesPoint>&);
  void set_envelope(int series, const std::vector<EnvelopeSlot>&);
  /// A value each packet, as points, and when packets that did not come should have, as × at the lower edge. Until the
  /// series is given its values otherwise.
  void set_packets(int series, const std::vector<SeriesPoint>&, const std::vector<double>& lost_at_s);
  void set_held(int series, std::optional<double> level);  // grey dashed level
  struct Limit {                                           // a level that is no data
    double level;
    QString label;
  };
  /// Purple lines with labels. One far above everything drawn does not stretch the axis and is not shown.
  void set_limits(const std::vector<Limit>& limits) { limits_ = limits; }
  /// The axis spans the data alone, at least `least_span` of them, and need not hold 0.
  void set_free_axis(double least_span) { least_span_ = least_span; }
  /// Takes the visible range and redraws once, when the event loop comes round. The axis grows at once and shrinks
  /// slowly; it begins anew with ViewState::scale_epoch(), and of a file it is always that of what is visible. A few
  /// values far above all others do not stretch it (scale_top()): they are marked at its upper edge.
  void draw(const std::vector<MarkRow>& marks);
  /// Visible data, as csv_of_times().
  CsvTable table() const;
  int points_shown(int series) const;
  bool shows_selection() const { return selected_->visible(); }
  /// What is said of values above the axis, from left to right.
  QStringList spike_words() const { return spikes_.words(); }

 protected:
  void wheelEvent(QWheelEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void contextMenuEvent(QContextMenuEvent*) override;  // cursors, and the time between them
  void leaveEvent(QEvent*) override;
  void restyle() override;
  void resizeEvent(QResizeEvent*) override;

 private:
  struct Series {
    QString name;
    Hue hue;
    Qt::PenStyle style;
    EnvelopeBand* band;  // between the two: the envelope
    QCPGraph *upper, *lower;
    QCPItemLine* held;
    std::vector<EnvelopeSlot> visible;
    std::function<QColor()> layer;  // empty: a line
    bool steps = false, out_of_reach = false;
    QCPGraph* lost = nullptr;  // made when there are some
    double low_of(const EnvelopeSlot& slot) const { return layer ? slot.max - slot.min : slot.min; }
    double high_of(const EnvelopeSlot& slot) const { return layer ? slot.max - slot.min : slot.max; }
  };
  void set_margins();
  void label_axis();
  void fill(Series&);
  void show_as_points(Series&, bool);
  void span_axis();
  void place_limits();
  void place_spikes();
  void show_selection();
  void show_marks(const std::vector<MarkRow>&);
  double seconds_at(double x) const { return xAxis->pixelToCoord(x); }
  void show_value_at(const QPoint&);

  ViewState& view_;
  QString quantity_, unit_;
  SlowRange top_;
  SpikeMarks spikes_{*this};
  ComparedShades compared_{*this};
  CursorLines cursors_{*this};
  struct Span {
    double from, to;  // s
    bool operator==(const Span&) const = default;
  };
  std::optional<Span> drawn_;  // last
  bool was_held_ = false;
  int scale_epoch_ = 0;
  Side side_drawn_ = Side::kLocal;
  std::vector<Series> series_;
  std::vector<QCPItemLine*> marks_;
  std::vector<Limit> limits_;
  std::vector<std::pair<QCPItemLine*, QCPItemText*>> limit_items_;
  double lowest_ = 0, highest_ = 0;   // of what is visible
  std::optional<double> least_span_;  // of a free axis
  std::optional<QCPRange> fixed_;
  std::function<QString(double)> words_at_;
  std::optional<double> log_from_;
  double logarithmic_top_ = 10;
  int spanned_height_ = 0;
  QCPItemLine* pointer_;
  ShadeItem* selected_;
  std::optional<QPoint> drag_, select_, pressed_;
  std::optional<double> cursor_before_;  // A, before the click that may become a double one
  QRubberBand* band_;
};

}  // namespace jitterscope
