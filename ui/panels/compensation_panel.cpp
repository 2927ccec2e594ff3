#include "ui/panels/compensation_panel.h"

#include <algorithm>

#include <QBoxLayout>
#include <QPushButton>

#include "core/events/words.h"
#include "core/measures/views/compensation_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/measures_reading.h"
#include "ui/plots/curve_plot.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/segments.h"
#include "ui/widgets/window_chooser.h"
#include "ui/words/csv_table.h"
#include "ui/words/label_words.h"
#include "ui/words/media.h"
#include "ui/words/playout_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kCompensationPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p><b>Compensation curve</b>: with a buffer of that many ms (up), the share of blocks or frames that come later "
    "and are dropped (across). <b>Area</b> = area under it = 100 × the mean lateness. <b>Optimum</b> = its point "
    "nearest to the origin once the axes are scaled by the largest share and buffer one would accept. <i>Claypool, "
    "Habermann and Riedl 1998, §8.1, Fig 16.</i></p>"
    "<p>Lateness is the time from capture (the RTP timestamp) to completion, over the shortest such time or that of "
    "the first. The drift of the RTP clock is always taken out; where the clocks of the two ends drift apart enough to "
    "matter that is taken out too, and it says so.</p>"
    "<p><b>Points</b>: what playout policies make of the same arrivals; filled and bold: in force, measured on what "
    "was played; hollow: in the shadow. <b>E</b> plays everything, later and later; <b>I</b> drops what is late; "
    "<b>Ramjee 1–4</b> follow the delay from talkspurt to talkspurt <i>(Ramjee et al. 1994)</i>; <b>QM</b> shortens a "
    "queue that stays long <i>(Stone and Jeffay 1995)</i>. <b>Offline bound</b>: no policy whose delay is fixed within "
    "a talkspurt can lie below it <i>(Moon, Kurose and Towsley 1998)</i>.</p>"
    "<p>Wheel zooms (over an axis that axis alone), double click resets; drag the line of the buffer, or type it. H "
    "holds the curve for before and after.</p>");

constexpr int kOneRow = 700;        // px: both rows of fields fit beside each other
constexpr int kNarrowest = 332;     // px: two rows of fields
constexpr int kRoomForWord = 420;   // px
constexpr int kAroundRows = 18;     // px: the panel's margins
constexpr int kRoomForQuery = 240;  // px of height
enum : int { kAudioOnly, kVideoOnly, kTogether };

QuantityField* small_field(const QString& name, const QString& unit, double most, const QString& tip) {
  auto* field = new QuantityField(name, unit, unit == " ms" ? 0 : 0.1, most, 1, tip);
  use_small_font(field);
  field->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  when_sized(field, [=] {
    const int words = field->fontMetrics().horizontalAdvance("230 ms"), around = px(26) + 6;  // Qt's own part stays
    field->setFixedWidth(std::max(px(68), words + around));
  });
  return field;
}

}  // namespace

CompensationPanel::CompensationPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Compensation"), Tr::tr(kCompensationPanelDefinition), parent) {
  add_to_header(media_ =
                    new Segments({Tr::tr("audio"), Tr::tr("video"), Tr::tr("both")}, Tr::tr("Compensation curve of")));
  media_->set_current(kAudioOnly);
  auto* column = new QVBoxLayout(body());
  set_spaces(column, {0, 0, 4, 0}, 2);
  column->addWidget(plot_ = new CurvePlot, 1);
  rows_ = new QBoxLayout(QBoxLayout::TopToBottom);
  rows_->setSpacing(px(2));
  rows_->addWidget(buffer_row_ = build_buffer_row());
  rows_->addWidget(query_row_ = build_query_row());
  query_row_->hide();  // until there is room: shown at first it would make a low window higher
  column->addLayout(rows_);
  connect(media_, &Segments::chosen, this, [this] {
    medium_chosen_ = true;
    draw_curves();
  });
  connect(plot_, &CurvePlot::buffer_moved, buffer_, &QDoubleSpinBox::setValue);
  connect(&view(), &ViewState::changed, this, &CompensationPanel::show_query);
  show_query();
}

QWidget* CompensationPanel::build_buffer_row() {
  auto* widget = new QWidget;
  auto* row = make_row(4, widget);
  buffer_ = small_field(Tr::tr("Buffer to try"), " ms", PlayoutSetting::kMostDelay.ms(),
                        Tr::tr("What would this buffer cost? Also the line in the plot, which can be dragged"));
  buffer_->setValue(60);
  use_ = new QPushButton(Tr::tr("Use it"));
  use_small_font(use_);
  row->addWidget(muted_label(Tr::tr("Buffer"), buffer_));
  row->addWidget(buffer_);
  row->addWidget(cost_ = new QLabel, 1);
  row->addWidget(use_);
  use_small_font(cost_);
  cost_->setTextFormat(Qt::RichText);
  cost_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  connect(buffer_, &QDoubleSpinBox::valueChanged, this, [this] {
    plot_->set_buffer(buffer_->value());
    plot_->draw();
    show_cost();
  });
  connect(use_, &QPushButton::clicked, this, &CompensationPanel::use_buffer);
  return widget;
}

QWidget* CompensationPanel::build_query_row() {
  auto* widget = new QWidget;
  auto* row = make_row(4, widget);
  gap_scale_ =
      small_field(Tr::tr("Largest share dropped"), " %", 100,
                  Tr::tr("Normaliser of the optimum: a share dropped of that much counts as much as the buffer beside "
                         "it. 6 % in claypool98, §8.1"));
  buffer_scale_ = small_field(Tr::tr("Largest buffer"), " ms", PlayoutSetting::kMostDelay.ms(),
                              Tr::tr("Normaliser of the optimum: 230 ms in claypool98, §8.1"));
  buffer_scale_->setMinimum(1);
  reference_ = new Segments({Tr::tr("minimum"), Tr::tr("first")}, Tr::tr("Lateness over the transit that was"));
  reference_->set_tip(0, Tr::tr("Lateness is what the transit takes longer than the shortest one"));
  reference_->set_tip(1,
                      Tr::tr("Lateness is what the transit takes longer than the first one (claypool98’s I-policy)"));
  for (auto* button : reference_->findChildren<QWidget*>()) use_small_font(button);
  row->addWidget(muted_label(Tr::tr("Scales"), gap_scale_));
  row->addWidget(gap_scale_);
  row->addWidget(buffer_scale_);
  row->addStretch(1);
  row->addWidget(reference_name_ = muted_label(Tr::tr("Reference")));
  reference_name_->hide();  // until there is room
  row->addWidget(reference_);
  for (auto* field : {gap_scale_, buffer_scale_})
    connect(field, &QDoubleSpinBox::valueChanged, this, &CompensationPanel::edit_query);
  connect(reference_, &Segments::chosen, this, &CompensationPanel::edit_query);
  return widget;
}

void CompensationPanel::leave_out_controls() {
  for (auto* row : {buffer_row_, query_row_}) row->hide();
  plot_->hide_buffer();
}

void CompensationPanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  reference_name_->setVisible(width() >= px(kRoomForWord));
  const int room = width() - px(kAroundRows), buffer = buffer_row_->minimumSizeHint().width(),
            query = query_row_->minimumSizeHint().width();
  const bool one_row = width() >= px(kOneRow) && buffer + px(24) + query <= room;
  query_row_->setVisible(!is_figure() && query <= room && (one_row || height() >= px(kRoomForQuery)));
  rows_->setDirection(one_row ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  rows_->setSpacing(one_row ? px(24) : px(2));
}

/// Of the narrowest and lowest way to arrange it, which it takes once it has no room for another.
QSize CompensationPanel::minimumSizeHint() const {
  const QSize least = Panel::minimumSizeHint();
  const int query = query_row_->isHidden() || rows_->direction() == QBoxLayout::LeftToRight
                        ? 0
                        : query_row_->sizeHint().height() + rows_->spacing();
  const int rows = buffer_row_->minimumSizeHint().width() + px(kAroundRows);
  return {std::max({std::min(least.width(), px(kNarrowest)), head_width(), rows}), least.height() - query};
}

bool CompensationPanel::shows(Medium medium) const {
  return media_->current() == kTogether || media_->current() == (medium == Medium::kAudio ? kAudioOnly : kVideoOnly);
}

CompensationPanel::View CompensationPanel::view_in(const std::shared_ptr<const CallSnapshot>& snapshot,
                                                   Medium medium) const {
  if (!snapshot || !shows(medium)) return nullptr;
  const auto found = snapshot->received(medium).compensation.first();
  return found && !found->report.curve.empty() ? found : nullptr;
}

/// Turns to the only medium of a file until the user chooses, and for the call back to what was shown before.
void CompensationPanel::propose_medium(const CallSnapshot& now) {
  if (medium_chosen_) return;
  if (!view().shows_file()) {
    if (const auto before = std::exchange(before_file_, std::nullopt)) media_->set_current(*before);
    return;
  }
  if (media_->current() == kTogether) return;
  const bool audio = now.received(Medium::kAudio).figures.active, video = now.received(Medium::kVideo).figures.active;
  if (audio == video) return;
  if (!before_file_) before_file_ = media_->current();
  media_->set_current(audio ? kAudioOnly : kVideoOnly);
}

void CompensationPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  drawn_ = snapshot;
  if (snapshot) propose_medium(*snapshot);
  draw_curves();
}

void CompensationPanel::draw_curves() {
  held_ = view().held();
  if (!drawn_)
    return show_empty(Tr::tr(
        "What each millisecond of buffering would cost, and what every playout policy makes of the same arrivals, "
        "appears here once a call is up."));
  Reading reading;
  for (const auto medium : kMedia) {
    const auto now = view_in(drawn_, medium);
    plot_->set_curve(medium, now, view_in(held_, medium));
    if (now) read(reading, medium, *now);
  }
  if (reading.empty())
    return show_empty_in(
        *drawn_, Tr::tr("No %1 has been received yet. The curve of its lateness appears here as soon as some comes.")
                     .arg(media_->current() == kTogether    ? Tr::tr("sound or picture")
                          : media_->current() == kAudioOnly ? Tr::tr("sound")
                                                            : Tr::tr("picture")));
  show_body();
  set_reading(std::move(reading));
  if (scale_epoch_ != view().scale_epoch() || view().shows_file()) plot_->reset_scale();
  scale_epoch_ = view().scale_epoch();
  const auto any = view_in(drawn_, Medium::kAudio) ? view_in(drawn_, Medium::kAudio) : view_in(drawn_, Medium::kVideo);
  set_figures_span(*drawn_, measured_words(any->query), Tr::tr("Curve, optimum, area and points of policies"));
  plot_->set_note(note());
  plot_->draw();
  show_cost();
}

void CompensationPanel::read(Reading& reading, Medium medium, const CompensationView& now) const {
  const auto& best = now.report.optimal;
  const auto ms = figure(best.buffer_ms, "ms");
  const auto optimum =
      Tr::tr("%1 optimum %2, %3 dropped").arg(medium_name(medium), ms, figure(best.dropped_percent, "%"));
  const double after = now.report.area_ms_percent;
  auto area = Tr::tr("area %1").arg(figure(after, "ms·%"));
  if (const auto held = view_in(held_, medium); held && comparable(now.query, held->query)) {
    const double before = held->report.area_ms_percent;
    if (before > 0 && after > 0)
      area += before >= after ? Tr::tr("; %1 × smaller than held").arg(figure(before / after))
                              : Tr::tr("; %1 × larger than held").arg(figure(after / before));
  }
  const auto hue = hue_of(medium);
  if (media_->current() == kTogether) return reading.push_back({hue, optimum + ", " + area, false, ms});
  reading.push_back({hue, optimum, false, ms});
  reading.push_back({std::nullopt, area});
}

/// What the curves are of, and whether clock skew was taken out.
QString CompensationPanel::note() const {
  QStringList lines;
  const bool both = media_->current() == kTogether;
  for (const auto medium : kMedia) {
    const auto now = view_in(drawn_, medium);
    if (!now) continue;
    lines << (both ? medium_name(medium).toLower() + ": " : QString()) +
                 (medium == Medium::kAudio ? Tr::tr("%1 blocks in %2") : Tr::tr("%1 frames in %2"))
                     .arg(count_text(now->report.frames), figure(now->to_s - now->from_s, "s"));
    if (now->report.skew_removed)
      lines << Tr::tr("clock skew of %1 removed, %2")
                   .arg(figure(now->skew_ppm, "ppm"), QString::fromStdString(now->report.skew_by));
    if (now->skew_candidate)
      lines << Tr::tr("straight drift of %1, clocks or a growing queue: not removed").arg(figure(now->skew_ppm, "ppm"));
    if (now->skew_refused) lines << Tr::tr("no clock skew to remove: the clocks agree");
    if (now->skew_unknown) lines << Tr::tr("clock skew not looked for: too long");
  }
  return lines.join('\n');
}

void CompensationPanel::show_cost() {
  QStringList parts, names;
  bool in_force = true;
  for (const auto medium : kMedia) {
    const auto now = view_in(drawn_, medium);
    if (!now) continue;
    names << medium_name(medium).toLower();
    parts << QString("<span style=\"color:%1\">■</span> %2")
                 .arg(colours()[hue_of(medium)].name(), figure(dropped_at(now->report.curve, buffer_->value()), "%"));
    const auto& points = now->points;
    in_force = in_force && std::any_of(points.begin(), points.end(), [this](const OperatingPoint& point) {
                 return point.in_force && point.setting == chosen();
               });
  }
  in_force = in_force && !names.isEmpty();
  cost_->setText(Tr::tr("drops %1").arg(parts.join(", ")) + (in_force ? ", " + Tr::tr("in force") : QString()));
  use_->setVisible(!in_force);
  // As wide whatever is dropped, and with the words in place of the button: numbers give the panel no other width.
  const auto wide = [this](const QString& words) { return cost_->fontMetrics().horizontalAdvance(words); };
  const int shares = wide(Tr::tr("drops %1").arg(QString())) + static_cast<int>(names.size()) * wide("■ 88.8 %, "),
            button = use_->sizeHint().width();
  cost_->setMinimumWidth(in_force ? shares + std::max(wide(Tr::tr("in force")), button) : shares);
  use_->setEnabled(!names.isEmpty() && !view().shows_file());  // the call is elsewhere
  use_->setToolTip(Tr::tr("Play received %1 with a fixed delay of %2 from now on")
                       .arg(names.join(Tr::tr(" and ")), figure(buffer_->value(), "ms")));
}

void CompensationPanel::use_buffer() {
  for (const auto medium : kMedia)
    if (view_in(drawn_, medium)) emit wanted_playout(medium, chosen());
}

void CompensationPanel::show_query() {
  gap_scale_->show_value(view().query().gap_scale_percent);
  buffer_scale_->show_value(view().query().buffer_scale_ms);
  reference_->set_current(view().query().reference == LatenessReference::kFirst ? 1 : 0);
}

void CompensationPanel::edit_query() {
  auto query = view().query();
  query.gap_scale_percent = gap_scale_->value();
  query.buffer_scale_ms = buffer_scale_->value();
  query.reference = reference_->current() == 1 ? LatenessReference::kFirst : LatenessReference::kMinimum;
  view().set_query(query);
}

void CompensationPanel::write_csv(QTextStream& out) const {
  CsvTable table{title(), {"medium", "what", "name", "buffer_ms", "dropped_percent"}};
  const auto row = [&table](Medium medium, const char* what, const QString& name, double ms, double percent) {
    table.rows.push_back({text_of(to_string(medium)), what, name, csv_number(ms), csv_number(percent)});
  };
  const auto curve = [&row](Medium medium, const char* of, const char* best, const CompensationReport& report) {
    for (const auto& corner : report.curve) row(medium, of, {}, corner.buffer_ms, corner.dropped_percent);
    row(medium, best, {}, report.optimal.buffer_ms, report.optimal.dropped_percent);
  };
  for (const auto medium : kMedia) {
    if (const auto now = view_in(drawn_, medium)) {
      curve(medium, "curve", "optimum", now->report);
      for (const auto& point : now->points)
        row(medium, point.in_force ? "in force" : "shadow", QString::fromStdString(point.setting.to_string()),
            point.delay_ms, point.dropped_percent);
      for (const auto& point : now->bound) row(medium, "bound", {}, point.buffer_ms, point.dropped_percent);
    }
    if (const auto held = view_in(held_, medium)) curve(medium, "held curve", "held optimum", held->report);
  }
  write_tables(out, {table});
}

PanelDefinition compensation_panel() {
  return top_panel<CompensationPanel>("compensation", 2);
}

}  // namespace jitterscope
