#pragma once
// Rate and loss of audio and video, a value a second, received locally or by the remote.
#include "ui/panels/panel.h"
#include "ui/plots/time_plot.h"

namespace jitterscope {

class RatesPanel : public Panel {
 public:
  explicit RatesPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kMoving}, {ViewKind::kReported, kRead}, {ViewKind::kLog, kRead}};
  }
  void write_csv(QTextStream&) const override;
  const TimePlot& rate() const { return *rate_; }

 private:
  TimePlot *rate_, *loss_;
};

}  // namespace jitterscope
