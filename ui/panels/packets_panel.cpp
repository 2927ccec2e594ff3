#include "ui/panels/packets_panel.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <QHBoxLayout>
#include <QTextStream>

#include "core/events/settings.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/left_here.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kPacketsPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>Each row is a video frame, newest on top; each stroke is a packet, at its time since the frame’s first packet. "
    "<b>Left</b>: as the packets left their sender. <b>Right</b>: as the packets of the same video came. <b>Local</b> "
    "is the remote’s video as received locally, its departures by the send times in the packets; <b>remote</b> is "
    "yours as the remote received it, which tells of up to four frames a second: both plots show these alone.</p>"
    "<p><b>Hollow, with ×</b>: a packet that was to come and did not, where it would have come: between those of its "
    "frame that came, by its number, else at their spacing. Close together they are a hatched band. It is lost once a "
    "packet of a frame two later has come, or its frame was given up; what comes after all is lost no more. What this "
    "program itself had no room for is not lost, and not drawn.</p>"
    "<p><b>A</b> spreads packets evenly over T − T<sub>p</sub>, <b>B</b> sends groups of three, <b>C</b> sends the "
    "whole frame at once. "
    "T is the frame period, T<sub>p</sub> the time to fetch and encode a frame. <i>Sun 1997, §3.</i></p>"
    "<p>H holds the present frames in grey, to compare with another strategy.</p>");

std::set<std::int64_t> frames_of(const std::vector<PacketDot>& dots) {
  std::set<std::int64_t> frames;
  for (const auto& dot : dots) frames.insert(dot.frame);
  return frames;
}

std::vector<PacketDot> those_of(const std::set<std::int64_t>& frames, const std::vector<PacketDot>& dots) {
  std::vector<PacketDot> found;
  std::ranges::copy_if(dots, std::back_inserter(found), [&](const auto& dot) { return frames.contains(dot.frame); });
  return found;
}

}  // namespace

PacketsPanel::PacketsPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Packets"), Tr::tr(kPacketsPanelDefinition), parent) {
  add_side_switch();
  auto* row = make_row(8, body());
  row->addWidget(departures_ = new PacketPlot(Tr::tr("Departures")), 1);
  row->addWidget(arrivals_ = new PacketPlot(Tr::tr("Arrivals")), 1);
}

/// At the remote the frames are those that it tells of and whose departures are still kept, where any are; before it
/// tells of any, the last ones.
PacketsPanel::Pair PacketsPanel::pair_of(const CallSnapshot& now) const {
  if (const auto& received = now.received(Medium::kVideo).figures; side() == Side::kLocal)
    return {received.last_departures, received.last_packets, received.lost_departures, received.last_lost};
  const auto& sent = now.sent[Medium::kVideo];
  const auto& told = now.reported(Medium::kVideo).figures;
  if (!told || told->last_packets.empty()) return {sent.last_packets, {}, {}, {}};
  auto departures = those_of(frames_of(told->last_packets), sent.last_departures);
  if (departures.empty()) return {{}, told->last_packets, {}, {}};
  const auto kept = frames_of(departures);
  return {std::move(departures), those_of(kept, told->last_packets), {}, those_of(kept, told->last_lost)};
}

void PacketsPanel::name_plots(const CallSnapshot& now) {
  const bool local = side() == Side::kLocal;
  departures_->set_title(local ? Tr::tr("Departures, remote") : Tr::tr("Departures, local"));
  arrivals_->set_title(local ? Tr::tr("Arrivals, local") : Tr::tr("Arrivals, remote"));
  departures_->set_note(!local && now.sent[Medium::kVideo].active
                            ? Tr::tr("The departures of the frames that the remote tells of are no longer kept.")
                        : !local                                       ? Tr::tr("No picture is sent.")
                        : now.received(Medium::kVideo).figures.foreign ? Tr::tr("Plain RTP carries no send times.")
                        : view().over() ? Tr::tr("Send times are not in it: the clocks of both ends never agreed.")
                                        : Tr::tr("Send times are known once the clocks of both ends agree."));
  arrivals_->set_note(local        ? Tr::tr("No picture is received.")
                      : only_left_ ? Tr::tr("It left where it was captured: what came of it is not known.")
                                   : Tr::tr("The remote has not told how a frame came."));
}

void PacketsPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  only_left_ = snapshot && view().shows_file() && only_left_here(*snapshot);
  const auto shown = snapshot ? pair_of(*snapshot) : Pair{};
  if (!snapshot || (shown.sent.empty() && shown.received.empty()))
    return show_empty(
        !snapshot ? Tr::tr("Departures and arrivals of the packets of the last frames appear here in a call: the "
                           "shape of strategies A, B and C.")
        : side() == Side::kLocal
            ? Tr::tr("No video packets have been received. They appear here once the remote sends a picture.")
            : Tr::tr("No video packets yet. Choose a picture source to send some."),
        Tr::tr("There are no packets of video in it."));
  show_body();
  name_plots(*snapshot);
  const auto* held = view().held().get();
  const auto ghost = held ? pair_of(*held) : Pair{};
  departures_->set_held(ghost.sent, ghost.sent_lost);
  arrivals_->set_held(ghost.received, ghost.received_lost);
  const bool stands = !view().following() && !view().shows_file();
  if (const auto stretch = shown_stretch(*snapshot); !stands || side() != drawn_side_ || stretch != drawn_stretch_) {
    departures_->set_packets(shown.sent, shown.sent_lost);
    arrivals_->set_packets(shown.received, shown.received_lost);
    drawn_side_ = side();
    drawn_stretch_ = stretch;
  }
  if (scale_epoch_ != view().scale_epoch()) span_.reset();
  scale_epoch_ = view().scale_epoch();
  const double span = span_.update(std::max(departures_->largest_offset_ms(), arrivals_->largest_offset_ms()));
  for (auto* plot : {departures_, arrivals_}) {
    plot->set_span(span);
    plot->update();
  }
  set_reading(reading_of(*snapshot));
  set_figures_span(*snapshot, stands ? Tr::tr("frames when held") : Tr::tr("last frames"),
                   Tr::tr("About the last twelve frames, of those that the remote tells where it receives; bursts and "
                          "capture of the last one; what was sent at once since the call began"),
                   Tr::tr("last frames of %1"));
}

Reading PacketsPanel::reading_of(const CallSnapshot& now) const {
  Reading reading;
  const bool local = side() == Side::kLocal;
  const auto& strategy = local ? now.shaping_remote : now.shaping_local;
  if (!shown_stretch(now) && ShapingSetting::parse(strategy))  // it is of now
    reading.push_back({std::nullopt, Tr::tr("strategy %1").arg(QString::fromStdString(strategy).toUpper())});
  if (auto lost = lost_part(now)) reading.push_back(std::move(*lost));
  if (!local) {
    if (now.shaping_local != "c" && now.burst_interval_ms)
      reading.push_back({std::nullopt, Tr::tr("burst every %1").arg(figure(now.burst_interval_ms, "ms"))});
    if (now.fetching_ms)
      reading.push_back({std::nullopt, Tr::tr("capture takes %1").arg(figure(now.fetching_ms, "ms"))});
    if (now.overrun_blocks > 0)
      reading.push_back(
          {std::nullopt, (now.overrun_blocks == 1 ? Tr::tr("%1 packet sent at once as the next frame came")
                                                  : Tr::tr("%1 packets sent at once as the next frame came"))
                             .arg(count_text(now.overrun_blocks))});
  }
  if (is_figure()) {
    reading.push_back({Hue::kVideo, Tr::tr("packet of a picture, on the time from its first to its last")});
    if (departures_->lost() + arrivals_->lost() > 0)
      reading.push_back({std::nullopt, Tr::tr("hollow ×: lost, where it would have come")});
  }
  if (!view().following() && !view().shows_file())
    reading.push_back({std::nullopt, Tr::tr("held, space follows again")});
  return reading;
}

/// Of the frames shown, where any is lost, and of all so far. A dash: not known. Absent: nobody tells of any.
std::optional<ReadingPart> PacketsPanel::lost_part(const CallSnapshot& now) const {
  std::optional<std::int64_t> lost;
  std::int64_t expected = 0;
  if (const auto& received = now.received(Medium::kVideo).figures; side() == Side::kLocal) {
    if (!received.active) return std::nullopt;
    lost = received.lost;
    expected = received.expected;
  } else {
    const auto& told = now.reported(Medium::kVideo).figures;
    if (!told) return std::nullopt;
    lost = told->lost;
    expected = told->packets + told->lost;
  }
  const auto ratio = expected > 0 ? static_cast<double>(lost.value_or(0)) / static_cast<double>(expected) : 0;
  const auto words = shown_stretch(now) ? Tr::tr("%1 lost in this time")
                     : view().over()    ? Tr::tr("%1 lost in the call")
                                        : Tr::tr("%1 lost so far");
  const auto all =
      words.arg(lost ? Tr::tr("%1 of %2 (%3)").arg(count_text(*lost), count_text(expected), percent(ratio)) : kDash);
  const auto brief = words.arg(lost ? percent(ratio) : kDash);
  const std::int64_t here = arrivals_->lost();
  if (here == 0) return ReadingPart{std::nullopt, all, false, brief};
  return ReadingPart{
      std::nullopt,
      Tr::tr("%1, %2 of %3 in these frames").arg(all, count_text(here), count_text(arrivals_->came() + here)), false,
      brief};
}

void PacketsPanel::write_csv(QTextStream& out) const {
  out << "side,frame,offset_ms,fate\n";
  departures_->write_csv(out);
  arrivals_->write_csv(out);
}

PanelDefinition packets_panel() {
  return tab_panel<PacketsPanel>("packets", 10);
}

}  // namespace jitterscope
