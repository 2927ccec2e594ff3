#pragma once
// The threads of this end: class asked for beside the class the kernel gives, processor, wake latency; drops of rings.
#include "ui/panels/figure_table.h"
#include "ui/panels/panel.h"

namespace jitterscope {

class ThreadsPanel : public Panel {
 public:
  explicit ThreadsPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }
  const FigureTable& threads() const { return *threads_; }

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  FigureTable *threads_, *rings_;
};

}  // namespace jitterscope
