#include "ui/panels/packets_panel.h"

#include <QHBoxLayout>
#include <QTextStream>

#include "ui/text.h"

namespace jitterscope {
namespace {

constexpr auto kDefinition =
    "<p>Each row is a video frame, newest on top; each stroke is a packet, at its time since the frame’s first packet. "
    "<b>Left</b>: your packets as they leave this machine. <b>Right</b>: the far end’s packets as they arrive here.</p>"
    "<p><b>A</b> spreads packets evenly over T − T<sub>p</sub>, <b>B</b> sends groups of three, <b>C</b> sends the "
    "whole frame at once. "
    "T is the frame period, T<sub>p</sub> the time to fetch and encode a frame. <i>Sun 1997, §3.</i></p>"
    "<p>H holds the present frames in grey, to compare with another strategy.</p>";

}  // namespace

PacketsPanel::PacketsPanel(ViewState& view_state, QWidget* parent) : Panel(view_state, "Packets", kDefinition, parent) {
  auto* row = new QHBoxLayout(body());
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(8);
  row->addWidget(departures_ = new PacketPlot("Departures here"), 1);
  row->addWidget(arrivals_ = new PacketPlot("Arrivals here"), 1);
}

void PacketsPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot || (snapshot->sent_video.last_packets.empty() && snapshot->received_video.last_packets.empty()))
    return show_empty(snapshot ? "No video packets yet. Choose a picture source on the right to send some."
                               : "Departures and arrivals of the packets of the last frames appear here in a call: the "
                                 "shape of strategies A, B and C.");
  show_body();
  const auto* held = view().held().get();
  departures_->set_held(held ? held->sent_video.last_packets : std::vector<PacketDot>{});
  arrivals_->set_held(held ? held->received_video.last_packets : std::vector<PacketDot>{});
  const bool stands = !view().following() && !view().shows_file();
  if (!stands) {
    departures_->set_packets(snapshot->sent_video.last_packets);
    arrivals_->set_packets(snapshot->received_video.last_packets);
  }
  const double span = span_.update(std::max(departures_->largest_offset_ms(), arrivals_->largest_offset_ms()));
  for (auto* plot : {departures_, arrivals_}) {
    plot->set_span(span);
    plot->update();
  }
  Reading reading;
  if (snapshot->shaping_mine == "c")
    reading.push_back({std::nullopt, "Whole frame at once"});
  else if (snapshot->burst_interval_ms)
    reading.push_back({std::nullopt, "Burst every " + figure(snapshot->burst_interval_ms, "ms")});
  if (snapshot->fetching_ms) reading.push_back({std::nullopt, "fetching " + figure(snapshot->fetching_ms, "ms")});
  if (snapshot->overrun_blocks > 0)
    reading.push_back({std::nullopt, count_text(snapshot->overrun_blocks) +
                                         (snapshot->overrun_blocks == 1 ? " packet" : " packets") +
                                         " hurried by the next frame"});
  if (stands) reading.push_back({std::nullopt, "held, space follows again"});
  set_reading(std::move(reading));
}

void PacketsPanel::write_csv(QTextStream& out) const {
  out << "side,frame,offset_ms\n";
  departures_->write_csv(out);
  arrivals_->write_csv(out);
}

}  // namespace jitterscope
