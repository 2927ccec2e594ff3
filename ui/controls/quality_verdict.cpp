#include "ui/controls/quality_verdict.h"

#include <QPainter>

#include "ui/text.h"
#include "ui/theme.h"

namespace jitterscope {
namespace {

constexpr int kMark = 16;

QString missing_words(const QualityPoint& point) {
  QStringList missing;
  if (!point.latency_ms) missing << "latency";
  if (!point.jitter_ms) missing << "jitter";
  if (!point.loss_ratio) missing << "loss";
  return missing.join(", ") + " not known yet";
}

}  // namespace

QString verdict_words(const QualitySettings& settings, Medium medium, const QualityPoint& point) {
  const auto& metric = settings.metric(medium);
  const auto& limits = settings.limits(medium);
  const auto verdict = metric.evaluate(point, limits);
  if (!verdict.distance) return kDash + " " + missing_words(point);
  if (!*verdict.acceptable) return "outside: " + QString::fromStdString(metric.why_outside(point, limits));
  const auto rating = verdict.rating ? ", R " + figure(*verdict.rating) + ", MOS " + figure(*verdict.mos) : QString();
  return "inside, distance " + figure(*verdict.distance) + rating;
}

QualityVerdictLine::QualityVerdictLine(const QualitySettings& settings, QWidget* parent)
    : QWidget(parent), settings_(settings) {
  setFont(small_font());
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&settings, &QualitySettings::changed, this, [this] { draw(shown_); });
  draw(nullptr);
}

QualityVerdictLine::Line QualityVerdictLine::line_of(Medium medium, const std::optional<QualityView>& view) const {
  const QString name = medium == Medium::kAudio ? "Audio " : "Video ";
  if (!view) return {std::nullopt, name + kDash};
  return {settings_.evaluate(medium, view->now).acceptable, name + verdict_words(settings_, medium, view->now)};
}

void QualityVerdictLine::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  shown_ = snapshot;
  const std::array<Line, 2> now{line_of(Medium::kAudio, snapshot ? snapshot->audio_quality : std::nullopt),
                                line_of(Medium::kVideo, snapshot ? snapshot->video_quality : std::nullopt)};
  if (now == lines_) return;
  lines_ = now;
  setToolTip(text() + "\nBy the limits and the metric of the Region panel; smaller is better, up to 1 is acceptable.");
  setAccessibleName("Quality: " + text());
  update();
}

QString QualityVerdictLine::text() const { return lines_[0].words + "\n" + lines_[1].words; }

void QualityVerdictLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int high = height() / 2;
  for (int i = 0; i < 2; ++i) {
    const auto& line = lines_[static_cast<std::size_t>(i)];
    const QRect mark(0, i * high, kMark, high), words(kMark, i * high, width() - kMark, high);
    const auto sign = !line.inside ? kDash : *line.inside ? QStringLiteral("✓") : QStringLiteral("✕");
    painter.setPen(line.inside.value_or(true) ? colours().text : colours()[Hue::kLimit]);
    painter.drawText(mark, Qt::AlignVCenter | Qt::AlignLeft, sign);
    painter.setPen(line.inside.has_value() && !*line.inside ? colours().text : colours().muted);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(line.words, Qt::ElideRight, words.width()));
  }
}

}  // namespace jitterscope
