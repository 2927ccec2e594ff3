#include "ui/controls/quality_verdict.h"

#include <QPainter>

#include "ui/theme.h"
#include "ui/widgets/video_view.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr int kMark = 16;

QString missing_words(const QualityPoint& point) {
  QStringList missing;
  if (!point.latency_ms) missing << "latency";
  if (!point.jitter_ms) missing << "jitter";
  if (!point.loss_ratio) missing << "share not played";
  return missing.join(", ") + " not known";
}

}  // namespace

VerdictWords verdict_words(const QualitySettings& settings, Medium medium, const QualityPoint& point,
                           const StreamSnapshot* received) {
  if (received && medium == Medium::kVideo && !received->ended)
    if (const auto still = still_words(*received, received->frames_complete > 0); !still.isEmpty())
      return {false, "outside: " + still};
  const auto verdict = settings.evaluate(medium, point);
  if (verdict.acceptable == false)
    return {false,
            "outside: " + QString::fromStdString(why_outside(point, settings.metric(medium), settings.limits(medium)))};
  if (!verdict.distance) return {verdict.acceptable, kDash + " " + missing_words(point)};
  const auto rating = verdict.rating ? ", R " + figure(*verdict.rating) + ", MOS " + figure(*verdict.mos) : QString();
  return {verdict.acceptable, "inside, quality distance " + figure(*verdict.distance) + rating};
}

QualityVerdictLine::QualityVerdictLine(const QualitySettings& settings, QWidget* parent)
    : QWidget(parent), settings_(settings) {
  use_small_font(this);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&settings, &QualitySettings::changed, this, [this] { draw(shown_, over_); });
  draw(nullptr);
}

VerdictWords QualityVerdictLine::line_of(Medium medium, const std::optional<QualityView>& view,
                                         const StreamSnapshot& received) const {
  const QString name = medium == Medium::kAudio ? "Audio " : "Video ";
  if (received.ended) return {std::nullopt, name + kDash + " stopped, nothing to judge"};
  if (!view) return {std::nullopt, name + kDash + (over_ ? " nothing received" : " nothing received yet")};
  const bool past = over_ || (shown_ && shown_stretch(*shown_));
  auto verdict = verdict_words(settings_, medium, view->now, past ? nullptr : &received);
  verdict.words.prepend(name);
  return verdict;
}

void QualityVerdictLine::draw(const std::shared_ptr<const CallSnapshot>& snapshot, bool over) {
  shown_ = snapshot;
  if (over != over_) {
    lines_ = {};
    over_ = over;
    updateGeometry();
  }
  const CallSnapshot none;
  const auto& of = snapshot ? *snapshot : none;
  const auto line = [&](Medium medium) {
    return line_of(medium, of.received(medium).quality, of.received(medium).figures);
  };
  const std::array<VerdictWords, 2> now{line(Medium::kAudio), line(Medium::kVideo)};
  const auto stretch = shown_stretch(of);
  const auto span = stretch ? stretch_times(*stretch) : over_ ? kQualitySpan + " of the call" : kQualitySpan;
  if (now == lines_ && span == span_) return;
  lines_ = now;
  span_ = span;
  setToolTip(text() +
             "\nOf what is received locally. By the limits and the metric of the Region panel; smaller is better, up "
             "to 1 is acceptable.");
  setAccessibleName("Quality: " + text());
  update();
}

QString QualityVerdictLine::text() const {
  return lines_[0].words + "\n" + lines_[1].words + "\n" + span();
}

void QualityVerdictLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int high = height() / rows(), sign_width = px(kMark),
            span = over_ ? 0 : painter.fontMetrics().horizontalAdvance(this->span());
  painter.setPen(colours().muted);
  if (over_)
    painter.drawText(QRect(sign_width, 2 * high, width() - sign_width, high), Qt::AlignVCenter | Qt::AlignLeft,
                     this->span());
  else
    painter.drawText(rect(), Qt::AlignRight | Qt::AlignTop, this->span());
  for (int i = 0; i < 2; ++i) {
    const auto& line = lines_[static_cast<std::size_t>(i)];
    const QRect mark(0, i * high, sign_width, high),
        words(sign_width, i * high, width() - sign_width - (i == 0 ? span + px(4) : 0), high);
    const auto sign = !line.inside ? kDash : *line.inside ? QStringLiteral("✓") : QStringLiteral("✕");
    painter.setPen(line.inside.value_or(true) ? colours().text : colours()[Hue::kLimit]);
    painter.drawText(mark, Qt::AlignVCenter | Qt::AlignLeft, sign);
    painter.setPen(line.inside.has_value() && !*line.inside ? colours().text : colours().muted);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(line.words, Qt::ElideRight, words.width()));
  }
}

}  // namespace jitterscope
