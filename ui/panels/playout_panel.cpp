#include "ui/panels/playout_panel.h"

namespace jitterscope {

PlayoutPanel::PlayoutPanel(ViewState& view_state, QWidget* parent) : Panel(view_state, "Playout", {}, parent) {}

void PlayoutPanel::draw(const std::shared_ptr<const CallSnapshot>&) {
  show_empty("What the playout of sound and picture does appears here once a call is up.");
}

void PlayoutPanel::write_csv(QTextStream&) const {}

}  // namespace jitterscope
