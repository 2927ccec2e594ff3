#include "ui/panels/parts/condition_columns.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "core/events/words.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/log_rows.h"
#include "ui/sizes.h"
#include "ui/tr.h"
#include "ui/words/clock_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kPresentSeconds = 10;
constexpr int kRoomForRate = 250, kRoomForDrops = 190, kLeastColumnHeight = 128, kLeastQueueHeight = 78;  // px
constexpr double kLargeOffset = 50;  // ms: beyond, the axis says the difference from a round number
enum : int { kBoundSeries, kOffsetSeries };

QString counted(int count, const QString& none, const QString& one, const QString& more) {
  return count == 0 ? none : (count == 1 ? one : more).arg(count);
}

QString source_words(const ClockView& clock) {
  if (!clock.synchronised) return Tr::tr("not synchronised: one-way delays are unknown");
  if (clock.source == "same clock") return Tr::tr("both ends read the same clock");
  if (clock.source == "master") return Tr::tr("this end is the master: its clock is the conference’s");
  return Tr::tr("found by exchanges with the remote");
}

}  // namespace

std::optional<double> queue_p95(const LinkView& link, const std::optional<Stretch>& stretch) {
  if (link.queue_series.empty()) return std::nullopt;
  const double from_s = stretch ? stretch->from_s() : link.queue_series.back().at_s - kPresentSeconds;
  std::vector<double> levels;
  for (const EnvelopeSlot& slot : link.queue_series)
    if (slot.at_s >= from_s && (!stretch || slot.at_s < stretch->to_s())) levels.push_back(slot.max);
  if (levels.empty()) return std::nullopt;
  std::sort(levels.begin(), levels.end());
  return levels[(levels.size() - 1) * 95 / 100];
}

QString drop_words(const LinkView& link, bool reasons) {
  std::vector<std::pair<std::int64_t, LinkDrop>> drops{{link.dropped_queue, LinkDrop::kQueueFull},
                                                       {link.dropped_random, LinkDrop::kRandomLoss},
                                                       {link.dropped_collisions, LinkDrop::kCollisions},
                                                       {link.dropped_overload, LinkDrop::kLinkFull},
                                                       {link.dropped_at_end.value_or(0), LinkDrop::kAtEnd}};
  std::ranges::sort(drops, std::greater(), &std::pair<std::int64_t, LinkDrop>::first);
  std::int64_t all = 0;
  QStringList words;
  for (const auto& [count, reason] : drops) {
    all += count;
    if (count > 0) words << text_of(to_string(reason)) + (reasons ? " " + count_text(count) : QString());
  }
  if (all == 0) return Tr::tr("nothing dropped");
  const auto share = percent(static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(1, link.offered)));
  return (reasons ? Tr::tr("%1 dropped: %2") : Tr::tr("%1 dropped (%2)"))
      .arg(share, reasons ? words.join(", ") : words.first());
}

ConditionColumn::ConditionColumn(const QString& title, int lines) {
  column_ = make_column(0, this);
  auto* heading = make_row(8);
  auto* name = new QLabel(title);
  heading->addWidget(name);
  heading->addWidget(now_ = new ReadingLine, 1);
  column_->addLayout(heading);
  set_least_height(this, kLeastColumnHeight);
  for (int i = 0; i < lines; ++i) {
    column_->addWidget(lines_.emplace_back(new ReadingLine));
    lines_.back()->set_wraps(true);
  }
  now_->set_wraps(true);
}

void ConditionColumn::add(TimePlot* plot, int share) {
  plots_.push_back(plot);
  column_->addWidget(plot, share);
}

void ConditionColumn::say(Reading now, const std::vector<QStringList>& lines) {
  now_->set_reading(std::move(now));
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Reading reading;
    if (i < lines.size())
      for (const auto& words : lines[i]) reading.push_back({std::nullopt, words, false, words});
    lines_[i]->set_reading(std::move(reading));
  }
}

void ConditionColumn::draw_plots(const std::vector<MarkRow>& marks) {
  for (auto* plot : plots_) plot->draw(marks);
}

std::vector<CsvTable> ConditionColumn::tables() const {
  std::vector<CsvTable> tables;
  for (const auto* plot : plots_) tables.push_back(plot->table());
  return tables;
}

QString ConditionColumn::text() const {
  QStringList words{now_->text()};
  for (const auto* line : lines_) words << line->text();
  return words.join(" | ");
}

LinkColumn::LinkColumn(ViewState& view, LinkWay way)
    : ConditionColumn(way == LinkWay::kUp ? Tr::tr("Up") : Tr::tr("Down"), 2) {
  const QString name = way == LinkWay::kUp ? Tr::tr("up") : Tr::tr("down");
  queue_ = new TimePlot(view, Tr::tr("Queue"), Tr::tr("packets"), 5);
  drops_ = new TimePlot(view, Tr::tr("Drops"), "/s", 1);
  rate_ = new TimePlot(view, Tr::tr("Rate"), "kbit/s", 10);
  for (auto* plot : {queue_, drops_, rate_}) plot->add_series(name, Hue::kNetwork);
  set_least_height(queue_, kLeastQueueHeight);
  queue_->set_time_labels(false);
  rate_->set_time_labels(false);
  add(queue_, 5);
  add(rate_, 4);
  add(drops_, 4);
}

void LinkColumn::resizeEvent(QResizeEvent* event) {
  ConditionColumn::resizeEvent(event);
  rate_->setVisible(height() >= px(kRoomForRate));  // the numbers stand above all the same
  drops_->setVisible(height() >= px(kRoomForDrops));
  queue_->set_time_labels(height() < px(kRoomForDrops));
}

void LinkColumn::draw(const LinkView& link, const std::vector<MarkRow>& marks) {
  queue_->set_envelope(0, link.queue_series);
  queue_->set_limits(link.queue_limit ? std::vector<TimePlot::Limit>{{static_cast<double>(*link.queue_limit),
                                                                      Tr::tr("limit %1").arg(*link.queue_limit)}}
                                      : std::vector<TimePlot::Limit>{});
  drops_->set_points(0, link.drop_series);
  rate_->set_points(0, link.rate_series);
  const auto waiting = link.queue_limit ? Tr::tr("%1 of %2 waiting").arg(link.queue_packets).arg(*link.queue_limit)
                                        : Tr::tr("%1 waiting").arg(link.queue_packets);
  QStringList shares;
  if (link.media_dropped > 0) shares << Tr::tr("of these: media %1").arg(count_text(link.media_dropped));
  if (link.background_dropped > 0)
    shares
        << Tr::tr("background %1 of %2").arg(count_text(link.background_dropped), count_text(link.background_offered));
  else if (link.background_offered > 0)
    shares << Tr::tr("background %1 offered").arg(count_text(link.background_offered));
  if (shares.isEmpty())
    shares << Tr::tr("%1 of %2 packets passed").arg(count_text(link.delivered), count_text(link.offered));
  if (link.kernel)
    shares << Tr::tr("kernel’s interface queue");
  else if (link.own_delay_us)
    shares << Tr::tr("relay adds %1").arg(figure(link.own_delay_us, "µs"));
  say({{Hue::kNetwork, waiting + ", " + rate_text(link.delivered_kbps)}}, {{drop_words(link, true)}, shares});
  draw_plots(marks);
}

LoadColumn::LoadColumn(ViewState& view) : ConditionColumn(Tr::tr("Load"), 2) {
  average_ = new TimePlot(view, Tr::tr("Load"), Tr::tr("processes"), 1);
  average_->add_series(Tr::tr("load average of a minute"), Hue::kSystem);
  add(average_, 1);
}

void LoadColumn::draw(const ConditionsView& conditions, const std::vector<MarkRow>& marks) {
  average_->set_points(0, conditions.load_average_series);
  const auto offered =
      conditions.background_kbytes_per_second > 0
          ? Tr::tr("background %1 offered").arg(figure(conditions.background_kbytes_per_second, "KB/s"))
          : Tr::tr("no background traffic");
  say({{Hue::kSystem, Tr::tr("average %1 over a minute").arg(figure(conditions.load_average)), false}},
      {{counted(conditions.counters, Tr::tr("no counters"), Tr::tr("%1 counter"), Tr::tr("%1 counters")),
        counted(conditions.video_applications, Tr::tr("no video applications"), Tr::tr("%1 video application"),
                Tr::tr("%1 video applications"))},
       {offered}});
  draw_plots(marks);
}

ClockColumn::ClockColumn(ViewState& view) : ConditionColumn(Tr::tr("Clock"), 2) {
  offset_ = new TimePlot(view, Tr::tr("Offset"), "ms", 1);
  offset_->add_series(Tr::tr("error bound"), Hue::kNetwork, Qt::NoPen);
  offset_->add_series(Tr::tr("offset"), Hue::kNetwork);
  offset_->set_free_axis(0.1);
  add(offset_, 1);
}

void ClockColumn::draw(const ConditionsView& conditions, const std::vector<MarkRow>& marks) {
  const auto& clock = conditions.clock;
  if (!clock) {
    say({}, {{Tr::tr("nothing is known of the remote’s clock yet")}});
    return draw_plots(marks);
  }
  const double base = std::abs(clock->offset_ms) > kLargeOffset ? std::round(clock->offset_ms / 10) * 10 : 0;
  offset_->set_quantity(base == 0
                            ? Tr::tr("Offset")
                            : Tr::tr("Offset %1%2").arg(QChar(base < 0 ? '+' : 0x2212)).arg(std::abs(base), 0, 'f', 0));
  std::vector<EnvelopeSlot> band;
  std::vector<SeriesPoint> line;
  for (const auto& point : clock->offset_series) {
    line.push_back({point.at_s, point.value - base});
    band.push_back({point.at_s, point.value - base, point.value - base});
  }
  offset_->set_envelope(kBoundSeries, widened(band, *clock));
  offset_->set_points(kOffsetSeries, line);
  const int digits = clock->bound_ms < 0.1 ? 3 : clock->bound_ms < 10 ? 2 : 1;
  QStringList figures{Tr::tr("offset %1 ms").arg(clock->offset_ms, 0, 'f', digits),
                      Tr::tr("skew %1").arg(figure(clock->skew_ppm, "ppm"))};
  if (clock->round_trip_ms) figures << Tr::tr("round trip %1").arg(figure(clock->round_trip_ms, "ms"));
  QStringList origin{source_words(*clock)};
  if (clock->steps > 0)
    origin.prepend((clock->steps == 1 ? Tr::tr("▲ system clock set %1 time") : Tr::tr("▲ system clock set %1 times"))
                       .arg(count_text(clock->steps)));
  const auto jumps = static_cast<std::int64_t>(clock->doubts.size());
  if (jumps > 0)
    origin.prepend(
        (jumps == 1 ? Tr::tr("▲ the clocks jumped apart %1 time") : Tr::tr("▲ the clocks jumped apart %1 times"))
            .arg(count_text(jumps)));
  say({{Hue::kNetwork, clock_words(conditions)}}, {figures, origin});
  draw_plots(marks);
}

}  // namespace jitterscope
