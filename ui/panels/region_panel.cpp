#include "ui/panels/region_panel.h"

#include <QTextStream>

namespace jitterscope {

RegionPanel::RegionPanel(ViewState& view_state, QualitySettings& settings, QWidget* parent)
    : Panel(view_state, "Region", "", parent), settings_(settings) {}

void RegionPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  shown_ = snapshot;
  show_empty("Where sound and picture stand in the space of latency, jitter and loss appears here once a call is up.");
}

void RegionPanel::redraw() {}
void RegionPanel::write_csv(QTextStream&) const {}
void RegionPanel::resizeEvent(QResizeEvent* event) { Panel::resizeEvent(event); }

}  // namespace jitterscope
