#include "ui/panels/compensation_panel.h"

namespace jitterscope {

CompensationPanel::CompensationPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, "Compensation", {}, parent) {}

void CompensationPanel::draw(const std::shared_ptr<const CallSnapshot>&) {
  show_empty("What each millisecond of buffering would cost appears here once a call is up.");
}

void CompensationPanel::write_csv(QTextStream&) const {}

}  // namespace jitterscope
