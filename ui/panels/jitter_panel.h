#pragma once
// Interarrival time and jitter of audio and video: over the shared time axis (received locally or by the remote), and
// as histogram, cumulative distribution and box plots of the stretch of time chosen (received here).
#include "ui/panels/panel.h"
#include "ui/panels/parts/rows_in_time.h"
#include "ui/plots/box_plots.h"
#include "ui/plots/distribution_plot.h"
#include "ui/plots/time_plot.h"

class QAbstractButton;
class QStackedWidget;

namespace jitterscope {

class FileView;

class JitterPanel : public Panel {
 public:
  /// `files`: whose single packets are shown where little time is seen; null: none are.
  explicit JitterPanel(ViewState&, FileView* files = nullptr, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kMoving},
            {ViewKind::kReported, kRead},
            {ViewKind::kLog, kRead},
            asked(ViewKind::kMeasures)};
  }
  void write_csv(QTextStream&) const override;

  enum class Mode { kSeries, kHistogram, kCumulative, kBoxes };
  Mode mode() const { return mode_; }
  void choose(Mode);
  const TimePlot& interarrival() const { return *interarrival_; }
  const TimePlot& jitter() const { return *jitter_; }
  const DistributionPlot& histogram() const { return *histogram_; }
  const DistributionPlot& cumulative() const { return *cumulative_; }
  const BoxPlots& boxes() const { return *boxes_; }

 private:
  QWidget* build_series();
  QWidget* build_tools();
  void draw_distribution(const CallSnapshot&);
  void draw_local(const CallSnapshot&);
  void draw_departures(const CallSnapshot&);
  void draw_remote(const CallSnapshot&);
  void draw_packets(bool departures);
  void draw_held();

  FileView* files_;
  RowsInTime rows_;  // of the packets that are shown one by one
  Mode mode_ = Mode::kSeries;
  TimePlot *interarrival_, *jitter_;
  DistributionPlot *histogram_, *cumulative_;
  BoxPlots* boxes_;
  Segments *modes_, *side_;
  QWidget* tools_;
  QStackedWidget* pages_;
  QAbstractButton *logarithmic_, *remedy_;
};

}  // namespace jitterscope
