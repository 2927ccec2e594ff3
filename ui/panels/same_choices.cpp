#include "ui/panels/same_choices.h"

#include <QAbstractButton>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QTableWidget>

#include "ui/panels/panel.h"
#include "ui/plots/curve_plot.h"
#include "ui/plots/value_plot.h"
#include "ui/region/octant_view.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/segments.h"

namespace jitterscope {
namespace {

/// Of each widget of that kind in `from` the one that stands at its place in `to`.
template <typename Kind, typename Take>
void for_pairs(Panel& to, const Panel& from, Take take) {
  const auto wanted = to.findChildren<Kind*>();
  const auto shown = from.findChildren<Kind*>();
  for (qsizetype i = 0; i < std::min(wanted.size(), shown.size()); ++i) take(*wanted[i], *shown[i]);
}

void take_button(QAbstractButton& to, const QAbstractButton& from) {
  const bool of_several = dynamic_cast<Segments*>(to.parentWidget());
  if (to.isCheckable() && to.isChecked() != from.isChecked() && (from.isChecked() || !of_several)) to.click();
}

/// What fields of numbers hold is taken from them.
void take_words(QLineEdit& to, const QLineEdit& from) {
  if (!qobject_cast<QAbstractSpinBox*>(to.parentWidget()) && to.text() != from.text()) to.setText(from.text());
}

void take_rows(QTableWidget& to, const QTableWidget& from) {
  for (const auto& index : from.selectionModel()->selectedRows())
    to.selectionModel()->select(to.model()->index(index.row(), 0),
                                QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

}  // namespace

void take_choices(Panel& to, const Panel& from) {
  for_pairs<QAbstractButton>(to, from, take_button);
  for_pairs<QDoubleSpinBox>(to, from, [](auto& field, const auto& shown) {
    if (field.value() != shown.value()) field.setValue(shown.value());
  });
  for_pairs<QLineEdit>(to, from, take_words);
  for_pairs<QTableWidget>(to, from, take_rows);
  for_pairs<RowTable>(to, from, [](auto& table, const auto& shown) { table.show_as(shown); });
  for_pairs<ValuePlot>(to, from, [](auto& plot, const auto& shown) { plot.zoom_as(shown); });
  for_pairs<CurvePlot>(to, from, [](auto& plot, const auto& shown) { plot.zoom_as(shown); });
  for_pairs<OctantView>(to, from, [](auto& space, const auto& shown) { space.turn_as(shown); });
}

std::unique_ptr<Panel> drawn_twin(const Panel& shown) {
  auto twin = shown.twin();
  if (!twin) return nullptr;
  twin->draw(shown.snapshot());
  take_choices(*twin, shown);
  return twin;
}

}  // namespace jitterscope
