#pragma once
// The threads of this end: class asked for beside the class the kernel gives, use of the processor, wake-up latency and
// waits in the run queue, in figures and over time; drops of rings.
#include "ui/panels/panel.h"
#include "ui/plots/time_plot.h"
#include "ui/widgets/figure_table.h"

class QStackedWidget;

namespace jitterscope {

enum class ThreadRole : std::uint8_t;

class ThreadsPanel : public Panel {
 public:
  explicit ThreadsPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kThreads, kRead}, {ViewKind::kLog, kRead}}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kBelowFirst; }
  const FigureTable& threads() const { return *threads_; }
  /// Of the rows that are selected, else the media threads.
  std::vector<ThreadRole> drawn_roles() const;

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void build_table();
  void build_plots();
  void fill_table(const CallSnapshot&);
  void fill_rings(const CallSnapshot&);
  void draw_plots(const CallSnapshot&);

  QStackedWidget* tables_;
  FigureTable *threads_, *rings_;
  ReadingLine* legend_;
  TimePlot *wakes_, *waits_;
  std::shared_ptr<const CallSnapshot> drawn_;
};

}  // namespace jitterscope
