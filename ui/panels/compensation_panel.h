#pragma once
// The jitter compensation curve (claypool98 Fig 16) of what is received, live: what each ms of buffering would cost, the
// optimum, and what every playout policy makes of the same arrivals.
#include "ui/panels/panel.h"

namespace jitterscope {

class CompensationPanel : public Panel {
  Q_OBJECT
 public:
  explicit CompensationPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }

 signals:
  void wanted_playout(Medium, PlayoutSetting);  // by the user: "use it"
};

}  // namespace jitterscope
