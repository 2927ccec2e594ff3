// Every count and measure of every stream: sent, received locally, received by the remote.
#include <array>
#include <functional>

#include <QHeaderView>
#include <QVBoxLayout>

#include "core/events/words.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/tr.h"
#include "ui/widgets/figure_table.h"
#include "ui/words/clock_words.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

constexpr auto kFiguresPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>Counts since the call began, or in the selected time. <b>Lost</b> = expected − received, expected = highest − "
    "lowest sequence number + 1. <b>Duplicates</b> count only as duplicates. <b>Reordered</b>: below the highest "
    "sequence number seen so far. <i>RFC 3550, A.3.</i></p>"
    "<p>A <b>frame</b> with a missing block is lost whole; it is <b>late</b> when it comes more than DVT after the one "
    "before; DVT is 1.5 times the sender’s period at that frame (1 in the paper, by which half of an undisturbed "
    "stream is late). The same for audio blocks, but for the first of a talkspurt; those that come after their time to "
    "be played <b>missed playout</b>. <i>Sun 1997, §4.</i></p>"
    "<p><b>Refused</b>: packets of the stream that came and that this end could not read, by reason; they are not "
    "lost, "
    "and a frame that misses one is not whole. Of what is sent: what the system did not take. <b>Rejected</b>: foreign "
    "datagrams at the stream’s ports, which are none of it. <b>One-way delay</b> is unknown (–) until the clocks "
    "agree; ± is the error bound of the clock between the "
    "ends.</p>");

/// Where a function is empty nobody tells it there.
struct FigureRow {
  QString name, tip;
  std::function<QString(const StreamSnapshot&)> sent, received;
  std::function<QString(const PeerView&)> remote;
  bool recent = false;  // of the present, which a file or a call that is over has not
  QString why = {};     // a dash of what is received, where it is not one of the usual reasons
};

/// Of a cell of what is received that shows a dash.
QString why_unknown(const FigureRow& row, const StreamSnapshot& received, const ConditionsView& conditions) {
  if (!received.active) return why_nothing_received(received);
  if (!received.lost && (row.name.contains("lost", Qt::CaseInsensitive) || row.name.startsWith("Packet loss")))
    return Tr::tr("This program could not keep up with what came: what was lost is not known.");
  if (!row.why.isEmpty()) return row.why;
  if (row.name.startsWith("One-way delay")) return why_no_delay(received, conditions);
  if (row.name.contains("late") || row.name == "DVT") return Tr::tr("The period of the stream is not known.");
  if (row.name == "Missed playout" && received.medium == Medium::kAudio)
    return Tr::tr("Nothing tells how it was played.");
  if (row.name == "Missed playout") return Tr::tr("It is counted of sound; of the picture see Playout.");
  return why_too_few();
}

/// Of a cell of what is sent, or received by the remote, that shows a dash.
QString why_unknown_of_sent(const FigureRow& row) {
  if (row.sent) return why_too_few();
  return row.remote ? why_not_at_sender()
                    : Tr::tr("It is told where the packets arrive, and the remote’s summaries do not tell it.");
}

/// Why a packet of the stream itself may be refused.
constexpr std::array kOfTheStream{RejectReason::kBadJpegHeader, RejectReason::kAbsurdOffset,
                                  RejectReason::kWrongPayloadType, RejectReason::kTruncated, RejectReason::kTooLarge};

/// What `words` makes of a member of a stream, or of a remote's summary.
template <typename Words, typename Of, typename Value>
auto as(Words words, Value Of::*member) {
  return [=](const Of& stream) { return words(stream.*member); };
}

/// A dash where packets came without a word on their size, as in many packet lists.
template <typename Words>
auto where_sized(Words words) {
  return [=](const StreamSnapshot& stream) { return stream.bytes == 0 ? kDash : words(stream); };
}

QString known_count(std::optional<std::int64_t> number) {
  return number ? count_text(*number) : kDash;
}
QString any_figure(std::optional<double> value) {
  return figure(value);
}
QString in_time(std::optional<double> ms) {
  return figure(ms, "ms");
}

std::vector<FigureRow> make_rows() {
  using S = StreamSnapshot;
  using P = PeerView;
  using F = SampleFigures;
  std::vector<FigureRow> rows;
  const auto add = [&rows](const QString& name, const QString& tip, decltype(FigureRow::sent) sent,
                           decltype(FigureRow::received) received, decltype(FigureRow::remote) remote = {},
                           bool recent = false, const QString& why = {}) {
    rows.push_back({name, tip, std::move(sent), std::move(received), std::move(remote), recent, why});
  };
  add(QT_TRANSLATE_NOOP("Tr", "Packets"), Tr::tr("Distinct packets"), as(known_count, &S::packets),
      as(known_count, &S::packets), as(known_count, &P::packets));
  add(QT_TRANSLATE_NOOP("Tr", "Lost"), Tr::tr("Expected less received"), {}, as(known_count, &S::lost),
      as(known_count, &P::lost));
  add(QT_TRANSLATE_NOOP("Tr", "Packet loss, whole call"), Tr::tr("Lost over expected"), {}, as(percent, &S::loss_ratio),
      as(percent, &P::loss_ratio));
  add(QT_TRANSLATE_NOOP("Tr", "Packet loss, last 10 s"), Tr::tr("Lost over expected"), {},
      as(percent, &S::recent_loss_ratio), as(percent, &P::recent_loss_ratio), true);
  add(QT_TRANSLATE_NOOP("Tr", "Duplicates"), Tr::tr("Further copies of a sequence number"), {},
      as(known_count, &S::duplicates), as(known_count, &P::duplicates));
  add(QT_TRANSLATE_NOOP("Tr", "Reordered"), Tr::tr("Below the highest sequence number seen so far"), {},
      as(known_count, &S::reordered), as(known_count, &P::reordered));
  const auto unread = Tr::tr("Nothing tells what the receiver could read.");
  add(QT_TRANSLATE_NOOP("Tr", "Refused"),
      Tr::tr("Sent: not taken by the system. Received: came and could not be read; not lost"),
      as(known_count, &S::refused), as(known_count, &S::refused), {}, false, unread);
  for (const RejectReason reason : kOfTheStream)
    add(
        "Refused: " + text_of(to_string(reason)), Tr::tr("Packets of the stream that came and could not be read"), {},
        [reason](const S& stream) {
          return stream.refused ? count_text(stream.refused_by[static_cast<std::size_t>(reason)]) : kDash;
        },
        {}, false, unread);
  add(QT_TRANSLATE_NOOP("Tr", "Runs of numbers"),
      Tr::tr("How often the sender began with sequence numbers of its own; what lies between runs is no loss"), {},
      as(known_count, &S::runs));
  add(QT_TRANSLATE_NOOP("Tr", "Frames or blocks complete"), Tr::tr("Video frames complete; audio blocks received"), {},
      as(known_count, &S::frames_complete), as(known_count, &P::frames_complete));
  add(QT_TRANSLATE_NOOP("Tr", "Frames or blocks lost"), Tr::tr("A block was missing"), {},
      as(known_count, &S::frames_lost), as(known_count, &P::frames_lost));
  add(QT_TRANSLATE_NOOP("Tr", "Frames or blocks late"),
      Tr::tr("Came more than DVT after the one before; shown or played all the same"), {},
      as(known_count, &S::frames_late), as(known_count, &P::frames_late));
  add(QT_TRANSLATE_NOOP("Tr", "DVT"),
      Tr::tr("Late beyond this after the one before: 1.5 times the sender’s period now"), {}, as(in_time, &S::dvt_ms));
  add(QT_TRANSLATE_NOOP("Tr", "Missed playout"), Tr::tr("Audio blocks that came after their time to be played"), {},
      as(known_count, &S::blocks_missed_playout));
  const auto no_size = Tr::tr("Nothing has come, or the file does not tell how large its packets are.");
  const auto data = where_sized(as(bytes_text, &S::bytes));
  const auto whole_rate = where_sized(as(rate_text, &S::whole_rate_kbps));
  const auto rate = where_sized(as(rate_text, &S::rate_kbps));
  add(QT_TRANSLATE_NOOP("Tr", "Data"), Tr::tr("UDP payload"), data, data, {}, false, no_size);
  add(QT_TRANSLATE_NOOP("Tr", "Rate, whole call"), Tr::tr("UDP payload, from the first packet to the last"), whole_rate,
      whole_rate, {}, false, no_size);
  add(QT_TRANSLATE_NOOP("Tr", "Packets a second, whole call"), Tr::tr("From the first packet to the last"),
      as(any_figure, &S::whole_packets_per_second), as(any_figure, &S::whole_packets_per_second));
  add(QT_TRANSLATE_NOOP("Tr", "Frames a second, whole call"), Tr::tr("Frames or blocks, from the first to the last"),
      as(any_figure, &S::whole_frames_per_second), as(any_figure, &S::whole_frames_per_second), {}, false,
      Tr::tr("Nothing tells of frames or blocks, or too few have come."));
  add(QT_TRANSLATE_NOOP("Tr", "Rate, last 2 s"),
      Tr::tr("UDP payload, the middle of the 2 s weighing most; remote: of its last report"), rate, rate,
      as(rate_text, &P::rate_kbps), true, no_size);
  add(QT_TRANSLATE_NOOP("Tr", "Packets a second, last 2 s"), Tr::tr("The middle of the 2 s weighing most"),
      as(any_figure, &S::packets_per_second), as(any_figure, &S::packets_per_second), {}, true);
  add(QT_TRANSLATE_NOOP("Tr", "Frames a second, last 2 s"),
      Tr::tr("Frames or blocks, the middle of the 2 s weighing most; remote: over its last four, or between its last "
             "two reports"),
      as(any_figure, &S::frames_per_second), as(any_figure, &S::frames_per_second),
      as(any_figure, &P::frames_per_second), true);
  const auto samples = [&](const QString& name, const QString& tip, F S::*all, bool sent,
                           std::optional<double> F::*which, decltype(FigureRow::remote) remote = {},
                           bool recent = false) {
    const auto local = [=](const S& stream) { return in_time(stream.*all.*which); };
    add(name, tip, sent ? local : decltype(FigureRow::sent)(), local, std::move(remote), recent);
  };
  const auto between = Tr::tr("Between packets: interdeparture (sent), interarrival (received)");
  const auto deviation = between + Tr::tr(": standard deviation, n − 1");
  const auto whole = &S::interarrival, last = &S::recent_interarrival;
  samples(QT_TRANSLATE_NOOP("Tr", "Interval mean, whole call"), between, whole, true, &F::mean);
  samples(QT_TRANSLATE_NOOP("Tr", "Interval σ, whole call"), deviation, whole, true, &F::stddev);
  samples(QT_TRANSLATE_NOOP("Tr", "Interval p50, whole call"), between, whole, true, &F::p50);
  samples(QT_TRANSLATE_NOOP("Tr", "Interval p95, whole call"), between, whole, true, &F::p95);
  samples(QT_TRANSLATE_NOOP("Tr", "Interval p99, whole call"), between, whole, true, &F::p99);
  samples(QT_TRANSLATE_NOOP("Tr", "Interval mean, last 10 s"), between, last, true, &F::mean,
          as(in_time, &P::interarrival_mean_ms), true);
  samples(QT_TRANSLATE_NOOP("Tr", "Interval σ, last 10 s"), deviation, last, true, &F::stddev,
          as(in_time, &P::interarrival_stddev_ms), true);
  add(QT_TRANSLATE_NOOP("Tr", "RFC 3550 jitter, now"),
      Tr::tr("A.8, by RTP timestamp, includes the sender’s pacing (as Wireshark); of a file: at its end"), {},
      as(in_time, &S::jitter_rfc3550_ms), as(in_time, &P::jitter_ms), false,
      Tr::tr("The clock of its RTP timestamps is not known, or too little has come."));
  add(QT_TRANSLATE_NOOP("Tr", "Jitter on send times, now"),
      Tr::tr("The same filter on the send times in the packets; of a file: at its end"), {},
      as(in_time, &S::jitter_on_send_times_ms), {}, false, Tr::tr("No two packets with known send times have come."));
  const auto of_delay = Tr::tr("R − S of each packet, from the send call to the program");
  samples(QT_TRANSLATE_NOOP("Tr", "One-way delay mean, whole call"), of_delay, &S::delay, false, &F::mean);
  samples(QT_TRANSLATE_NOOP("Tr", "One-way delay p95, whole call"), of_delay, &S::delay, false, &F::p95);
  add(QT_TRANSLATE_NOOP("Tr", "One-way delay mean, last 10 s"), of_delay, {}, as(in_time, &S::recent_delay_mean_ms),
      as(in_time, &P::delay_mean_ms), true);
  add(QT_TRANSLATE_NOOP("Tr", "One-way delay p95, last 10 s"), of_delay + Tr::tr(", as the remote tells"), {}, {},
      as(in_time, &P::delay_p95_ms), true,
      Tr::tr("Only the remote tells it; here see the row of the whole call, or the panel Delay."));
  for (std::size_t reason = 0; reason < kRejectReasons; ++reason)
    add("Rejected: " + text_of(to_string(static_cast<RejectReason>(reason))),
        Tr::tr("Datagrams at the ports of the stream that are none of its packets"), {},
        [reason](const S& stream) { return count_text(stream.rejected[reason]); });
  return rows;
}

/// While a stretch is shown: a row of the last seconds has nothing of its own but what the remote told.
bool is_in_stretch(const FigureRow& row) {
  return !row.recent || (row.remote && !row.name.startsWith("Packet loss"));
}

QString shown_name(const FigureRow& row) {
  if (row.name.startsWith("Rejected: ")) return Tr::tr("Rejected: %1").arg(row.name.section(": ", 1));
  if (row.name.startsWith("Refused: ")) return Tr::tr("Refused: %1").arg(row.name.section(": ", 1));
  return Tr::tr(row.name.toUtf8());
}

QString name_in_stretch(const FigureRow& row) {
  auto name = shown_name(row);
  if (row.recent) return Tr::tr("%1, told by the remote").arg(name.section(',', 0, 0));
  return name.remove(Tr::tr(", whole call")).replace(Tr::tr(", now"), Tr::tr(", at its end"));
}

const std::vector<FigureRow>& figure_rows() {
  static const auto made = make_rows();
  return made;
}

class FiguresPanel : public Panel {
 public:
  explicit FiguresPanel(ViewState&);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kFigures, kRead}, {ViewKind::kReported, kRead}, {ViewKind::kConditions, kRead}};
  }
  void write_csv(QTextStream& out) const override { table_->write_csv(out); }
  Room room() const override { return Room::kBelowFirst; }

 private:
  FigureTable* table_;
};

}  // namespace

FiguresPanel::FiguresPanel(ViewState& view_state)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Figures"), Tr::tr(kFiguresPanelDefinition)) {
  auto* column = make_column(0, body());
  column->addWidget(table_ =
                        new FigureTable({"", Tr::tr("Audio\nsent"), Tr::tr("Audio\nlocal"), Tr::tr("Audio\nremote"),
                                         Tr::tr("Video\nsent"), Tr::tr("Video\nlocal"), Tr::tr("Video\nremote")},
                                        Tr::tr("Counts and measures of every stream")));
  table_->fit_column(0);
  table_->set_command([this] { return view().analyze_command(); });
  table_->set_rows(static_cast<int>(figure_rows().size()));
}

void FiguresPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(Tr::tr(
        "Counts and measures of every stream, sent, received locally and received by the remote, appear here once a "
        "call is up."));
  show_body();
  const bool over = view().over(), stretch = shown_stretch(*snapshot).has_value();
  const auto cells = [&](int row, int first, const FigureRow& of, Medium medium) {
    const StreamSnapshot &sent = snapshot->sent[medium], &received = snapshot->received(medium).figures;
    const auto& peer = snapshot->reported(medium).figures;
    if (of.recent && stretch) {
      for (const int column : {first, first + 1})
        table_->set_cell(row, column, kDash, of.tip, Tr::tr("See the row of the selected time."));
      return table_->set_cell(
          row, first + 2, peer ? of.remote(*peer) : kDash,
          of.tip + Tr::tr("\nAs the remote told it last in the selected time, rates as it told them all"),
          peer ? why_remote_silent() : why_no_summary(true));
    }
    if (of.recent && over) {  // the end cuts a last second off: it is none
      for (const int column : {first, first + 1, first + 2})
        table_->set_cell(row, column, kDash, of.tip,
                         Tr::tr("It is over and has no present: see the row of the whole call."));
      return;
    }
    table_->set_cell(row, first, sent.active && of.sent ? of.sent(sent) : kDash, of.tip,
                     sent.active ? why_unknown_of_sent(of) : why_nothing_sent());
    const bool known = of.received && (received.active || of.name.startsWith("Rejected"));
    table_->set_cell(row, first + 1, known ? of.received(received) : kDash, of.tip,
                     why_unknown(of, received, *snapshot->conditions));
    const auto stale = over || stretch ? QString() : stale_words(peer);
    const auto ago = of.remote && peer ? sent_ago_words(*snapshot, peer->medium, over) : QString();
    table_->set_cell(row, first + 2, peer && of.remote && stale.isEmpty() ? of.remote(*peer) : kDash,
                     ago.isEmpty() ? of.tip : of.tip + Tr::tr("\nRemote: %1.").arg(ago),
                     !peer             ? why_no_summary(over)
                     : !of.remote      ? Tr::tr("The remote’s summaries never tell it.")
                     : stale.isEmpty() ? why_remote_silent()
                                       : Tr::tr("There is %1.").arg(stale));
  };
  for (int row = 0; row < static_cast<int>(figure_rows().size()); ++row) {
    const auto& of = figure_rows()[static_cast<std::size_t>(row)];
    table_->setRowHidden(row, stretch && !is_in_stretch(of));
    if (table_->isRowHidden(row)) continue;
    table_->set_cell(row, 0, stretch ? name_in_stretch(of) : shown_name(of), of.tip);
    cells(row, 1, of, Medium::kAudio);
    cells(row, 4, of, Medium::kVideo);
  }
  Reading reading;
  const auto& conditions = *snapshot->conditions;
  const auto warning = bound_warning(conditions, {&snapshot->received(Medium::kAudio).figures.delay,
                                                  &snapshot->received(Medium::kVideo).figures.delay});
  if (!warning.isEmpty())
    reading.push_back({std::nullopt, "▲ " + warning});
  else if (const auto bound = delay_bound_ms(conditions))
    reading.push_back({std::nullopt, Tr::tr("delays ±%1 by the clock").arg(figure(bound, "ms"))});
  reading.push_back({std::nullopt, Tr::tr("local = received at this end, remote = received by the remote")});
  const auto plain = [](const StreamSnapshot& stream) { return stream.foreign && !stream.delay.mean; };
  if (plain(snapshot->received(Medium::kAudio).figures) || plain(snapshot->received(Medium::kVideo).figures))
    reading.push_back({std::nullopt, Tr::tr("plain RTP from another program: delays unknown")});
  set_reading(std::move(reading));
  set_figures_span(*snapshot, Tr::tr("whole call, or as the row says"));
}

PanelDefinition figures_panel() {
  return tab_panel<FiguresPanel>("figures", 80);
}

}  // namespace jitterscope
