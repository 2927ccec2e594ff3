#pragma once
// How long the intervals are: histogram or cumulative distribution of both media in their colours, the held ones dashed
// grey; axes linear or logarithmic. GUI thread.
#include <array>
#include <memory>

#include "ui/plots/value_plot.h"
#include "ui/words/csv_table.h"

namespace jitterscope {

struct HistogramBin;
struct MeasuresView;

class DistributionPlot : public ValuePlot {
 public:
  enum class Kind { kHistogram, kCumulative };
  DistributionPlot(ViewState&, Kind, QWidget* parent = nullptr);

  using Pair = std::array<std::shared_ptr<const MeasuresView>, 2>;  // audio, video; null = none
  /// Does nothing when neither these nor the axes changed.
  void show_measures(const Pair& now, const Pair& held, bool logarithmic);
  bool logarithmic() const { return logarithmic_; }
  /// Points drawn of a medium (0 audio, 1 video), held or not.
  int points_shown(int medium, bool held = false) const;
  CsvTable table() const;

 protected:
  QStringList values_at(double ms) const override;
  void restyle() override;

 private:
  void fill(QCPGraph&, const MeasuresView*);
  void span_axes();
  const std::vector<HistogramBin>& bins_of(const MeasuresView&) const;

  Kind kind_;
  bool logarithmic_ = false;
  Pair now_, held_;
  std::array<QCPGraph*, 2> graphs_, held_graphs_;
};

}  // namespace jitterscope
