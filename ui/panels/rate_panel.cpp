#include "ui/panels/rate_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/measures/views/demonstration_view.h"
#include "core/measures/views/rate_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/panels/parts/rate_readings.h"
#include "ui/plots/series_shapes.h"
#include "ui/plots/tick_row.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/segments.h"
#include "ui/words/label_words.h"
#include "ui/words/rate_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr auto kRateDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>The sound listens to the network and steers the picture. The receiver judges the one-way delays of the "
    "last K = 32, 64 and 128 packets of sound; the sender’s controller searches for the rate that the path leaves "
    "to the picture. <i>Latecki et al. 2004, §3.</i></p>"
    "<p>The K delays are cut into √K groups, each given by its median. <b>PCT</b> (pairwise comparison): steps up "
    "less steps down, of more than ε, over all steps. <b>PDT</b> (pairwise difference): last less first median, "
    "over the sum of all steps. Increasing: one above U and the other above L; decreasing: the mirror; steady: "
    "both within ±L; else ambiguous. ε is never below the measured <b>noise</b> of medians; groups that all lie "
    "within it give PCT and PDT 0, steady.</p>"
    "<p><b>Verdict</b>: what any scale says and none contradicts; steady takes two scales, or the only full one. "
    "Strip: a bar up is increasing, a bar down decreasing, half a bar ambiguous with the way it leans, a line "
    "steady. Over the delay: ╱ increasing, ╲ decreasing, dots ambiguous, a faint fill steady; plain: no verdict, "
    "as after each break, when the windows begin anew.</p>"
    "<p><b>R(t)</b>: the target for the picture, with all headers. A rate that was too much becomes R_max, one "
    "that went well R_min; the next lies half-way; in the end R_min less a margin. 0 = a break, while the queue "
    "drains. <b>Rise</b>: the median of the last 8 delays over their base; it tells of a queue seconds before a "
    "scale is full, so most breaks come from it. <b>Available</b>: what the emulated link leaves to the picture. "
    "H holds delay and target as dashed lines.</p>"
    "<p><b>TCP RTT</b>: the smoothed round trip that the kernel tells of the picture’s connection, while it goes "
    "by TCP; through an emulated link, of the way to the relay.</p>");

constexpr int kRoomForTests = 430, kRoomForVerdicts = 330, kLeastRateHeight = 220;  // px
enum : int { kBand, kLow, kHigh, kAvailable, kReceivedRate, kSentRate, kTarget };

void show_words(QLabel& label, const QString& words) {
  set_words(label, words);
  label.setVisible(!words.isEmpty());
}

/// One label for both, where no line strikes it through: above U, or where U is high in the wider of the two rooms
/// below.
std::vector<TimePlot::Limit> limits_of(double low, double high) {
  constexpr double kRoomForWords = 0.4;  // of a plot from -1.1 to 1.1
  const auto words = "U " + figure(high) + ", L " + figure(low);
  const int labelled = high + kRoomForWords <= 1.1 ? 0 : high - low >= kRoomForWords ? 1 : 2;
  std::vector<TimePlot::Limit> limits;
  for (const double level : {high, low, -low, -high})
    limits.push_back({level, static_cast<int>(limits.size()) == labelled ? words : QString()});
  return limits;
}

}  // namespace

RatePanel::RatePanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Rate control"), Tr::tr(kRateDefinition), parent) {
  side_ = new Segments({Tr::tr("local sending"), Tr::tr("remote sending")}, Tr::tr("Rate control of"));
  scales_ = new Segments({"32", "64", "128", Tr::tr("all")}, Tr::tr("Packets of sound judged"));
  for (auto* segments : {side_, scales_}) {
    for (auto* button : segments->findChildren<QWidget*>()) use_small_font(button);
    connect(segments, &Segments::chosen, this, [this] { redraw(); });
  }
  side_->set_tip(0, Tr::tr("Your picture, steered by what the remote reports of your sound"));
  side_->set_tip(1, Tr::tr("The remote’s sound, as this end judges it for the remote"));
  side_->set_current(0);
  for (int i = 0; i < kAllScales; ++i)
    scales_->set_tip(i, Tr::tr("The last %1 packets").arg(kTrendPackets[static_cast<std::size_t>(i)]));
  scales_->set_tip(kAllScales, Tr::tr("All three: ··· 32, ╌╌ 64, ── 128 packets"));
  scales_->set_current(kAllScales);
  add_to_header(side_);
  auto* column = make_column(0, body());
  build_words(*column);
  build_delay(*column);
  build_tests(*column);
  build_rate(*column);
  for (auto* line : {delay_line_, tests_line_, rate_line_}) line->set_wraps(true);
}

void RatePanel::build_words(QVBoxLayout& column) {
  column.addWidget(decision_ = new QLabel);
  column.addWidget(losses_ = muted_label());
  for (auto* label : {decision_, losses_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    let_copy(label);
  }
  decision_->setAccessibleName(Tr::tr("Last decision and its reason"));
  losses_->setAccessibleName(Tr::tr("Pictures left out, and the connection"));
  losses_->setToolTip(Tr::tr(
      "Pictures that were not sent since the call began, and why; with TCP what the kernel says of the connection"));
}

void RatePanel::build_delay(QVBoxLayout& column) {
  column.addWidget(delay_line_ = new ReadingLine);
  column.addWidget(delay_ = new TimePlot(view(), Tr::tr("Delay"), "ms", 10), 4);
  delay_->add_series(Tr::tr("delay"), Hue::kAudio);
  phases_ = std::make_unique<PhaseShade>(*delay_, view(), PhaseShade::Form::kWholeHeight);
  column.addWidget(lost_ = new TickRow(view(), Tr::tr("Lost"), Tr::tr("block of sound lost"),
                                       Tr::tr("blocks of sound lost"), Hue::kAudio));
  column.addWidget(round_trip_ = new TimePlot(view(), "TCP RTT", "ms", 10), 2);
  round_trip_->add_series(Tr::tr("TCP round trip"), Hue::kNetwork);
}

void RatePanel::build_tests(QVBoxLayout& column) {
  auto* row = make_row(8);
  row->addWidget(tests_line_ = new ReadingLine, 1);
  row->addWidget(scales_);
  row->addWidget(decides_ = make_fold_heading(Tr::tr("How it decides")));
  use_small_font(decides_);
  decides_->setProperty("muted", true);
  connect(decides_, &QToolButton::clicked, this, [this] { set_tests_shown(tests_shown()); });
  column.addLayout(row);
  column.addWidget(pct_ = new TimePlot(view(), "PCT", {}, 1), 3);
  column.addWidget(pdt_ = new TimePlot(view(), "PDT", {}, 1), 3);
  column.addWidget(strip_ = new TimePlot(view(), Tr::tr("Verdict"), {}, 1), 2);
  for (auto* plot : {pct_, pdt_}) {
    plot->set_fixed_axis(-1.1, 1.35);  // room for the label of 1
    auto ends = QSharedPointer<QCPAxisTickerText>::create();
    for (const int end : {-1, 0, 1}) ends->addTick(end, QString::number(end));
    plot->yAxis->setTicker(ends);
    for (std::size_t i = 0; i < rate_pens::kScales.size(); ++i)
      plot->add_series(plot->accessibleName() + QString(" %1").arg(kTrendPackets[i]), Hue::kAudio,
                       rate_pens::kScales[i]);
  }
  strip_->set_fixed_axis(-1.1, 1.1);
  auto signs = QSharedPointer<QCPAxisTickerText>::create();
  for (const double verdict : {-1.0, 0.0, 1.0}) signs->addTick(0.6 * verdict, verdict_sign(verdict));
  strip_->yAxis->setTicker(signs);
  verdicts_ = std::make_unique<PhaseShade>(*strip_, view(), PhaseShade::Form::kStrip);
  for (auto* plot : {delay_, strip_}) plot->set_words_at([this](double at_s) { return verdicts_->words_at(at_s); });
  for (auto* plot : {delay_, round_trip_, pct_, pdt_, strip_}) plot->set_time_labels(false);
}

void RatePanel::build_rate(QVBoxLayout& column) {
  column.addWidget(rate_line_ = new ReadingLine);
  column.addWidget(rate_ = new TimePlot(view(), "R(t)", "kbit/s", 50), 6);
  rate_->add_series(Tr::tr("R_min to R_max"), Hue::kLimit, Qt::NoPen);
  rate_->add_series("R_min", Hue::kLimit, rate_pens::kLow);
  rate_->add_series("R_max", Hue::kLimit, rate_pens::kHigh);
  rate_->add_series(Tr::tr("available"), Hue::kNetwork, rate_pens::kAvailable);
  rate_->add_series(Tr::tr("received"), Hue::kVideo, rate_pens::kReceived);
  rate_->add_series(Tr::tr("sent"), Hue::kVideo);
  rate_->add_series(Tr::tr("target"), Hue::kPlain);
  for (const int series : {kBand, kLow, kHigh, kAvailable, kTarget}) rate_->set_steps(series);
  for (const int series : {kBand, kHigh, kAvailable}) rate_->set_out_of_reach(series);
}

void RatePanel::choose(Direction direction) {
  side_->set_current(direction == Direction::kSent ? 0 : 1);
  redraw();
}

void RatePanel::set_tests_shown(bool shown) {
  decides_->setChecked(shown);
  show_fold_of(*decides_);
  share_height();
}

/// Where the panel is low there is first no room for how it decides, then none for its verdicts.
void RatePanel::share_height() {
  const bool room = height() >= px(kRoomForTests), tests = tests_shown() && room;
  const bool verdicts = height() >= px(kRoomForVerdicts);
  decides_->setVisible(room);
  for (auto* part : std::initializer_list<QWidget*>{scales_, pct_, pdt_}) part->setVisible(tests);
  for (auto* part : std::initializer_list<QWidget*>{tests_line_, strip_}) part->setVisible(verdicts);
}

void RatePanel::resizeEvent(QResizeEvent* event) {
  Panel::resizeEvent(event);
  share_height();
}

/// Of what is there when it is low.
QSize RatePanel::minimumSizeHint() const {
  return {Panel::minimumSizeHint().width(), px(kLeastRateHeight)};
}

void RatePanel::choose_scale(int index) {
  scales_->set_current(index);
  redraw();
}

bool RatePanel::shows_scale(std::size_t scale) const {
  return scales_->current() == kAllScales || scales_->current() == static_cast<int>(scale);
}

RatePanel::View RatePanel::view_in(const std::shared_ptr<const CallSnapshot>& snapshot) const {
  if (!snapshot) return nullptr;
  return direction() == Direction::kSent ? snapshot->rate_sent : snapshot->rate_received;
}

void RatePanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  drawn_ = snapshot;
  shown_ = view_in(snapshot);
  if (!snapshot)
    return show_empty(Tr::tr(
        "How the delay of the sound steers the rate of the picture appears here once a call is up: delay, the tests "
        "for a trend, the verdict and the rate.\nChoose a controller under Rate control."));
  if (!shown_)
    return show_empty(
        direction() == Direction::kSent
            ? Tr::tr("The remote has not yet reported on your sound. Its reports appear here once sound is sent and 32 "
                     "packets have arrived.\nSwitch rate control on to let them steer your picture.")
            : Tr::tr("No sound of the remote has been judged yet. Its delays appear here once it sends sound."));
  show_body();
  prepare(shown_);
  const auto held = view_in(view().held());
  draw_words(*shown_);
  draw_delay(*shown_, held.get());
  draw_tests(*shown_);
  draw_rate(*shown_, held.get());
  for (auto* plot : {delay_, round_trip_, pct_, pdt_, strip_, rate_}) plot->draw(snapshot->marks);
}

/// Series over the whole call made ready to be drawn: not again while time or range alone move on.
void RatePanel::prepare(const View& view) {
  if (view == prepared_) return;
  prepared_ = view;
  for (std::size_t i = 0; i < view->scales.size(); ++i) {
    pct_lines_[i] = broken_at_gaps(view->scales[i].pct_series);
    pdt_lines_[i] = broken_at_gaps(view->scales[i].pdt_series);
  }
  band_ = band_between(view->low_series, view->high_series);
}

void RatePanel::draw_words(const RateView& now) {
  const auto* demonstration = drawn_ && drawn_->demonstration ? &*drawn_->demonstration : nullptr;
  const bool advises = !is_figure() && (!demonstration || demonstration->seconds_left <= 0);
  show_words(*decision_, decision_sentence(now, advises));
  show_words(*losses_, losses_sentence(now));
  Reading reading;
  for (const auto& words : state_words(now)) reading.push_back({std::nullopt, words, false, words});
  set_reading(std::move(reading));
  if (drawn_)
    set_figures_span(*drawn_, view().over() ? Tr::tr("at the end") : Tr::tr("now"), {}, Tr::tr("at the end of %1"));
}

void RatePanel::draw_delay(const RateView& now, const RateView* held) {
  if (held && held->delay_is_rise != now.delay_is_rise) held = nullptr;
  delay_->set_quantity(now.delay_is_rise ? Tr::tr("Rise") : Tr::tr("Delay"));
  delay_->set_points(0, now.delay_series);
  delay_->set_held(0, held ? level_of(*held) : std::nullopt);
  lost_->set_ticks(now.lost_series);
  phases_->set_stretches(now.stretches);
  round_trip_->setVisible(now.transport == Transport::kTcp && !now.tcp_round_trip_series.empty());
  round_trip_->set_points(0, now.tcp_round_trip_series);
  delay_line_->set_reading(delay_reading(now, held));
}

void RatePanel::draw_tests(const RateView& now) {
  for (std::size_t i = 0; i < now.scales.size(); ++i) {
    const int series = static_cast<int>(i);
    pct_->set_points(series, shows_scale(i) ? pct_lines_[i] : kNoPoints);
    pdt_->set_points(series, shows_scale(i) ? pdt_lines_[i] : kNoPoints);
  }
  tests_line_->set_reading(tests_reading(now, [this](std::size_t scale) { return shows_scale(scale); }));
  pct_->set_limits(limits_of(now.trend.pct_low, now.trend.pct_high));
  pdt_->set_limits(limits_of(now.trend.pdt_low, now.trend.pdt_high));
  verdicts_->set_stretches(now.stretches);
}

void RatePanel::draw_rate(const RateView& now, const RateView* held) {
  rate_->set_envelope(kBand, band_);
  rate_->set_points(kLow, now.low_series);
  rate_->set_points(kHigh, now.high_series);
  rate_->set_points(kAvailable, now.available_series);
  rate_->set_points(kReceivedRate, now.received_series);
  rate_->set_points(kSentRate, now.sent_series);
  rate_->set_points(kTarget, now.target_series);
  rate_->set_held(kTarget, held ? held->target_kbps : std::nullopt);
  rate_line_->set_reading(rate_reading(now, held));
}

QString RatePanel::sentence() const {
  QStringList words;
  for (const auto* label : {decision_, losses_})
    if (!label->text().isEmpty()) words << label->text();
  return words.join('\n');
}

void RatePanel::write_csv(QTextStream& out) const {
  std::vector<CsvTable> tables;
  for (const auto* plot : {delay_, round_trip_, pct_, pdt_, rate_})
    if (plot != round_trip_ || !plot->isHidden()) tables.push_back(plot->table());  // others are folded: written
  tables.push_back(lost_->table());
  tables.push_back(verdicts_->table());
  write_tables(out, tables);
}

PanelDefinition rate_panel() {
  return tab_panel<RatePanel>("rate-control", 40);
}

}  // namespace jitterscope
