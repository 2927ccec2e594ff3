#pragma once
// Interarrival time and jitter of audio and video over the shared time axis, received here or received there.
#include "ui/panels/panel.h"
#include "ui/plots/time_plot.h"

namespace jitterscope {

class JitterPanel : public Panel {
 public:
  explicit JitterPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  const TimePlot& interarrival() const { return *interarrival_; }
  const TimePlot& jitter() const { return *jitter_; }

 private:
  void draw_here(const CallSnapshot&);
  void draw_there(const CallSnapshot&);
  void draw_held();

  TimePlot *interarrival_, *jitter_;
};

}  // namespace jitterscope
