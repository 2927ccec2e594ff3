#include "ui/panels/demonstration_panel.h"

#include <functional>

#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTextStream>

#include "ui/text.h"

namespace jitterscope {
namespace {

using Half = DemonstrationHalf;
using Value = std::optional<double>;

constexpr int kLowest = 88;                // px, of a plot
constexpr int kRoomForEqualColumns = 520;  // px

constexpr auto kDefinition =
    "<p>The same call on the same link with a short queue and Poisson background, first with strategy <b>C</b> (each "
    "frame at once), then with <b>A</b> (packets spread over the frame period).</p>"
    "<p>A whole frame at once overruns a short queue, and a frame with one packet missing is lost whole. Spread "
    "packets "
    "find room between those of others; the price is a longer time for the whole frame. <i>Sun 1997, §4, Figs "
    "7–11.</i></p>"
    "<p><b>Here</b>: the far end’s video as received here; <b>there</b>: yours as the far end counts it. <b>Packet "
    "delay</b> is one-way; <b>frame delay</b> runs from a frame’s first packet sent to the frame complete. In "
    "brackets: "
    "95 % interval of the loss over the seconds.</p>";

struct Row {
  QString name, tip;
  std::function<QString(const Half&)> value;
  std::function<QString(const Half&, const Half&)> difference;
};

QString loss_with_interval(const Half& half) {
  if (!half.packet_loss) return kDash;
  if (!half.packet_loss_low || !half.packet_loss_high) return percent(half.packet_loss);
  return percent(half.packet_loss) +
         QString(" (%1–%2)").arg(*half.packet_loss_low * 100, 0, 'g', 2).arg(*half.packet_loss_high * 100, 0, 'g', 2);
}

QString loss_difference(const Half& before, const Half& after) {
  if (before.packet_loss_low && before.packet_loss_high && after.packet_loss_low && after.packet_loss_high &&
      *before.packet_loss_low <= *after.packet_loss_high && *after.packet_loss_low <= *before.packet_loss_high)
    return "not told apart";
  return ratio_words(before.packet_loss, after.packet_loss);
}

Row share_row(const QString& name, const QString& tip, Value Half::*share) {
  return {name, tip, [share](const Half& half) { return percent(half.*share); },
          [share](const Half& before, const Half& after) { return ratio_words(before.*share, after.*share); }};
}

QString middle_words(const SampleFigures& samples) {
  if (!samples.mean) return kDash;
  return figure(samples.mean) + ", " + figure(samples.p95, "ms");
}

Row delay_row(const QString& name, const QString& tip, SampleFigures Half::*samples) {
  return {name, tip, [samples](const Half& half) { return middle_words(half.*samples); },
          [samples](const Half& before, const Half& after) {
            return longer_words((before.*samples).mean, (after.*samples).mean);
          }};
}

Row spread_row(const QString& name, const QString& tip, SampleFigures Half::*samples) {
  return {name, tip,
          [samples](const Half& half) {
            const auto& of = half.*samples;
            return of.mean ? figure(of.mean) + ", " + figure(of.stddev, "ms") : kDash;
          },
          [samples](const Half& before, const Half& after) {
            const auto words = ratio_words((before.*samples).stddev, (after.*samples).stddev);
            return words.isEmpty() ? words : "σ " + words;
          }};
}

const std::vector<Row>& rows() {
  static const std::vector<Row> made{
      {"Packet loss here", "Of the far end’s video, with its 95 % interval over the seconds", loss_with_interval,
       loss_difference},
      share_row("Packet loss there", "Of your video, as the far end counts", &Half::peer_packet_loss),
      share_row("Frame loss here", "Frames with a packet missing", &Half::frame_loss),
      share_row("Frame loss there", "Of your video, as the far end counts", &Half::peer_frame_loss),
      delay_row("Packet delay, p95", "One-way: mean, 95th percentile", &Half::packet_delay),
      delay_row("Frame delay, p95", "From the first packet sent to the frame complete: mean, 95th percentile",
                &Half::frame_delay),
      spread_row("Interdeparture, σ", "Between packets as they leave here: mean, standard deviation",
                 &Half::interdeparture),
      spread_row("Interarrival, σ", "Between packets as they arrive here: mean, standard deviation",
                 &Half::interarrival)};
  return made;
}

QString strategy_name(const std::optional<Half>& half, const QString& usual) {
  return "Strategy " + (half && !half->variant.empty() ? QString::fromStdString(half->variant).toUpper() : usual);
}

}  // namespace

QString ratio_words(Value before, Value after) {
  if (!before || !after) return {};
  if (*before <= 0 && *after <= 0) return "none in either";
  if (*after <= 0) return "none left";
  if (*before <= 0) return "higher";
  const double ratio = *before / *after;
  if (ratio > 0.95 && ratio < 1.05) return "about the same";
  return ratio > 1 ? figure(ratio) + " × lower" : figure(1 / ratio) + " × higher";
}

QString longer_words(Value before_ms, Value after_ms) {
  if (!before_ms || !after_ms) return {};
  const double more = *after_ms - *before_ms;
  if (std::abs(more) < 0.02 * std::max(*before_ms, *after_ms)) return "about the same";
  return figure(std::abs(more), "ms") + (more > 0 ? " longer" : " shorter");
}

DemonstrationPanel::DemonstrationPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, "Demonstration", kDefinition, parent) {
  auto* grid = new QGridLayout(body());
  grid->setContentsMargins(0, 0, 4, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  sentence_ = new QLabel;
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  grid->addWidget(sentence_, 0, 0, 1, 2);
  table_ = new FigureTable({"", "Strategy C", "Strategy A", "With A"}, "Before beside after");
  table_->set_rows(static_cast<int>(rows().size()));
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() + table_->verticalHeader()->length() + 4);
  grid->addWidget(table_, 1, 0, 1, 2);
  for (int i = 0; i < 2; ++i) {
    const auto name = i == 0 ? QString("strategy C") : QString("strategy A");
    auto& half = halves_[static_cast<std::size_t>(i)];
    grid->addWidget(half.departures = new PacketPlot("Departures, " + name), 2, i);
    grid->addWidget(half.arrivals = new PacketPlot("Arrivals, " + name), 3, i);
    for (auto* plot : {half.departures, half.arrivals}) plot->setMinimumHeight(kLowest);
    grid->setColumnStretch(i, 1);
    grid->setRowStretch(2 + i, 1);
  }
}

/// Columns of one width where there is room.
void DemonstrationPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  const auto mode = width() >= kRoomForEqualColumns ? QHeaderView::Stretch : QHeaderView::ResizeToContents;
  for (const int column : {1, 2}) table_->horizontalHeader()->setSectionResizeMode(column, mode);
}

void DemonstrationPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  const auto* view = snapshot && snapshot->demonstration ? &*snapshot->demonstration : nullptr;
  if (!view || (!view->before && !view->after))
    return show_empty(
        "Strategy C beside strategy A on the same tight link: losses, delays, departures and arrivals appear here.\n"
        "Choose Demonstrate ▸ Shaping in a call; it takes about half a minute.");
  show_body();
  sentence_->setText(QString::fromStdString(view->sentence));
  sentence_->setVisible(!view->sentence.empty());
  fill_table(*view);
  double span = 1;
  const auto show_half = [&](const Column& column, const std::optional<Half>& half) {
    column.departures->set_packets(half ? half->departures : std::vector<PacketDot>{});
    column.arrivals->set_packets(half ? half->arrivals : std::vector<PacketDot>{});
    span = std::max({span, column.departures->largest_offset_ms(), column.arrivals->largest_offset_ms()});
  };
  show_half(halves_[0], view->before);
  show_half(halves_[1], view->after);
  for (const auto& half : halves_)
    for (auto* plot : {half.departures, half.arrivals}) plot->set_span(span * 1.05);
  Reading reading;
  for (const auto* half : {&view->before, &view->after})
    if (*half)
      reading.push_back({std::nullopt, strategy_name(*half, {}) + " " + figure((*half)->seconds, "s") + ", " +
                                           count_text((*half)->frames) + " frames"});
  if (view->state == "stopped") reading.push_back({std::nullopt, "stopped before the end"});
  set_reading(std::move(reading));
}

void DemonstrationPanel::fill_table(const DemonstrationView& view) {
  table_->horizontalHeaderItem(1)->setText(strategy_name(view.before, "C"));
  table_->horizontalHeaderItem(2)->setText(strategy_name(view.after, "A"));
  for (int row = 0; row < table_->rowCount(); ++row) {
    const auto& of = rows()[static_cast<std::size_t>(row)];
    table_->set_cell(row, 0, of.name, of.tip);
    table_->set_cell(row, 1, view.before ? of.value(*view.before) : kDash, of.tip);
    table_->set_cell(row, 2, view.after ? of.value(*view.after) : kDash, of.tip);
    const auto words = view.before && view.after ? of.difference(*view.before, *view.after) : QString();
    table_->set_cell(row, 3, words.isEmpty() ? kDash : words, of.tip);
  }
}

QString DemonstrationPanel::sentence() const {
  return sentence_->text();
}

void DemonstrationPanel::write_csv(QTextStream& out) const {
  out << "\"" << sentence_->text().replace('"', "\"\"") << "\"\n\n";
  table_->write_csv(out);
  out << "\nside,frame,offset_ms\n";
  for (const auto& half : halves_) {
    half.departures->write_csv(out);
    half.arrivals->write_csv(out);
  }
}

}  // namespace jitterscope
