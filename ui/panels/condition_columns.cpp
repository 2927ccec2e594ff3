#include "ui/panels/condition_columns.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QTextStream>
#include <QVBoxLayout>

#include "ui/sizes.h"
#include "ui/words/clock_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kPresentSeconds = 10;
constexpr int kRoomForRate = 250, kRoomForDrops = 190, kLeastColumnHeight = 128, kLeastQueueHeight = 78;  // px
constexpr double kLargeOffset = 50;  // ms: beyond, the axis says the difference from a round number
enum : int { kBoundSeries, kOffsetSeries };

QString reason_text(LinkDrop reason) {
  const auto word = to_string(reason);
  return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

QString counted(int count, const QString& one, const QString& more) {
  return (count == 0 ? QString("no") : QString::number(count)) + " " + (count == 1 ? one : more);
}

QString source_words(const ClockView& clock) {
  if (!clock.synchronised) return "not synchronised: one-way delays are unknown";
  if (clock.source == "same clock") return "both ends read the same clock";
  if (clock.source == "master") return "this end is the master: its clock is the conference’s";
  return "found by exchanges with the remote";
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
  std::vector<std::pair<std::int64_t, QString>> drops{{link.dropped_queue, reason_text(LinkDrop::kQueueFull)},
                                                      {link.dropped_random, reason_text(LinkDrop::kRandomLoss)},
                                                      {link.dropped_collisions, reason_text(LinkDrop::kCollisions)},
                                                      {link.dropped_overload, reason_text(LinkDrop::kOverload)}};
  std::sort(drops.begin(), drops.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::int64_t all = 0;
  QStringList words;
  for (const auto& [count, reason] : drops) {
    all += count;
    if (count > 0) words << (reasons ? reason + " " + count_text(count) : reason);
  }
  if (all == 0) return "nothing dropped";
  const auto share = percent(static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(1, link.offered)));
  return share + " dropped" + (reasons ? ": " + words.join(", ") : " (" + words.first() + ")");
}

ConditionColumn::ConditionColumn(const QString& title, int lines) {
  column_ = new QVBoxLayout(this);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(0);
  auto* heading = new QHBoxLayout;
  set_spacing(heading, 8);
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
  for (auto* plot : plots_) {
    plot->set_marks(marks);
    plot->draw();
  }
}

void ConditionColumn::write_csv(QTextStream& out) const {
  for (const auto* plot : plots_) plot->write_csv(out);
}

QString ConditionColumn::text() const {
  QStringList words{now_->text()};
  for (const auto* line : lines_) words << line->text();
  return words.join(" | ");
}

LinkColumn::LinkColumn(ViewState& view, LinkWay way) : ConditionColumn(way == LinkWay::kUp ? "Up" : "Down", 2) {
  const QString name = way == LinkWay::kUp ? "up" : "down";
  queue_ = new TimePlot(view, "Queue", "packets", 5);
  drops_ = new TimePlot(view, "Drops", "/s", 1);
  rate_ = new TimePlot(view, "Rate", "kbit/s", 10);
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
                                                                      QString("limit %1").arg(*link.queue_limit)}}
                                      : std::vector<TimePlot::Limit>{});
  drops_->set_points(0, link.drop_series);
  rate_->set_points(0, link.rate_series);
  const auto waiting = QString::number(link.queue_packets) +
                       (link.queue_limit ? QString(" of %1 waiting").arg(*link.queue_limit) : QString(" waiting"));
  QStringList shares;
  if (link.media_dropped > 0) shares << "of these: media " + count_text(link.media_dropped);
  if (link.background_dropped > 0)
    shares << "background " + count_text(link.background_dropped) + " of " + count_text(link.background_offered);
  else if (link.background_offered > 0)
    shares << "background " + count_text(link.background_offered) + " offered";
  if (shares.isEmpty()) shares << count_text(link.delivered) + " of " + count_text(link.offered) + " packets passed";
  if (link.kernel)
    shares << "kernel’s interface queue";
  else if (link.own_delay_us)
    shares << "relay adds " + figure(link.own_delay_us, "µs");
  say({{Hue::kNetwork, waiting + ", " + rate_text(link.delivered_kbps)}}, {{drop_words(link, true)}, shares});
  draw_plots(marks);
}

LoadColumn::LoadColumn(ViewState& view) : ConditionColumn("Load", 2) {
  average_ = new TimePlot(view, "Load", "processes", 1);
  average_->add_series("load average of a minute", Hue::kSystem);
  add(average_, 1);
}

void LoadColumn::draw(const ConditionsView& conditions, const std::vector<MarkRow>& marks) {
  average_->set_points(0, conditions.load_average_series);
  const auto offered = conditions.background_kbytes_per_second > 0
                           ? "background " + figure(conditions.background_kbytes_per_second, "KB/s") + " offered"
                           : QString("no background traffic");
  say({{Hue::kSystem, "average " + figure(conditions.load_average) + " over a minute", false}},
      {{counted(conditions.counters, "counter", "counters"),
        counted(conditions.video_applications, "video application", "video applications")},
       {offered}});
  draw_plots(marks);
}

ClockColumn::ClockColumn(ViewState& view) : ConditionColumn("Clock", 2) {
  offset_ = new TimePlot(view, "Offset", "ms", 1);
  offset_->add_series("error bound", Hue::kNetwork, Qt::NoPen);
  offset_->add_series("offset", Hue::kNetwork);
  offset_->set_free_axis(0.1);
  add(offset_, 1);
}

void ClockColumn::draw(const ConditionsView& conditions, const std::vector<MarkRow>& marks) {
  const auto& clock = conditions.clock;
  if (!clock) {
    say({}, {{"nothing is known of the remote’s clock yet"}});
    return draw_plots(marks);
  }
  const double base = std::abs(clock->offset_ms) > kLargeOffset ? std::round(clock->offset_ms / 10) * 10 : 0;
  offset_->set_quantity(
      base == 0 ? QString("Offset")
                : QString("Offset %1%2").arg(QChar(base < 0 ? '+' : 0x2212)).arg(std::abs(base), 0, 'f', 0));
  std::vector<EnvelopeSlot> band;
  std::vector<SeriesPoint> line;
  for (const auto& point : clock->offset_series) {
    line.push_back({point.at_s, point.value - base});
    band.push_back({point.at_s, point.value - base, point.value - base});
  }
  offset_->set_envelope(kBoundSeries, widened(band, *clock));
  offset_->set_points(kOffsetSeries, line);
  const int digits = clock->bound_ms < 0.1 ? 3 : clock->bound_ms < 10 ? 2 : 1;
  QStringList figures{QString("offset %1 ms").arg(clock->offset_ms, 0, 'f', digits),
                      "skew " + figure(clock->skew_ppm, "ppm")};
  if (clock->round_trip_ms) figures << "round trip " + figure(clock->round_trip_ms, "ms");
  QStringList origin{source_words(*clock)};
  if (clock->steps > 0)
    origin.prepend("▲ system clock set " + count_text(clock->steps) + (clock->steps == 1 ? " time" : " times"));
  const auto jumps = static_cast<std::int64_t>(clock->doubts.size());
  if (jumps > 0) origin.prepend("▲ the clocks jumped apart " + count_text(jumps) + (jumps == 1 ? " time" : " times"));
  say({{Hue::kNetwork, clock_words(conditions)}}, {figures, origin});
  draw_plots(marks);
}

}  // namespace jitterscope
