#include "ui/controls/quality_verdict.h"

#include <QPainter>
#include <QResizeEvent>

#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/theme.h"
#include "ui/widgets/video_view.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kMark = 16;
constexpr double kMuch = 0.25;  // not played: inside by a wide limit, so that is named

QString missing_words(const QualityPoint& point) {
  if (point.own_drops) return Tr::tr("this program could not keep up: what was lost is not known");
  QStringList missing;
  if (!point.latency_ms) missing << Tr::tr("latency");
  if (!point.jitter_ms) missing << Tr::tr("jitter");
  if (!point.loss_ratio) missing << Tr::tr("share not played");
  if (missing.isEmpty()) missing << Tr::tr("frames due a second");
  return Tr::tr("%1 not known").arg(missing.join(", "));
}

}  // namespace

VerdictWords verdict_words(const QualitySettings& settings, Medium medium, const QualityPoint& point,
                           const StreamSnapshot* received) {
  if (received && medium == Medium::kVideo && !received->ended)
    if (const auto still = still_words(*received, received->frames_complete > 0); !still.isEmpty())
      return {false, Tr::tr("outside: %1").arg(still)};
  const auto verdict = settings.evaluate(medium, point);
  if (verdict.acceptable == false)
    return {false, Tr::tr("outside: %1")
                       .arg(text_of(why_outside(point, settings.metric(medium), settings.limits(medium)))
                                .replace(" %", QString(QChar::Nbsp) + "%"))};
  if (!verdict.distance) return {verdict.acceptable, kDash + " " + missing_words(point)};
  const auto rating = verdict.rating ? ", R " + figure(*verdict.rating) + ", MOS " + figure(*verdict.mos) : QString();
  const auto much = point.loss_ratio && *point.loss_ratio >= kMuch
                        ? Tr::tr("; %1 %2, the limit is %3")
                              .arg(percent(point.loss_ratio), text_of(name_of(point, QualityAxis::kLoss)),
                                   text_of(limit_words(point, QualityAxis::kLoss, settings.limits(medium))))
                        : QString();
  return {verdict.acceptable, Tr::tr("inside, quality distance %1").arg(figure(*verdict.distance)) + rating + much};
}

QualityVerdictLine::QualityVerdictLine(const QualitySettings& settings, QWidget* parent)
    : QWidget(parent), settings_(settings) {
  use_small_font(this);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&settings, &QualitySettings::changed, this, [this] { draw(shown_, over_, file_); });
  draw(nullptr);
}

VerdictWords QualityVerdictLine::line_of(Medium medium, const Boxed<QualityView>& view,
                                         const StreamSnapshot& received) const {
  const QString name = (medium == Medium::kAudio ? Tr::tr("Audio") : Tr::tr("Video")) + " ";
  const auto unjudged = [&name](const QString& why) { return VerdictWords{std::nullopt, name + kDash + " " + why}; };
  if (received.ended) return unjudged(Tr::tr("stopped, nothing to judge"));
  if (!view) return unjudged(over_ ? Tr::tr("nothing received") : Tr::tr("nothing received yet"));
  const bool past = over_ || (shown_ && shown_stretch(*shown_));
  auto verdict = verdict_words(settings_, medium, view->now, past ? nullptr : &received);
  verdict.words.prepend(name);
  return verdict;
}

void QualityVerdictLine::draw(const std::shared_ptr<const CallSnapshot>& snapshot, bool over, bool file) {
  shown_ = snapshot;
  const bool other = over != over_;
  over_ = over;
  file_ = file;
  const CallSnapshot none;
  const auto& of = snapshot ? *snapshot : none;
  const auto line = [&](Medium medium) {
    return line_of(medium, of.received(medium).quality, of.received(medium).figures);
  };
  const std::array<VerdictWords, 2> now{line(Medium::kAudio), line(Medium::kVideo)};
  const auto stretch = shown_stretch(of);
  const auto at_the_end = file_ ? Tr::tr("last 10 s of the file") : Tr::tr("last 10 s of the call");
  const auto span = stretch ? stretch_times(*stretch) : over_ ? at_the_end : Tr::tr(kQualitySpan);
  if (now == lines_ && span == span_ && !other) return;
  lines_ = now;
  span_ = span;
  take_rows(other);
  setToolTip(
      text() + "\n" +
      Tr::tr("Of what is received locally. By the limits and the metric of the Region panel; smaller is better, up "
             "to 1 is acceptable."));
  setAccessibleName(Tr::tr("Quality: %1").arg(text()));
  update();
}

QualityVerdictLine::Placed QualityVerdictLine::placed() const {
  const auto metrics = fontMetrics();
  const int high = px(kRow), left = px(kMark), wide = std::max(width() - left, 1);
  Placed all{};
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const int needed = metrics.boundingRect(QRect(0, 0, wide, 0), Qt::TextWordWrap, lines_[i].words).height();
    const int rows = std::max(1, (needed + metrics.leading()) / metrics.lineSpacing());
    all.words[i] = QRect(left, all.rows * high, wide, rows * high);
    all.rows += rows;
  }
  all.span = QRect(left, all.rows++ * high, wide, high);
  return all;
}

/// A row that has come goes when the width changes: verdicts move nothing up and down.
void QualityVerdictLine::take_rows(bool fewer_too) {
  const int rows = placed().rows;
  if (rows == rows_ || (rows < rows_ && !fewer_too)) return;
  rows_ = rows;
  updateGeometry();
}

void QualityVerdictLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->oldSize().width() != width() || event->oldSize() == size()) take_rows(true);  // or sized anew
}

void QualityVerdictLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const auto all = placed();
  painter.setPen(colours().muted);
  painter.drawText(all.span, Qt::AlignVCenter | Qt::AlignLeft, span_);
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    const auto& line = lines_[i];
    const QRect& words = all.words[i];
    const auto sign = !line.inside ? kDash : *line.inside ? QStringLiteral("✓") : QStringLiteral("✕");
    painter.setPen(line.inside.value_or(true) ? colours().text : colours()[Hue::kLimit]);
    painter.drawText(QRect(0, words.top(), px(kMark), px(kRow)), Qt::AlignVCenter | Qt::AlignLeft, sign);
    painter.setPen(line.inside.has_value() && !*line.inside ? colours().text : colours().muted);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, line.words);
  }
}

}  // namespace jitterscope
