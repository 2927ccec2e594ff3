#include "ui/panels/shaping_comparison.h"

#include <QGridLayout>
#include <QTextStream>

#include "ui/text.h"

namespace jitterscope {
namespace {

using Half = DemonstrationHalf;
using Row = ComparisonRow;

constexpr int kLowest = 88;  // px, of a plot

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

}  // namespace

ShapingComparison::ShapingComparison(QWidget* parent) : Comparison(parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  for (int i = 0; i < 2; ++i) {
    const auto name = i == 0 ? QString("strategy C") : QString("strategy A");
    auto& half = halves_[static_cast<std::size_t>(i)];
    grid->addWidget(half.departures = new PacketPlot("Departures, " + name), 0, i);
    grid->addWidget(half.arrivals = new PacketPlot("Arrivals, " + name), 1, i);
    for (auto* plot : {half.departures, half.arrivals}) plot->setMinimumHeight(kLowest);
    grid->setColumnStretch(i, 1);
    grid->setRowStretch(i, 1);
  }
}

const std::vector<Row>& ShapingComparison::rows() const {
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

QString ShapingComparison::variant_name(const std::string& variant, bool after) const {
  return "Strategy " + (variant.empty() ? QString(after ? "A" : "C") : QString::fromStdString(variant).toUpper());
}

void ShapingComparison::draw(const DemonstrationView& view) {
  double span = 1;
  const auto show_half = [&](const Column& column, const std::optional<Half>& half) {
    column.departures->set_packets(half ? half->departures : std::vector<PacketDot>{});
    column.arrivals->set_packets(half ? half->arrivals : std::vector<PacketDot>{});
    span = std::max({span, column.departures->largest_offset_ms(), column.arrivals->largest_offset_ms()});
  };
  show_half(halves_[0], view.before);
  show_half(halves_[1], view.after);
  for (const auto& half : halves_)
    for (auto* plot : {half.departures, half.arrivals}) plot->set_span(span * 1.05);
}

void ShapingComparison::write_csv(QTextStream& out) const {
  out << "side,frame,offset_ms\n";
  for (const auto& half : halves_) {
    half.departures->write_csv(out);
    half.arrivals->write_csv(out);
  }
}

}  // namespace jitterscope
