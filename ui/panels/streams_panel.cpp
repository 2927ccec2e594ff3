// The streams of a file side by side, with what Wireshark's list of RTP streams tells and the verdict; which of them
// the panels show, and which one's packets are listed.
#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include <QHBoxLayout>
#include <QLineEdit>
#include <QTextStream>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/measures/views/file/file_streams.h"
#include "ui/files/file_view.h"
#include "ui/files/play_action.h"
#include "ui/panels/panel.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/stream_columns.h"
#include "ui/quality_settings.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/row_table.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kStreamsPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>Every RTP stream of the file, one a row; a stream and the one that goes back stand together. <b>Lost</b>: "
    "numbers between the lowest and the highest that did not come. <b>Delta</b>: time between a packet and the one "
    "before it. <b>Jitter</b>: the estimate after each packet, by RTP timestamp; of a selected time it begins anew "
    "there. "
    "<i>RFC 3550, A.3 and A.8.</i> "
    "<b>Verdict</b>: by the limits of Region.</p>"
    "<p>They are the figures of <i>jitterscope analyze</i>, measured where the file was captured. What left there has "
    "no loss: what came of it is not known.</p>"
    "<p>A click lists a stream’s packets in <b>Packet list</b>; Enter or a double click shows it in all panels. Where "
    "nobody says what a stream carries, <b>Decode as …</b> does. <b>Play</b>: PCMU, PCMA and L16 as their timestamps "
    "say, what was lost as silence; from cursor A, which goes along.</p>");

constexpr std::size_t kFewStreams = 6;  // have the room of a plot, where the window is not low

/// Each stream, and after it the one that goes back between the same addresses.
std::vector<std::size_t> paired(const std::vector<ListedStream>& streams) {
  std::map<std::pair<std::string, std::string>, std::deque<std::size_t>> from_to;  // those that stand nowhere yet
  for (std::size_t i = 0; i < streams.size(); ++i)
    if (const StreamReport& report = streams[i].report; !report.sources.empty())
      from_to[{report.sources.front(), report.destination}].push_back(i);
  std::vector<std::size_t> order;
  std::vector<bool> taken(streams.size());
  const auto take_next = [&](std::deque<std::size_t>& waiting) {
    taken[waiting.front()] = true;
    order.push_back(waiting.front());
    waiting.pop_front();
  };
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (taken[i]) continue;
    const StreamReport& there = streams[i].report;
    if (there.sources.empty()) {
      order.push_back(i);
      continue;
    }
    take_next(from_to[{there.sources.front(), there.destination}]);  // that is this one
    const auto back = from_to.find({there.destination, there.sources.front()});
    if (back != from_to.end() && !back->second.empty()) take_next(back->second);
  }
  return order;
}

class StreamsPanel : public Panel {
 public:
  StreamsPanel(ViewState& view_state, QualitySettings& quality, FileView* files);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream& out) const override { table_->write_csv(out); }
  Room room() const override {
    const bool few = drawn_ && drawn_->streams.size() <= kFewStreams;
    return few && window()->height() >= px(kLowWindow) ? Room::kPlot : Room::kTall;
  }
  const RowTable* long_table() const override { return table_; }
  bool only_with_file() const override { return true; }

 protected:
  void leave_out_controls() override { filter_->hide(); }

 private:
  const ListedStream& at(std::size_t row) const { return drawn_->streams[order_[row]]; }
  bool is_shown(std::size_t row) const;
  bool passes(std::size_t row) const;
  void fill();
  void follow_choice();
  void show_buttons();
  void show_reading();
  QString playing_words() const;

  QualitySettings& quality_;
  FileView* files_;
  std::string file_;  // that was drawn last
  QLineEdit* filter_;
  QToolButton *show_, *decode_;
  PlayAction* play_;
  RowTable* table_;
  std::shared_ptr<const FileStreams> drawn_;
  std::vector<std::size_t> order_;  // row of the table → stream of the file
  std::vector<FileStreamChoice> choices_;
};

StreamsPanel::StreamsPanel(ViewState& view_state, QualitySettings& quality, FileView* files)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Streams"), Tr::tr(kStreamsPanelDefinition)),
      quality_(quality),
      files_(files) {
  const auto button = [this](const QString& text, const QString& tip) {
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setFocusPolicy(Qt::TabFocus);
    add_to_header(made);
    return made;
  };
  filter_ = new QLineEdit;
  filter_->setPlaceholderText(Tr::tr("Filter"));
  filter_->setAccessibleName(Tr::tr("Filter streams"));
  filter_->setToolTip(Tr::tr("Streams with these words in any column: an address, an SSRC, “H264”, “outside”"));
  filter_->setClearButtonEnabled(true);
  filter_->setMaximumWidth(px(140));
  add_to_header(filter_);
  show_ = button(Tr::tr("show"), Tr::tr("Show the chosen stream in all panels (Enter)"));
  auto* play = button({}, {});
  play->setDefaultAction(play_ = new PlayAction(files, this));
  decode_ = button(Tr::tr("decode as …"), Tr::tr("Say what the packets of the chosen stream carry"));
  auto* column = make_column(0, body());
  column->addWidget(
      table_ = new RowTable(stream_columns([this](std::size_t row) -> const ListedStream& { return at(row); },
                                           [this](std::size_t row) { return is_shown(row); }, quality_),
                            Tr::tr("Streams of the file")),
      1);
  table_->addAction(play_);
  table_->rows().set_bold([this](std::size_t row) { return is_shown(row); });
  table_->rows().set_colour(
      [this](std::size_t row) { return at(row).report.medium_known ? QColor() : colours().muted; });
  connect(filter_, &QLineEdit::textChanged, this, [this] {
    fill();
    if (drawn_) show_reading();
  });
  connect(table_, &RowTable::row_chosen, this, [this](std::size_t row) {
    files_->choose(order_[row]);
    show_buttons();
  });
  const auto open = [this](std::size_t row) {
    const std::size_t stream = order_[row];
    if (stream < choices_.size() && choices_[stream].can_be_shown)
      files_->show_stream(stream);
    else if (const auto& payload = at(row).report.payload; payload && !at(row).report.medium_known)
      files_->ask_decode_as(payload->type);
  };
  connect(table_, &RowTable::row_opened, this, open);
  connect(table_, &RowTable::refused, this, [this](const QString& why) { emit said(why, false); });
  connect(show_, &QToolButton::clicked, this, [this, open] {
    if (const auto row = table_->chosen()) open(*row);
  });
  connect(decode_, &QToolButton::clicked, this, [this] {
    const auto row = table_->chosen();
    if (!row || !at(*row).report.payload) return;
    const StreamReport& report = at(*row).report;
    files_->ask_decode_as(report.payload->type, report.medium_known ? text_of(report.payload->name) : QString(),
                          report.clock_rate_hz);
  });
  connect(&quality_, &QualitySettings::changed, this, [this] { table_->viewport()->update(); });
}

bool StreamsPanel::is_shown(std::size_t row) const {
  const std::size_t stream = order_[row];
  return choices_.empty() || (stream < choices_.size() && choices_[stream].shown);
}

/// All words typed stand in it, in any column.
bool StreamsPanel::passes(std::size_t row) const {
  QString all;
  for (const auto& column : table_->rows().columns()) all += column.text(row) + ' ';
  const auto words = filter_->text().split(' ', Qt::SkipEmptyParts);
  return std::ranges::all_of(words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void StreamsPanel::fill() {
  if (!drawn_) return;
  table_->rows().set_rows(
      order_.size(), filter_->text().trimmed().isEmpty() ? std::function<bool(std::size_t)>()
                                                         : [this](std::size_t row) { return passes(row); });
  table_->fit_columns();
  follow_choice();
  show_buttons();
}

/// Marks the stream whose packets are listed, which may have been chosen elsewhere.
void StreamsPanel::follow_choice() {
  const auto wanted = std::ranges::find(order_, files_->chosen());
  if (wanted == order_.end()) return;
  const auto row = static_cast<std::size_t>(wanted - order_.begin());
  if (table_->chosen() != row) table_->choose(row);
}

void StreamsPanel::show_buttons() {
  const auto row = table_->chosen();
  const bool can = row && order_[*row] < choices_.size() && choices_[order_[*row]].can_be_shown;
  show_->setEnabled(can && !choices_[order_[*row]].shown);
  decode_->setEnabled(row && at(*row).report.payload);
  play_->show(row ? std::optional(order_[*row]) : std::nullopt, row ? text_of(at(*row).no_sound) : QString());
}

/// Which stream is heard, which may be another than the chosen one.
QString StreamsPanel::playing_words() const {
  const auto stream = files_->playing();
  return stream && *stream < drawn_->streams.size() ? Tr::tr("plays %1").arg(ssrc_of(drawn_->streams[*stream].report))
                                                    : QString();
}

void StreamsPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>&) {
  const bool shown = files_ && files_->shown();
  if (shown && file_ != files_->path() && !std::exchange(file_, files_->path()).empty()) filter_->clear();
  auto now = shown ? files_->streams() : nullptr;
  if (!now || now->streams.empty()) {
    drawn_ = nullptr;  // nothing of it may be pressed any more
    order_.clear();
    choices_.clear();
    table_->rows().set_rows(0);
    show_buttons();
    return show_empty(
        !shown ? Tr::tr("The streams of a capture, packet list or trace appear here side by side, each with its "
                        "figures.\nOpen one with Ctrl+O, or drop it here.")
        : now && !now->trouble.empty() ? text_of(now->trouble)
                                       : Tr::tr("The streams of the file are being read …"),
        now && !now->trouble.empty() ? text_of(now->trouble) : Tr::tr("The streams of the file are being read …"));
  }
  show_body();
  auto choices = files_->choices();
  const bool other = now != drawn_;
  const bool marked = !std::ranges::equal(choices, choices_, [](const auto& a, const auto& b) {
    return a.shown == b.shown && a.can_be_shown == b.can_be_shown;
  });
  choices_ = std::move(choices);
  if (other) {
    const Room before = room();
    const bool same_streams = drawn_ && drawn_->streams.size() == now->streams.size() && filter_->text().isEmpty();
    drawn_ = std::move(now);
    if (!same_streams) order_ = paired(drawn_->streams);
    same_streams ? table_->rows().update_rows() : fill();
    if (drawn_->complete) table_->fit_columns();
    if (room() != before) emit room_changed();
  } else if (marked) {
    table_->rows().update_rows();
  }
  follow_choice();
  show_buttons();
  show_reading();
  set_span(drawn_->stretch ? stretch_times(*drawn_->stretch) : Tr::tr("whole file"));
}

void StreamsPanel::show_reading() {
  const auto measured = std::ranges::count(drawn_->streams, true, &ListedStream::measured);
  const auto all = static_cast<std::int64_t>(drawn_->streams.size());
  Reading reading{{std::nullopt, measured < all ? Tr::tr("%1 of %2 streams measured").arg(measured).arg(all)
                                 : all == 1     ? Tr::tr("1 stream")
                                                : Tr::tr("%1 streams").arg(count_text(all))}};
  if (const auto words = filter_->text().trimmed(); !words.isEmpty())
    reading.push_back({std::nullopt, Tr::tr("%1 with “%2”").arg(count_text(table_->rows().rowCount())).arg(words)});
  if (const auto plays = playing_words(); !plays.isEmpty()) reading.push_back({std::nullopt, plays});
  set_reading(reading);
}

}  // namespace

PanelDefinition streams_panel() {
  return {"", 5, true, [](const PanelContext& context) -> Panel* {
            return new StreamsPanel(context.view, context.quality, context.files);
          }};
}

}  // namespace jitterscope
