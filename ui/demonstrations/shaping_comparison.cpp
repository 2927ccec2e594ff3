// A demonstration of shaping: losses and delays with strategy C beside A, departures and arrivals of both.
#include <array>

#include <QGridLayout>
#include <QTextStream>

#include "core/measures/views/demonstration_view.h"
#include "ui/demonstrations/comparison.h"
#include "ui/plots/packet_plot.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

using Half = DemonstrationHalf;

constexpr int kLeastHalvesHeight = 88;  // px, of a plot

class ShapingComparison : public HalvesComparison {
 public:
  ShapingComparison();
  const std::vector<ComparisonRow>& rows() const override;
  QString variant_name(const std::string& variant, bool after) const override;
  std::vector<BarPair> bars(const DemonstrationView&) const override;
  void draw(const DemonstrationView&) override;
  CsvTable table() const override;

 private:
  struct Column {
    PacketPlot *departures, *arrivals;
  };
  std::array<Column, 2> halves_;  // before, after
};

/// Of all packets of the half.
QString lost_words(const Half& half) {
  if (half.packets == 0) return {};
  if (!half.packets_lost) return Tr::tr("%1 lost").arg(kDash);
  return Tr::tr("%1 of %2 lost").arg(count_text(*half.packets_lost), count_text(half.packets + *half.packets_lost));
}

std::string letter_of(const Half& half) {
  return QString::fromStdString(half.variant).toUpper().toStdString();
}

ComparisonRow spread_row(const QString& name, const QString& tip, SampleFigures Half::*samples,
                         HalfInterval interval = nullptr) {
  return times_row(name, tip, samples, &SampleFigures::stddev, in_ms, interval);
}

}  // namespace

const DemonstrationFacts& shaping_facts() {
  static const DemonstrationFacts kFacts{
      Tr::tr("Shaping"),
      Tr::tr("Strategy C, then A, on a tight link with a short queue"),
      Tr::tr("Same bytes, same link: each picture at once, or its packets spread. Who loses more?"),
      Tr::tr("A tight link with a short queue is set, and other traffic on it. Strategy C begins."),
      Tr::tr("Strategy C is measured: each picture leaves at once."),
      Tr::tr("Strategy A takes over: the packets are spread over the time of a picture."),
      Tr::tr("Strategy A is measured: the same bytes, spread."),
      Tr::tr("These seconds tell no difference. Once more, with half the queue: strategy C begins.")};
  return kFacts;
}

/// Of the direction that is known: received locally, else by the remote.
std::vector<BarPair> ShapingComparison::bars(const DemonstrationView& view) const {
  const bool local = view.before && view.before->packet_loss.share;
  const auto frame_delay = [](const Half& half) { return half.frame_delay.mean; };
  return {
      loss_bars(Tr::tr("Packets lost"), Hue::kVideo, view, local ? &Half::packet_loss : &Half::peer_packet_loss),
      loss_bars(Tr::tr("Pictures lost"), Hue::kVideo, view, local ? &Half::frame_loss : &Half::peer_frame_loss),
      figure_bars(Tr::tr("A picture takes"), Hue::kVideo, view, frame_delay, in_ms, &HalfIntervals::frame_delay_mean),
      figure_bars(
          Tr::tr("Spacing of the sound varies by"), Hue::kAudio, view,
          [](const Half& half) { return half.audio_interarrival.stddev; }, in_ms,
          &HalfIntervals::audio_interarrival_stddev)};
}

ShapingComparison::ShapingComparison() {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  set_spacing(grid, 8, 4);
  for (int i = 0; i < 2; ++i) {
    const auto name = i == 0 ? Tr::tr("strategy C") : Tr::tr("strategy A");
    auto& half = halves_[static_cast<std::size_t>(i)];
    grid->addWidget(half.departures = new PacketPlot(Tr::tr("Departures, %1").arg(name)), 0, i);
    grid->addWidget(half.arrivals = new PacketPlot(Tr::tr("Arrivals, %1").arg(name)), 1, i);
    for (auto* plot : {half.departures, half.arrivals}) set_least_height(plot, kLeastHalvesHeight);
    grid->setColumnStretch(i, 1);
    grid->setRowStretch(i, 1);
  }
}

const std::vector<ComparisonRow>& ShapingComparison::rows() const {
  static const std::vector<ComparisonRow> made{
      loss_row(Tr::tr("Packet loss, local"), Tr::tr("Of the remote video, as received locally"), &Half::packet_loss,
               letter_of),
      loss_row(Tr::tr("Packet loss, remote"), Tr::tr("Of the local video, as the remote end counts"),
               &Half::peer_packet_loss, letter_of),
      loss_row(Tr::tr("Frame loss, local"), Tr::tr("Frames of the remote video with a packet missing"),
               &Half::frame_loss, letter_of),
      loss_row(Tr::tr("Frame loss, remote"), Tr::tr("Of the local video, as the remote end counts"),
               &Half::peer_frame_loss, letter_of),
      delay_row(Tr::tr("Packet delay, mean"), Tr::tr("One-way, of packets received locally"), &Half::packet_delay,
                &SampleFigures::mean),
      delay_row(Tr::tr("Packet delay, p95"), Tr::tr("One-way, of packets received locally: 95th percentile"),
                &Half::packet_delay, &SampleFigures::p95),
      delay_row(Tr::tr("Frame delay, mean"), Tr::tr("From the first packet sent to the frame complete locally"),
                &Half::frame_delay, &SampleFigures::mean, &HalfIntervals::frame_delay_mean),
      delay_row(Tr::tr("Frame delay, p95"),
                Tr::tr("From the first packet sent to the frame complete locally: 95th percentile"), &Half::frame_delay,
                &SampleFigures::p95),
      spread_row(Tr::tr("Interdeparture, σ"),
                 Tr::tr("Standard deviation of the time between packets as they leave locally"), &Half::interdeparture),
      spread_row(Tr::tr("Interarrival, σ"),
                 Tr::tr("Standard deviation of the time between packets as they arrive locally"), &Half::interarrival),
      spread_row(Tr::tr("Spacing of the sound, σ"),
                 Tr::tr("Standard deviation of the time between audio packets as they arrive locally"),
                 &Half::audio_interarrival, &HalfIntervals::audio_interarrival_stddev)};
  return made;
}

QString ShapingComparison::variant_name(const std::string& variant, bool after) const {
  return Tr::tr("Strategy %1")
      .arg(variant.empty() ? QString(after ? "A" : "C") : QString::fromStdString(variant).toUpper());
}

void ShapingComparison::draw(const DemonstrationView& view) {
  double span = 1;
  const auto show_half = [&](const Column& column, const std::optional<Half>& half) {
    column.departures->set_packets(half ? half->departures : std::vector<PacketDot>{});
    column.arrivals->set_packets(half ? half->arrivals : std::vector<PacketDot>{},
                                 half ? half->lost : std::vector<PacketDot>{});
    column.arrivals->set_beside(half ? lost_words(*half) : QString());
    span = std::max({span, column.departures->largest_offset_ms(), column.arrivals->largest_offset_ms()});
  };
  show_half(halves_[0], view.before);
  show_half(halves_[1], view.after);
  for (const auto& half : halves_)
    for (auto* plot : {half.departures, half.arrivals}) plot->set_span(span * 1.05);
}

CsvTable ShapingComparison::table() const {
  CsvTable table{Tr::tr("Packets"), {"side", "frame", "offset_ms", "fate"}};
  for (const auto& half : halves_)
    for (const auto* plot : {half.departures, half.arrivals}) {
      QString rows;  // without a comma in their words
      QTextStream out(&rows);
      plot->write_csv(out);
      for (const auto& row : rows.split('\n', Qt::SkipEmptyParts)) table.rows.push_back(row.split(','));
    }
  return table;
}

std::unique_ptr<HalvesComparison> shaping_comparison() {
  return std::make_unique<ShapingComparison>();
}

}  // namespace jitterscope
