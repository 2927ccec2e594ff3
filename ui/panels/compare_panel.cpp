#include "ui/panels/compare_panel.h"

#include <algorithm>

#include <QHeaderView>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/panels/panel_definition.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/interval_delegate.h"
#include "ui/words/media.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kComparePanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>Two stretches of one call, or of two: what was <b>received locally</b>, and what was <b>sent</b>, as the "
    "remote counted it. Of each medium the received stream of most packets in the stretch is compared; its figures are "
    "those that <i>jitterscope analyze --from --to</i> tells, and the table is that of <i>jitterscope compare</i>.</p>"
    "<p>The <b>95 % interval</b> of a difference comes from blocks of each stretch, long enough that what hangs "
    "together in time stays together: resampled, and of losses exchanged between the stretches; the mark in the "
    "middle is zero. <b>Clear</b>: the interval does not hold zero. <b>No clear difference</b>: it does, so chance "
    "alone may have made it. <b>Too few</b>: the stretches are too short for such blocks, or have too few "
    "independent values; the tip of the row says how many seconds would do. <b>Unknown</b>: a figure is not known, "
    "or the two are not of the same thing. Where nothing changed, up to one of five tables still has a clear one "
    "among the rows of a stream. <i>Künsch 1989, Zou and Donner 2008; shares lost: Janssen 1997, Newcombe "
    "1998.</i></p>"
    "<p>A clear difference does not tell what made it: what was set otherwise stands above the table, and other things "
    "may have changed too.</p>");

constexpr int kRoomForAll = 640;  // px, of all columns

enum Column : int { kFigure, kBefore, kAfter, kChange, kInterval, kVerdict };

struct FigureTip {
  std::string_view name;
  const char* tip;
};
constexpr std::array kTips{
    FigureTip{
        "loss_ratio",
        QT_TRANSLATE_NOOP("Tr", "Lost over expected packets (RFC 3550, A.3); the change in percentage points (pp)")},
    FigureTip{"delay_p95_ms",
              QT_TRANSLATE_NOOP(
                  "Tr", "95 of 100 packets took at most this long one way; wider by what the clocks may be off")},
    FigureTip{"delay_spread_ms",
              QT_TRANSLATE_NOOP("Tr", "95th less 50th percentile of the way’s delay: no clock error is in it")},
    FigureTip{
        "interarrival_stddev_ms",
        QT_TRANSLATE_NOOP("Tr", "Standard deviation of the times between the arrivals of packets: what shaping moves")},
    FigureTip{"optimal_buffer_ms",
              QT_TRANSLATE_NOOP("Tr", "Buffer at the optimum of the compensation curve (Claypool 1998, §8.1)")},
    FigureTip{"latency_ms",
              QT_TRANSLATE_NOOP("Tr", "From capture to the loudspeaker or the screen, as far as it is known")},
    FigureTip{
        "quality_distance",
        QT_TRANSLATE_NOOP("Tr", "Euclidean, by the limits of a videoconference: 1 at the border (Claypool 1998, §7)")},
    FigureTip{"frame_loss_ratio", QT_TRANSLATE_NOOP("Tr", "Frames that did not come whole, of those that were due")},
    FigureTip{"jitter_mean_ms",
              QT_TRANSLATE_NOOP("Tr", "Interarrival jitter, mean of what the remote’s summaries say")}};

QString tip_of_figure(Direction direction, std::string_view name) {
  const auto* found = std::ranges::find(kTips, name, &FigureTip::name);
  if (found == kTips.end()) return {};
  const auto tip = Tr::tr(found->tip);
  return direction == Direction::kReceived ? tip : Tr::tr("As the remote counted. %1").arg(tip);
}

QString name_of_row(const MediumComparison& of, std::string_view words) {
  const auto medium = Tr::tr(kMediumNames[static_cast<std::size_t>(of.medium)]);
  return (of.direction == Direction::kSent ? Tr::tr("sent %1: %2") : QString("%1: %2")).arg(medium, text_of(words));
}

QString value_words(FigureUnit unit, std::optional<double> value) {
  switch (unit) {
    case FigureUnit::kShare: return percent(value);
    case FigureUnit::kMs: return figure(value, "ms");
    case FigureUnit::kNone: break;
  }
  return figure(value);
}

QString change_words(FigureUnit unit, std::optional<double> value) {
  if (!value) return kDash;
  return signed_figure(unit == FigureUnit::kShare ? *value * 100 : *value, unit == FigureUnit::kShare ? Tr::tr("pp")
                                                                           : unit == FigureUnit::kMs  ? QString("ms")
                                                                                                      : QString())
      .trimmed();
}

QString interval_words(const ComparedFigure& of) {
  if (!of.interval) return kDash;
  return change_words(of.unit, of.interval->low) + " … " + change_words(of.unit, of.interval->high);
}

/// Clear, but as large before as after in what is read.
bool is_small(const ComparedFigure& of) {
  return of.verdict == DifferenceVerdict::kClear && value_words(of.unit, of.before) == value_words(of.unit, of.after);
}

QString joined(const std::vector<std::string>& notes) {
  QStringList lines;
  for (const std::string& note : notes) lines << text_of(note);
  return lines.join('\n');
}

}  // namespace

ComparePanel::ComparePanel(ViewState& view_state, ComparedStretches& compared, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Compare"), Tr::tr(kComparePanelDefinition), parent),
      compared_(compared) {
  using Part = ComparedStretches::Part;
  for (const Part part : {Part::kBefore, Part::kAfter}) {
    auto* take = new QToolButton;
    const bool before = part == Part::kBefore;
    take->setText(before ? Tr::tr("take as before") : Tr::tr("take as after"));
    take->setAccessibleName(before ? Tr::tr("Take the time shown as the stretch before")
                                   : Tr::tr("Take the time shown as the stretch after"));
    take->setToolTip(Tr::tr("The selected time, else what is visible of the time axis (%1)")
                         .arg(before ? "Ctrl+B" : "Ctrl+Shift+B"));
    connect(take, &QToolButton::clicked, this, [this, part] { compared_.take(part); });
    add_button(take);
  }
  auto* let_go = new QToolButton;
  let_go->setText(Tr::tr("let go"));
  let_go->setAccessibleName(Tr::tr("Let both stretches go"));
  let_go->setToolTip(Tr::tr("Nothing is compared any more, and this panel closes"));
  connect(let_go, &QToolButton::clicked, this, [this] { compared_.let_go(); });
  add_button(let_go);
  auto* column = new QVBoxLayout(body());
  set_spaces(column, {0, 0, 4, 0}, 4);
  for (auto*& line : stretches_) line = make_line(*column);
  state_ = make_line(*column);
  column->addWidget(table_ = new FigureTable({Tr::tr("Figure"), Tr::tr("Before"), Tr::tr("After"), Tr::tr("Change"),
                                              Tr::tr("95 % interval"), ""},
                                             Tr::tr("What changed between two stretches")),
                    1);
  table_->setItemDelegateForColumn(kInterval, new IntervalDelegate(table_));
  table_->horizontalHeaderItem(kInterval)->setTextAlignment(Qt::AlignCenter);
  table_->horizontalHeaderItem(kVerdict)->setData(Qt::AccessibleTextRole, Tr::tr("Verdict"));
  table_->horizontalHeaderItem(kInterval)->setToolTip(Tr::tr("Of the change; the mark in the middle is zero"));
  for (const Column fitted : {kFigure, kBefore, kAfter, kChange, kVerdict}) table_->fit_column(fitted);
  table_->set_command([this] { return compared_.command(); });
  notes_ = make_line(*column);
  notes_->setProperty("muted", true);
  column->addStretch();
  connect(&compared_, &ComparedStretches::changed, &view_state, &ViewState::touch);
}

/// By the mouse Space stays that of the window.
void ComparePanel::add_button(QToolButton* button) {
  button->setFocusPolicy(Qt::TabFocus);
  add_to_header(button);
}

/// The interval's bar shows the change too, and its tip says both.
void ComparePanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  table_->show_column(kChange, width() >= px(kRoomForAll));
}

QLabel* ComparePanel::make_line(QVBoxLayout& column) {
  auto* line = new QLabel;
  line->setWordWrap(true);
  line->setTextFormat(Qt::PlainText);
  let_copy(line);
  use_small_font(line);
  column.addWidget(line);
  return line;
}

void ComparePanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>&) {
  using Part = ComparedStretches::Part;
  const auto &before = compared_.stretch(Part::kBefore), &after = compared_.stretch(Part::kAfter);
  if (!before && !after)
    return show_empty(Tr::tr(
        "What changed between two stretches of time appears here, of one recorded call or of two.\nSelect time (drag "
        "with Shift over a plot) or show it, and press “take as before”; then the same with “take as after”."));
  show_body();
  stretches_[0]->setText(Tr::tr("Before: %1").arg(before ? before->words : Tr::tr("not taken yet")));
  stretches_[1]->setText(Tr::tr("After: %1").arg(after ? after->words : Tr::tr("not taken yet")));
  const auto* table = compared_.table();
  const auto missing = !before || !after ? Tr::tr("Take the other stretch too.") : Tr::tr("Being compared …");
  state_->setText(table ? compared_.set_words() : compared_.sentence().isEmpty() ? missing : compared_.sentence());
  state_->setVisible(!state_->text().isEmpty());
  table_->setVisible(table && !table->media.empty());
  notes_->setText(table ? joined(table->notes) : QString());
  notes_->setVisible(!notes_->text().isEmpty());
  Reading reading;
  if (table) {
    fill_table(*table);
    std::size_t clear = 0, all = 0;
    for (const auto& medium : table->media) {
      all += medium.figures.size();
      clear += static_cast<std::size_t>(std::ranges::count_if(medium.figures, [](const ComparedFigure& of) {
        return of.verdict == DifferenceVerdict::kClear && !is_small(of);
      }));
    }
    reading.push_back({std::nullopt, Tr::tr("%1 of %2 figures differ clearly").arg(clear).arg(all)});
  }
  set_reading(std::move(reading));
  set_span(Tr::tr("two stretches"));
}

void ComparePanel::fill_table(const Comparison& comparison) {
  int rows = 0;
  for (const auto& medium : comparison.media) rows += static_cast<int>(medium.figures.size());
  table_->set_rows(rows);
  int row = 0;
  for (const auto& medium : comparison.media)
    for (const auto& figure : medium.figures) set_row(row++, medium, figure);
}

void ComparePanel::set_row(int row, const MediumComparison& stream, const ComparedFigure& of) {
  const auto tip = tip_of_figure(stream.direction, of.name), reason = text_of(of.reason);
  table_->set_cell(row, kFigure, name_of_row(stream, of.words), tip);
  table_->set_cell(row, kBefore, value_words(of.unit, of.before), tip, reason);
  table_->set_cell(row, kAfter, value_words(of.unit, of.after), tip, reason);
  table_->set_cell(row, kChange, change_words(of.unit, of.difference), tip, reason);
  table_->set_cell(row, kInterval, interval_words(of),
                   of.interval ? change_words(of.unit, of.difference) + ", 95 %: " + interval_words(of) : QString(),
                   reason);
  table_->item(row, kInterval)->setTextAlignment(Qt::AlignCenter);
  IntervalDelegate::set(*table_->item(row, kInterval), of.interval, of.difference.value_or(0));
  table_->set_cell(row, kVerdict, is_small(of) ? Tr::tr("clear, but small") : text_of(to_string(of.verdict)), reason);
}

void ComparePanel::write_csv(QTextStream& out) const {
  table_->write_csv(out);
}

PanelDefinition compare_panel() {
  return {{}, 105, true, [](const PanelContext& context) -> Panel* {
            return new ComparePanel(context.view, *context.compared);
          }};
}

}  // namespace jitterscope
