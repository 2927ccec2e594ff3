#pragma once
// Departures and arrivals of the packets of the last frames side by side: the shape of strategies A, B and C.
#include "ui/panels/panel.h"
#include "ui/plots/packet_plot.h"
#include "ui/plots/slow_range.h"

class QLabel;

namespace jitterscope {

class PacketsPanel : public Panel {
 public:
  explicit PacketsPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  const PacketPlot& departures() const { return *departures_; }
  const PacketPlot& arrivals() const { return *arrivals_; }

 private:
  PacketPlot *departures_, *arrivals_;
  SlowRange span_{20};
};

}  // namespace jitterscope
