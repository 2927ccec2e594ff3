#pragma once
// Departures and arrivals of the same video side by side, its last frames packet by packet: the shape of strategies A,
// B and C. Received locally: the remote's video; received by the remote: the own one, as the remote tells.
#include "core/measures/views/stretch.h"
#include "ui/panels/panel.h"
#include "ui/plots/packet_plot.h"
#include "ui/plots/slow_range.h"

namespace jitterscope {

class PacketsPanel : public Panel {
 public:
  explicit PacketsPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kReported, kRead}, {ViewKind::kLog, kRead}}; }
  void write_csv(QTextStream&) const override;
  const PacketPlot& departures() const { return *departures_; }
  const PacketPlot& arrivals() const { return *arrivals_; }

 private:
  struct Pair {  // of one stream
    std::vector<PacketDot> sent, received, sent_lost, received_lost;
  };
  Pair pair_of(const CallSnapshot&) const;
  void name_plots(const CallSnapshot&);
  Reading reading_of(const CallSnapshot&) const;
  std::optional<ReadingPart> lost_part(const CallSnapshot&) const;
  PacketPlot *departures_, *arrivals_;
  Side side() const { return only_left_ ? Side::kRemote : view().side(); }
  bool only_left_ = false;  // of the snapshot that is drawn: departures are all that is known
  Side drawn_side_ = Side::kLocal;
  std::optional<Stretch> drawn_stretch_;
  SlowRange span_{20};
  int scale_epoch_ = 0;
};

}  // namespace jitterscope
