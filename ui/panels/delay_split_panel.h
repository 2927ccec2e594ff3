#pragma once
// Where the delay goes: bars of the last 10 s for both media, and the parts of one medium stacked over time.
#include "core/measures/views/delay_split_view.h"
#include "ui/panels/panel.h"
#include "ui/plots/time_plot.h"

class QStackedWidget;

namespace jitterscope {

class SplitBars;

class DelaySplitPanel : public Panel {
 public:
  explicit DelaySplitPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kSplit, kRead}, {ViewKind::kLog, kRead}}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kBelowFirst; }
  const SplitBars& bars() const { return *bars_; }
  QString unknown() const { return unknown_->text(); }  // why parts are missing

 private:
  void draw_bars(const CallSnapshot&);
  void draw_stack(const CallSnapshot&);
  Medium medium() const { return medium_->current() == 1 ? Medium::kAudio : Medium::kVideo; }
  const DelaySplitView* split(const CallSnapshot&, Medium) const;

  SplitBars* bars_;
  QLabel *legend_, *unknown_;
  Segments *medium_, *scale_;
  QStackedWidget* plots_;
  TimePlot *all_, *small_;  // every part in ms; operating system and network in µs
  std::shared_ptr<const CallSnapshot> drawn_;
};

}  // namespace jitterscope
