#pragma once
// One-way delay of both media as received here, with the error bound of the clock between the ends as a band.
#include "ui/panels/panel.h"
#include "ui/plots/time_plot.h"

namespace jitterscope {

class DelayPanel : public Panel {
 public:
  explicit DelayPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kMoving}, {ViewKind::kConditions, kRead}, {ViewKind::kLog, kRead}};
  }
  void write_csv(QTextStream&) const override;

 private:
  TimePlot* delay_;
};

}  // namespace jitterscope
