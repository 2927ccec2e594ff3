#include "ui/panels/statistics_panel.h"

#include <functional>

#include <QHeaderView>
#include <QVBoxLayout>

#include "core/measures/views/interarrival_report.h"
#include "core/measures/views/measures_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/widgets/window_chooser.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

constexpr auto kStatisticsPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>Statistics of the <b>interarrival time</b> x<sub>i</sub> = R<sub>i</sub> − R<sub>i−1</sub> of packets over the "
    "time chosen: n intervals, mean x̄, standard deviation σ (n − 1).</p>"
    "<p><b>Coefficient of variation</b> = σ / x̄. <b>Average deviation</b> = (1/n) Σ|x − x̄|. <b>Skew</b> = (1/n) Σ((x − "
    "x̄)/σ)³. <b>Kurtosis</b> = (1/n) Σ((x − x̄)/σ)⁴ − 3, so that a normal distribution has 0.</p>"
    "<p><b>Above n σ</b>: share of intervals longer than x̄ + n σ, that threshold, and the time between such intervals "
    "(smallest, mean, largest).</p>"
    "<p>Grey: tests 1 and 2 as printed, 10 000 and 60 000 packets of 180 B sent over the Internet of 1992. "
    "<i>Crowcroft 1992, Tables 2 – 7.</i></p>");

constexpr int kNarrowPanel = 640;  // px: one table above the other

using Cell = std::function<QString(const MeasuresView&)>;
struct StatisticsRow {
  QString name, tip;
  Cell cell;
  std::array<QString, 2> printed;  // tests 1 and 2
};

std::vector<StatisticsRow> make_moments() {
  using R = InterarrivalReport;
  const auto moment = [](std::optional<double> R::*of) -> Cell {
    return [of](const MeasuresView& measures) { return figure(measures.interarrival.*of); };
  };
  return {
      {Tr::tr("Intervals"),
       Tr::tr("Number of intervals n; the printed tests count the packets that arrived"),
       [](const MeasuresView& measures) { return count_text(measures.interarrival.n); },
       {count_text(9992), count_text(59'509)}},
      {Tr::tr("Mean (ms)"), Tr::tr("Mean x̄"), moment(&R::mean), {"22.027", "22.211"}},
      {Tr::tr("Variance (ms²)"), Tr::tr("Variance σ², with n − 1"), moment(&R::variance), {"525.071", "1567.838"}},
      {Tr::tr("Variation"), Tr::tr("Coefficient of variation σ / x̄"), moment(&R::cv), {"1.040", "1.783"}},
      {Tr::tr("Mean dev. (ms)"),
       Tr::tr("Average deviation (1/n) Σ|x − x̄|"),
       moment(&R::average_deviation),
       {"11.705", "14.978"}},
      {Tr::tr("Std dev. (ms)"), Tr::tr("Standard deviation σ, with n − 1"), moment(&R::stddev), {"22.914", "39.596"}},
      {Tr::tr("Skew"), Tr::tr("(1/n) Σ((x − x̄)/σ)³; 0 = symmetric"), moment(&R::skew), {"7.558", "20.462"}},
      {Tr::tr("Kurtosis"),
       Tr::tr("Excess kurtosis (1/n) Σ((x − x̄)/σ)⁴ − 3; 0 = normal distribution"),
       moment(&R::excess_kurtosis),
       {"99.296", "798.300"}},
  };
}

std::vector<StatisticsRow> make_exceedances() {
  using M = const MeasuresView&;
  using Printed = std::array<std::array<QString, 5>, 3>;
  static const Printed test1{{{"44", "5.154", "49", "425", "5909"},
                              {"67", "2.332", "69", "940", "9609"},
                              {"90", "0.911", "120", "2405", "23719"}}};
  static const Printed test2{{{"61", "3.065", "69", "723", "8420"},
                              {"101", "1.244", "109", "1768", "20070"},
                              {"140", "0.817", "149", "2672", "32030"}}};
  std::vector<StatisticsRow> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto sigma = QString("%1 σ").arg(i + 1);
    const auto apart = Tr::tr("Time between successive intervals above mean + %1").arg(sigma);
    const auto add = [&](std::size_t at, const QString& name, const QString& tip, Cell cell) {
      rows.push_back({name, tip, std::move(cell), {test1[i][at], test2[i][at]}});
    };
    const auto spacing = [i](double SpacingReport::*of) {
      return [i, of](M m) { return m.exceedances[i].spacing_ms ? figure((*m.exceedances[i].spacing_ms).*of) : kDash; };
    };
    add(0, Tr::tr("Above %1 (ms)").arg(sigma), Tr::tr("Threshold: mean + %1").arg(sigma),
        [i](M m) { return figure(m.exceedances[i].threshold_ms); });
    add(1, "  " + Tr::tr("share (%)"), Tr::tr("Share of intervals longer than mean + %1").arg(sigma), [i](M m) {
      const auto& share = m.exceedances[i].share;
      return share ? figure(100 * *share) : kDash;
    });
    add(2, "  " + Tr::tr("min (ms)"), apart, spacing(&SpacingReport::min));
    add(3, "  " + Tr::tr("mean (ms)"), apart, spacing(&SpacingReport::mean));
    add(4, "  " + Tr::tr("max (ms)"), apart, spacing(&SpacingReport::max));
  }
  return rows;
}

const std::vector<StatisticsRow>& moment_rows() {
  static const auto made = make_moments();
  return made;
}
const std::vector<StatisticsRow>& exceedance_rows() {
  static const auto made = make_exceedances();
  return made;
}

FigureTable* make_table(const QString& name, const std::vector<StatisticsRow>& rows) {
  auto* table = new FigureTable({"", Tr::tr("Audio"), Tr::tr("Video"), Tr::tr("Test 1"), Tr::tr("Test 2")}, name);
  for (int column = 1; column < table->columnCount(); ++column) table->fit_column(column);
  table->set_reference_from(3);
  table->set_rows(static_cast<int>(rows.size()));
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    const auto& of = rows[static_cast<std::size_t>(row)];
    table->set_cell(row, 0, of.name, of.tip);
    for (int test = 0; test < 2; ++test)
      table->set_cell(row, 3 + test, of.printed[static_cast<std::size_t>(test)], Tr::tr("Crowcroft 1992, as printed"));
  }
  return table;
}

}  // namespace

StatisticsPanel::StatisticsPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Statistics"), Tr::tr(kStatisticsPanelDefinition), parent) {
  add_beside_title(new WindowChooser(view()));
  tables_ = new QBoxLayout(QBoxLayout::LeftToRight, body());
  set_spaces(tables_, {}, 16);
  tables_->addWidget(moments_ = make_table(Tr::tr("Moments of the interarrival time"), moment_rows()), 10);
  tables_->addWidget(exceedances_ = make_table(Tr::tr("Long intervals and their spacing"), exceedance_rows()), 9);
  for (auto* table : {moments_, exceedances_})
    table->set_command([this] {
      const auto window = view().query().window;
      return window == MeasureWindow::kWhole || window == MeasureWindow::kSelection ? view().analyze_command()
                                                                                    : QString();
    });
}

void StatisticsPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  tables_->setDirection(width() < px(kNarrowPanel) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void StatisticsPanel::fill(FigureTable& table, int column, const MeasuresView* measures) const {
  const auto& rows = &table == moments_ ? moment_rows() : exceedance_rows();
  for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
    const auto& of = rows[static_cast<std::size_t>(row)];
    table.set_cell(row, column, measures ? of.cell(*measures) : kDash, of.tip,
                   measures ? why_too_few() : Tr::tr("Nothing of it was received in the time measured."));
  }
}

void StatisticsPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot || (!snapshot->received(Medium::kAudio).measures && !snapshot->received(Medium::kVideo).measures)) {
    shown_ = {};
    return show_empty_in(snapshot ? *snapshot : CallSnapshot(),
                         Tr::tr("How the intervals between packets are spread, and how often long ones come, appears "
                                "here once something is received."));
  }
  show_body();
  const MeasuresPair now{snapshot->received(Medium::kAudio).measures, snapshot->received(Medium::kVideo).measures};
  const auto& any = now[0] ? now[0] : now[1];
  set_figures_span(*snapshot, measured_words(any->query));
  if (now == shown_) return;
  shown_ = now;
  for (int medium = 0; medium < 2; ++medium)
    for (auto* table : {moments_, exceedances_}) fill(*table, medium + 1, now[static_cast<std::size_t>(medium)].get());
  Reading reading;
  if (any->query.reflection_remedy) reading.push_back({std::nullopt, Tr::tr("reflection remedy")});
  add_spike(reading, now);
  set_reading(std::move(reading));
}

/// Both have the same columns, and so are one table.
void StatisticsPanel::write_csv(QTextStream& out) const {
  auto spacing = exceedances_->table();
  spacing.name = moments_->accessibleName();
  write_tables(out, {moments_->table(), spacing});
}

PanelDefinition statistics_panel() {
  return tab_panel<StatisticsPanel>("statistics", 60);
}

}  // namespace jitterscope
