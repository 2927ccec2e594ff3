#include "ui/widgets/window_chooser.h"

#include <QAbstractButton>

#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/typed_span.h"

namespace jitterscope {

WindowChooser::WindowChooser(ViewState& view, QWidget* parent)
    : Segments({"10 s", "60 s", "15 min", Tr::tr("whole"), Tr::tr("selection")}, Tr::tr("Time measured"), parent) {
  for (int i = 0; i < 3; ++i) set_tip(i, Tr::tr("What came last; slides with the call"));
  for (auto* button : findChildren<QWidget*>()) use_small_font(button);
  set_tip(3, Tr::tr("Since the call began"));
  set_tip(4, Tr::tr("The time you selected: drag over a time plot with Shift held"));
  connect(this, &Segments::chosen, this, [&view](int index) { view.set_window(static_cast<MeasureWindow>(index)); });
  connect(&view, &ViewState::changed, this, [this, &view] { follow_view(view); });
  follow_view(view);
}

void WindowChooser::follow_view(const ViewState& view) {
  set_current(static_cast<int>(view.query().window));
  set_choice_enabled(static_cast<int>(MeasureWindow::kSelection), view.has_selection());
}

QString stretch_words(const AnalysisQuery& query) {
  switch (query.window) {
    case MeasureWindow::k10s: return Tr::tr("last 10 s");
    case MeasureWindow::k60s: return Tr::tr("last 60 s");
    case MeasureWindow::k15min: return Tr::tr("last 15 min");
    case MeasureWindow::kWhole: return Tr::tr("whole call");
    case MeasureWindow::kSelection: return span_text(query.selection_s.first, query.selection_s.second);
  }
  return {};
}

}  // namespace jitterscope
