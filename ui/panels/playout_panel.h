#pragma once
// What the playout of the received sound and picture does now, and what each policy would make of the same arrivals.
#include "ui/panels/panel.h"

namespace jitterscope {

class PlayoutPanel : public Panel {
 public:
  explicit PlayoutPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }
};

}  // namespace jitterscope
