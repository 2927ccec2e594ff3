// A toy: how many packets have come, in a panel.
#include <QLabel>
#include <QTextStream>
#include <QVBoxLayout>

#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kToyPanelDefinition =
    "<p><b>Packets</b>: those that have come since the call began. <i>RFC 3550.</i></p>";

class ToyPanel : public Panel {
 public:
  explicit ToyPanel(ViewState& view) : Panel(view, "Toy", kToyPanelDefinition) {
    auto* column = new QVBoxLayout(body());
    column->addWidget(count_ = new QLabel);
    count_->setAccessibleName("Packets that have come");
  }

  void draw(const std::shared_ptr<const CallSnapshot>& snapshot) override {
    if (!snapshot) return show_empty("Once a call is up, the number of packets that have come appears here.");
    show_body();
    for (const Medium medium : kMedia)
      packets_[static_cast<std::size_t>(medium)] = snapshot->received(medium).figures.packets;
    count_->setText("Audio " + count_text(packets_[0]) + ", video " + count_text(packets_[1]));
    set_reading({{std::nullopt, count_->text()}});
    set_span("whole call");
  }
  void write_csv(QTextStream& out) const override {
    out << "medium,packets\naudio," << packets_[0] << "\nvideo," << packets_[1] << "\n";
  }

 private:
  QLabel* count_;
  std::array<std::int64_t, 2> packets_{};
};

}  // namespace

PanelDefinition toy_panel() {
  return tab_panel<ToyPanel>(900);
}

}  // namespace jitterscope
