#pragma once
// The two tables of crowcroft92 of the stretch of time chosen: moments of the interarrival time, and how often and how
// far apart intervals exceed the mean by 1, 2, 3 standard deviations; beside the two tests the paper prints.
#include "ui/panels/panel.h"
#include "ui/panels/parts/measures_reading.h"
#include "ui/widgets/figure_table.h"

class QBoxLayout;

namespace jitterscope {

class StatisticsPanel : public Panel {
 public:
  explicit StatisticsPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {asked(ViewKind::kMeasures)}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }
  const FigureTable& moments() const { return *moments_; }
  const FigureTable& exceedances() const { return *exceedances_; }

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void fill(FigureTable&, int column, const MeasuresView*) const;

  QBoxLayout* tables_;
  FigureTable *moments_, *exceedances_;
  MeasuresPair shown_;
};

}  // namespace jitterscope
