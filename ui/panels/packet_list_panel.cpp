// The packets of one stream of a file, one a row, with those that did not come; linked with all plots by the cursor.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <QTextStream>
#include <QVBoxLayout>

#include "core/measures/views/file/file_streams.h"
#include "core/measures/views/file/packet_row.h"
#include "core/measures/views/stretch.h"
#include "ui/files/file_view.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/segments.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kPacketListPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>The packets of the stream that is chosen in <b>Streams</b>, in order of arrival, and before the next one that "
    "came those that did not. <b>Delta</b>: time since the packet before. <b>Jitter</b>: the estimate of RFC 3550, "
    "A.8, after it. <b>Skew</b>: how much earlier than its RTP timestamp says it came, against the first packet; below "
    "zero it was later. <b>Number</b>: RTP sequence number, as it was on the wire. <b>Type</b>: its payload type. "
    "Jitter "
    "and skew leave out telephone-events, comfort noise and packets without a payload.</p>"
    "<p>A lost packet stands evenly between those beside it in time: when it should have come nobody knows. A gap of "
    "more than 1000 numbers is one row.</p>"
    "<p>The row that is chosen is cursor A in all plots of time, and a click in a plot chooses the nearest row.</p>");

/// Whether somebody who looks for a fault in a stream that is well on the whole wants to see the row.
bool is_odd(const PacketRow& row) {
  return row.fate != PacketFate::kCame || row.type_changed || !row.timed;
}

class PacketListPanel : public Panel {
 public:
  PacketListPanel(ViewState& view_state, FileView* files);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream& out) const override { table_->write_csv(out); }
  const RowTable* long_table() const override { return table_; }
  Room room() const override { return Room::kTall; }
  bool only_with_file() const override { return true; }

 private:
  enum class Kept : int { kAll, kLost, kOdd };
  std::vector<RowColumn> columns();
  const PacketRow& at(std::size_t row) const { return drawn_->rows[row]; }
  RowColumn ms_column(const QString& title, const QString& tip, double PacketRow::*value);
  QString type_words(const PacketRow&) const;
  QString fate_words(const PacketRow&) const;
  QString status_words(const PacketRow&) const;
  bool passes(const PacketRow&) const;
  void fill();
  void follow_cursor();
  Reading reading_of(const StreamPackets&) const;

  FileView* files_;
  std::string file_;  // that was drawn last
  Segments* kept_;
  RowTable* table_;
  std::shared_ptr<const StreamPackets> drawn_;
  std::optional<Stretch> selection_;  // whose packets alone are listed
  std::optional<double> followed_;    // cursor A that the chosen row stands for
};

PacketListPanel::PacketListPanel(ViewState& view_state, FileView* files)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Packet list"), Tr::tr(kPacketListPanelDefinition)), files_(files) {
  add_beside_title(
      kept_ = new Segments({Tr::tr("all"), Tr::tr("lost"), Tr::tr("odd")}, Tr::tr("Which packets are listed")));
  kept_->set_tip(1, Tr::tr("Those that did not come"));
  kept_->set_tip(2,
                 Tr::tr("Lost, out of order, copies, changes of the payload type, telephone-events and comfort noise"));
  kept_->set_current(0);
  connect(kept_, &Segments::chosen, this, [this](int index) {
    kept_->set_current(index);
    fill();
    view().touch();
  });
  auto* column = make_column(0, body());
  column->addWidget(table_ = new RowTable(columns(), Tr::tr("Packets of the stream")), 1);
  table_->rows().set_colour(
      [this](std::size_t row) { return at(row).fate == PacketFate::kLost ? colours().danger : QColor(); });
  table_->rows().set_background([this](std::size_t row) {
    return is_odd(at(row)) && at(row).fate != PacketFate::kLost ? colours().attention : QColor();
  });
  connect(table_, &RowTable::row_chosen, this, [this](std::size_t row) {
    followed_ = at(row).at_s;
    view().set_cursor(Cursor::kA, followed_);
  });
  connect(table_, &RowTable::refused, this, [this](const QString& why) { emit said(why, false); });
}

RowColumn PacketListPanel::ms_column(const QString& title, const QString& tip, double PacketRow::*value) {
  const auto of = [this, value](std::size_t row) {
    const double ms = at(row).*value;
    return std::isnan(ms) ? std::nullopt : std::optional(ms);
  };
  return {title, tip,
          [of](std::size_t row) {
            const auto ms = of(row);
            return ms ? QString::number(*ms, 'f', 3).replace('-', QChar(0x2212)) : kDash;
          },
          of};
}

/// "PCMA", "telephone-event"; of a type that nobody names "type 97"; of a packet of sound or picture without a payload
/// "no payload".
QString PacketListPanel::type_words(const PacketRow& row) const {
  const auto named = std::ranges::find(drawn_->payloads, static_cast<int>(row.payload_type),
                                       [](const PayloadCount& each) { return each.payload.type; });
  if (named == drawn_->payloads.end()) return Tr::tr("type %1").arg(row.payload_type);
  if (!row.timed && named->timed) return Tr::tr("no payload");
  return named->payload.name.empty() ? Tr::tr("type %1").arg(row.payload_type) : text_of(named->payload.name);
}

QString PacketListPanel::status_words(const PacketRow& row) const {
  QStringList words;
  if (const auto fate = fate_words(row); !fate.isEmpty()) words << fate;
  if (row.type_changed && row.timed)
    words << Tr::tr("now %1").arg(type_words(row));
  else if (!row.timed)
    words << type_words(row);
  return words.join(", ");
}

QString PacketListPanel::fate_words(const PacketRow& row) const {
  switch (row.fate) {
    case PacketFate::kCame: return {};
    case PacketFate::kReordered: return Tr::tr("out of order");
    case PacketFate::kDuplicate: return Tr::tr("copy");
    case PacketFate::kLost: break;
  }
  const bool left = drawn_->left_here;
  if (row.count == 1) return left ? Tr::tr("not captured") : Tr::tr("lost");
  return (left ? Tr::tr("%1 not captured, to number %2") : Tr::tr("%1 lost, to number %2"))
      .arg(count_text(row.count))
      .arg(row.last_number);
}

std::vector<RowColumn> PacketListPanel::columns() {
  const auto number = [](std::int64_t value) { return std::optional(static_cast<double>(value)); };
  return {{Tr::tr("Row"), Tr::tr("In order of arrival"), [](std::size_t row) { return QString::number(row + 1); },
           [number](std::size_t row) { return number(static_cast<std::int64_t>(row) + 1); }},
          {Tr::tr("Time (s)"), Tr::tr("In seconds of the file; of a lost one about when it should have come"),
           [this](std::size_t row) { return QString::number(at(row).at_s, 'f', 6); },
           [this](std::size_t row) { return std::optional(at(row).at_s); }},
          {Tr::tr("Number"), Tr::tr("RTP sequence number"),
           [this](std::size_t row) { return QString::number(at(row).number); },
           [this, number](std::size_t row) { return number(at(row).number); }},
          {Tr::tr("Type"), Tr::tr("RTP payload type; its name stands in Streams, and in Status where it changes"),
           [this](std::size_t row) { return at(row).payload_type < 0 ? kDash : QString::number(at(row).payload_type); },
           [this, number](std::size_t row) {
             return at(row).payload_type < 0 ? std::nullopt : number(at(row).payload_type);
           },
           false,
           [this](std::size_t row) {
             return at(row).fate == PacketFate::kLost ? Tr::tr("It did not come")
                                                      : Tr::tr("Only a capture tells the type of each packet");
           }},
          ms_column(Tr::tr("Delta (ms)"), Tr::tr("Since the packet before"), &PacketRow::delta_ms),
          ms_column(Tr::tr("Jitter (ms)"), Tr::tr("Estimate of RFC 3550 after it"), &PacketRow::jitter_ms),
          ms_column(Tr::tr("Skew (ms)"), Tr::tr("How much earlier than its RTP timestamp says; below zero: later"),
                    &PacketRow::skew_ms),
          {Tr::tr("Size (B)"), Tr::tr("Of the UDP payload"),
           [this](std::size_t row) { return at(row).size < 0 ? kDash : QString::number(at(row).size); },
           [this, number](std::size_t row) { return at(row).size < 0 ? std::nullopt : number(at(row).size); }},
          {Tr::tr("Marker"), Tr::tr("RTP’s marker bit: the end of a picture, or the begin of talk"),
           [this](std::size_t row) { return at(row).marker ? QStringLiteral("●") : QString(); },
           [this](std::size_t row) { return std::optional(at(row).marker ? 0.0 : 1.0); }, true},
          {Tr::tr("Status"), Tr::tr("What became of it, and what it is where that is not usual"),
           [this](std::size_t row) { return status_words(at(row)); },
           [this](std::size_t row) {
             // What is lost, and then what is odd, stands behind or before all others.
             return std::optional(2 * static_cast<double>(at(row).fate) + (is_odd(at(row)) ? 1 : 0));
           },
           true}};
}

bool PacketListPanel::passes(const PacketRow& row) const {
  if (selection_ && (row.at_s < selection_->from_s() || row.at_s >= selection_->to_s())) return false;
  switch (static_cast<Kept>(kept_->current())) {
    case Kept::kLost: return row.fate == PacketFate::kLost;
    case Kept::kOdd: return is_odd(row);
    case Kept::kAll: break;
  }
  return true;
}

void PacketListPanel::fill() {
  if (!drawn_) return;
  followed_.reset();
  const bool all = !selection_ && static_cast<Kept>(kept_->current()) == Kept::kAll;
  table_->rows().set_rows(
      drawn_->rows.size(),
      all ? std::function<bool(std::size_t)>() : [this](std::size_t row) { return passes(at(row)); });
  table_->fit_columns();
  set_reading(reading_of(*drawn_));
}

/// Chooses the row that is nearest to cursor A, once it has been moved elsewhere.
void PacketListPanel::follow_cursor() {
  const auto cursor = view().cursor(Cursor::kA);
  if (cursor == followed_) return;
  followed_ = cursor;
  if (!cursor || drawn_->rows.empty()) return;
  std::optional<std::size_t> nearest;
  for (int shown = 0; shown < table_->rows().rowCount(); ++shown) {
    const std::size_t row = table_->rows().row_at(shown);
    if (!nearest || std::abs(at(row).at_s - *cursor) < std::abs(at(*nearest).at_s - *cursor)) nearest = row;
  }
  if (nearest) table_->choose(*nearest);
}

Reading PacketListPanel::reading_of(const StreamPackets& now) const {
  std::int64_t came = 0, lost = 0;
  const PacketRow* longest = nullptr;
  for (const PacketRow& row : now.rows) {
    if (selection_ && (row.at_s < selection_->from_s() || row.at_s >= selection_->to_s())) continue;
    if (row.fate == PacketFate::kLost) lost += row.count;
    if (row.fate != PacketFate::kCame && row.fate != PacketFate::kReordered) continue;
    if (++came == 1 && selection_) continue;  // its delta began before the selected time, as Streams has it too
    if (!std::isnan(row.delta_ms) && (!longest || row.delta_ms > longest->delta_ms)) longest = &row;
  }
  const auto counts = now.left_here ? Tr::tr("packets %1, numbers not captured %2") : Tr::tr("packets %1, lost %2");
  Reading reading{{std::nullopt, counts.arg(count_text(came), count_text(lost))}};
  if (longest)
    reading.push_back(
        {std::nullopt,
         Tr::tr("longest delta %1, until %2").arg(figure(longest->delta_ms, "ms"), axis_time(longest->at_s, 3))});
  if (kept_->current() > 0)
    reading.push_back({std::nullopt, static_cast<Kept>(kept_->current()) == Kept::kLost
                                         ? Tr::tr("only lost ones are listed")
                                         : Tr::tr("only odd ones are listed")});
  return reading;
}

void PacketListPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>&) {
  const bool shown = files_ && files_->shown();
  if (shown && file_ != files_->path() && !std::exchange(file_, files_->path()).empty()) {
    kept_->set_current(0);
    drawn_ = nullptr;
  }
  auto now = shown ? files_->packets() : nullptr;
  if (!now) {
    drawn_ = nullptr;
    table_->rows().set_rows(0);
    const auto streams = shown ? files_->streams() : nullptr;
    const auto reading = streams && !streams->trouble.empty() ? text_of(streams->trouble)
                                                              : Tr::tr("The packets of the stream are being listed …");
    return show_empty(shown ? reading
                            : Tr::tr("The packets of a stream appear here one by one, with those that did not "
                                     "come.\nOpen a capture with Ctrl+O, and choose a stream in Streams."),
                      reading);
  }
  show_body();
  const auto [from_s, to_s] = view().query().selection_s;
  const auto selection = view().has_selection() ? Stretch::of(from_s, to_s) : std::nullopt;
  if (now != drawn_ || selection != selection_) {
    drawn_ = std::move(now);
    selection_ = selection;
    fill();
  }
  follow_cursor();
  const auto choices = files_->choices();
  const auto of_time = selection_ ? stretch_times(*selection_) + ", " : QString();
  set_span(of_time + (drawn_->stream < choices.size()
                          ? QString::fromStdString(choices[drawn_->stream].name).section(" (", 0, 0)
                          : Tr::tr("stream %1").arg(drawn_->stream + 1)));
}

}  // namespace

PanelDefinition packet_list_panel() {
  return {"", 6, true,
          [](const PanelContext& context) -> Panel* { return new PacketListPanel(context.view, context.files); }};
}

}  // namespace jitterscope
