#include "ui/panels/figures_panel.h"

#include <functional>

#include <QHeaderView>
#include <QTextStream>
#include <QVBoxLayout>

#include "ui/panels/clock_words.h"
#include "ui/text.h"

namespace jitterscope {
namespace {

constexpr auto kDefinition =
    "<p>Counts since the call began. <b>Lost</b> = expected − received, expected = highest − lowest sequence number + "
    "1. "
    "<b>Duplicates</b> count only as duplicates. <b>Reordered</b>: below the highest sequence number seen so far. "
    "<i>RFC 3550, A.3.</i></p>"
    "<p>A <b>frame</b> with a missing block is lost whole; it is late when it comes more than a frame period after the "
    "one before. "
    "The same for audio blocks; those that come after their time to be played <b>missed playout</b>. <i>Sun 1997, "
    "§4.</i></p>"
    "<p><b>Rejected</b>: datagrams that were not packets of the stream, by reason. <b>Delay</b> is one-way and unknown "
    "(–) until the clocks agree; ± is the error bound of the clock between the ends.</p>";

struct Row {
  QString name, tip;
  std::function<QString(const StreamSnapshot&)> sent, received;
  std::function<QString(const PeerView&)> there;
};

QString dash(const StreamSnapshot&) {
  return {};
}
QString dash_there(const PeerView&) {
  return {};
}

QString known_count(std::optional<std::int64_t> count) {
  return count ? count_text(*count) : kDash;
}

std::vector<Row> make_rows() {
  using S = const StreamSnapshot&;
  using P = const PeerView&;
  std::vector<Row> rows{
      {"Packets", "Distinct packets", [](S s) { return count_text(s.packets); },
       [](S s) { return count_text(s.packets); }, [](P p) { return count_text(p.packets); }},
      {"Lost", "Expected less received", dash, [](S s) { return count_text(s.lost); },
       [](P p) { return count_text(p.lost); }},
      {"Loss, whole call", "Lost over expected", dash, [](S s) { return percent(s.loss_ratio); }, dash_there},
      {"Loss, last 10 s", "Lost over expected", dash, [](S s) { return percent(s.recent_loss_ratio); },
       [](P p) { return percent(p.recent_loss_ratio); }},
      {"Duplicates", "Further copies of a sequence number", dash, [](S s) { return count_text(s.duplicates); },
       [](P p) { return count_text(p.duplicates); }},
      {"Reordered", "Below the highest sequence number seen so far", dash, [](S s) { return count_text(s.reordered); },
       [](P p) { return count_text(p.reordered); }},
      {"Frames or blocks complete", "Video frames complete; audio blocks played", dash,
       [](S s) { return count_text(s.frames_complete); }, [](P p) { return count_text(p.frames_complete); }},
      {"Frames or blocks lost", "A block was missing", dash, [](S s) { return count_text(s.frames_lost); },
       [](P p) { return count_text(p.frames_lost); }},
      {"Frames or blocks late", "Came more than a period after the one before; shown or played all the same", dash,
       [](S s) { return known_count(s.frames_late); }, [](P p) { return known_count(p.frames_late); }},
      {"Missed playout", "Audio blocks that came after their time to be played", dash,
       [](S s) { return known_count(s.blocks_missed_playout); }, dash_there},
      {"Data", "UDP payload", [](S s) { return bytes_text(s.bytes); }, [](S s) { return bytes_text(s.bytes); },
       dash_there},
      {"Rate", "Over the last second", [](S s) { return rate_text(s.rate_kbps); },
       [](S s) { return rate_text(s.rate_kbps); }, [](P p) { return rate_text(p.rate_kbps); }},
      {"Packets a second", "Over the last second", [](S s) { return figure(s.packets_per_second); },
       [](S s) { return figure(s.packets_per_second); }, dash_there},
      {"Frames a second", "Over the last second; there: the last two", [](S s) { return figure(s.frames_per_second); },
       [](S s) { return figure(s.frames_per_second); }, [](P p) { return figure(p.frames_per_second); }},
      {"Interval mean", "Between packets: interdeparture (sent), interarrival (received). Whole call; there: last 10 s",
       [](S s) { return figure(s.interarrival.mean, "ms"); }, [](S s) { return figure(s.interarrival.mean, "ms"); },
       [](P p) { return figure(p.interarrival_mean_ms, "ms"); }},
      {"Interval σ", "Standard deviation, n − 1. Whole call; there: last 10 s",
       [](S s) { return figure(s.interarrival.stddev, "ms"); }, [](S s) { return figure(s.interarrival.stddev, "ms"); },
       [](P p) { return figure(p.interarrival_stddev_ms, "ms"); }},
      {"Interval p50 / p95 / p99", "Percentiles, whole call",
       [](S s) {
         return figure(s.interarrival.p50) + " / " + figure(s.interarrival.p95) + " / " +
                figure(s.interarrival.p99, "ms");
       },
       [](S s) {
         return figure(s.interarrival.p50) + " / " + figure(s.interarrival.p95) + " / " +
                figure(s.interarrival.p99, "ms");
       },
       dash_there},
      {"Jitter", "RFC 3550 A.8, now", dash, [](S s) { return figure(s.jitter_rfc3550_ms, "ms"); },
       [](P p) { return figure(p.jitter_ms, "ms"); }},
      {"Delay mean", "One-way", dash, [](S s) { return figure(s.delay.mean, "ms"); },
       [](P p) { return figure(p.delay_mean_ms, "ms"); }},
      {"Delay p95", "One-way", dash, [](S s) { return figure(s.delay.p95, "ms"); },
       [](P p) { return figure(p.delay_p95_ms, "ms"); }},
  };
  for (std::size_t reason = 0; reason < kRejectReasons; ++reason) {
    const auto word = to_string(static_cast<RejectReason>(reason));
    rows.push_back({"Rejected: " + QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())),
                    "Datagrams dropped before they became packets of the stream", dash,
                    [reason](S s) { return count_text(s.rejected[reason]); }, dash_there});
  }
  return rows;
}

const std::vector<Row>& rows() {
  static const auto made = make_rows();
  return made;
}

}  // namespace

FiguresPanel::FiguresPanel(ViewState& view_state, QWidget* parent) : Panel(view_state, "Figures", kDefinition, parent) {
  auto* column = new QVBoxLayout(body());
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(table_ = new FigureTable({"", "Audio\nsent", "Audio\nhere", "Audio\nthere", "Video\nsent",
                                              "Video\nhere", "Video\nthere"},
                                             "Counts and measures of every stream"));
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  table_->set_rows(static_cast<int>(rows().size()));
}

void FiguresPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(
        "Counts and measures of every stream, sent, received here and received there, appear here once a call is up.");
  show_body();
  const auto cells = [&](int row, int first, const Row& of, const StreamSnapshot& sent, const StreamSnapshot& received,
                         const std::optional<PeerView>& peer) {
    table_->set_cell(row, first, sent.active ? of.sent(sent) : kDash, of.tip);
    table_->set_cell(row, first + 1, received.active || of.name.startsWith("Rejected") ? of.received(received) : kDash,
                     of.tip);
    table_->set_cell(row, first + 2, peer ? of.there(*peer) : kDash, of.tip);
  };
  for (int row = 0; row < static_cast<int>(rows().size()); ++row) {
    const auto& of = rows()[static_cast<std::size_t>(row)];
    table_->set_cell(row, 0, of.name, of.tip);
    cells(row, 1, of, snapshot->sent_audio, snapshot->received_audio, snapshot->peer_audio);
    cells(row, 4, of, snapshot->sent_video, snapshot->received_video, snapshot->peer_video);
  }
  Reading reading;
  const auto& conditions = snapshot->conditions;
  const auto warning = bound_warning(conditions, {&snapshot->received_audio.delay, &snapshot->received_video.delay});
  if (!warning.isEmpty())
    reading.push_back({std::nullopt, "▲ " + warning});
  else if (const auto bound = delay_bound_ms(conditions))
    reading.push_back({std::nullopt, "delays ±" + figure(bound, "ms") + " by the clock"});
  reading.push_back({std::nullopt, "here = received here, there = received by the far end"});
  if (snapshot->received_audio.foreign || snapshot->received_video.foreign)
    reading.push_back({std::nullopt, "plain RTP from another program: delays unknown"});
  set_reading(std::move(reading));
}

void FiguresPanel::write_csv(QTextStream& out) const {
  table_->write_csv(out);
}

}  // namespace jitterscope
