#include "ui/controls/readouts.h"

#include <QGridLayout>

#include "core/events/words.h"
#include "core/measures/views/conditions_view.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

struct Row {
  const char *name, *tip;
  const char* whole = nullptr;  // the tip of a file, or a call that has ended, where it is not of the last seconds
};
constexpr std::array kRows{
    Row{QT_TRANSLATE_NOOP("Tr", "Packet loss (%)"),
        QT_TRANSLATE_NOOP("Tr", "Share of packets lost, over the last 10 s"),
        QT_TRANSLATE_NOOP("Tr", "Share of packets lost, whole call")},
    Row{QT_TRANSLATE_NOOP("Tr", "Rate (kbit/s)"),
        QT_TRANSLATE_NOOP("Tr", "Bits of UDP payload a second, over the last two seconds"),
        QT_TRANSLATE_NOOP(
            "Tr", "Bits of UDP payload a second, from the first packet to the last; remote: of its last report")},
    Row{QT_TRANSLATE_NOOP("Tr", "Frames/s"),
        QT_TRANSLATE_NOOP("Tr",
                          "Frames, or blocks of audio, completed a second: local over the last two seconds, "
                          "remote over the last four"),
        QT_TRANSLATE_NOOP("Tr",
                          "Video frames completed a second, audio blocks a second, from the first to the last; "
                          "remote: of its last report")},
    Row{QT_TRANSLATE_NOOP("Tr", "Latency (ms)"),
        QT_TRANSLATE_NOOP("Tr",
                          "From a picture’s or sound’s own capture to its painting or the loudspeaker, mean of "
                          "what was played in the last 10 s: the whole of Delay split, and what Region judges")},
    Row{QT_TRANSLATE_NOOP("Tr", "Jitter (ms)"),
        QT_TRANSLATE_NOOP("Tr",
                          "Standard deviation of the time between blocks of sound or whole frames, less the step "
                          "that their sender meant, last 10 s: what Region judges")},
    Row{QT_TRANSLATE_NOOP("Tr", "One-way (ms)"),
        QT_TRANSLATE_NOOP("Tr",
                          "Mean one-way delay of packets, last 10 s: from the send call to the program, with the "
                          "wait in this end’s socket, which Delay split counts as kernel to user. What of it is "
                          "the network’s stands there"),
        QT_TRANSLATE_NOOP("Tr",
                          "Mean one-way delay of packets, whole call, from the send call to the program; remote: "
                          "of its last report")},
    Row{QT_TRANSLATE_NOOP("Tr", "RFC 3550 (ms)"),
        QT_TRANSLATE_NOOP("Tr",
                          "RFC 3550 jitter, now: by RTP timestamp, includes the sender’s pacing (as Wireshark); "
                          "no part of a verdict")}};
enum : std::size_t { kLossRow, kRateRow, kFramesRow, kLatencyRow, kJitterRow, kDelayRow, kRfcRow };
using Words = std::array<QString, kRows.size()>;
const Words kUnknownWords{kDash, kDash, kDash, kDash, kDash, kDash, kDash};

QString in_percent(std::optional<double> ratio) {
  return ratio ? figure(*ratio * 100) : kDash;
}

QString point_words(const Boxed<QualityView>& quality, std::optional<double> QualityPoint::*of) {
  return quality ? figure(quality->now.*of) : kDash;
}

/// Why the latency is not known.
QString why_no_latency(const Boxed<QualityView>& quality) {
  const auto reason = quality ? text_of(reason_of(quality->now.no_latency)) : QString();
  return reason.isEmpty() ? why_too_few() : reason;
}

/// What a row is, where the latency shown ends, and why it is a dash. `stream`: of the local side.
QString tip_for(std::size_t row, const QString& text, const StreamSnapshot* stream, const Boxed<PeerView>* peer,
                const Boxed<QualityView>& quality, const CallSnapshot& now, bool over) {
  const ConditionsView& conditions = *now.conditions;
  auto tip = in_shown_time(Tr::tr(over && kRows[row].whole ? kRows[row].whole : kRows[row].tip), now);
  if (row == kLatencyRow && quality && quality->now.latency_ms && quality->now.ends_at)
    tip += "\n" + Tr::tr("It ends at: %1").arg(text_of(to_string(*quality->now.ends_at)));
  if (peer && !*peer) return tip_of(text, tip, why_no_summary(over));
  if (const auto stale = peer && !over ? stale_words(*peer) : QString(); !stale.isEmpty())
    return tip_of(text, tip, Tr::tr("There is %1.").arg(stale));
  if (stream && !stream->active) return tip_of(text, tip, why_nothing_received(*stream));
  if (row == kLatencyRow) return tip_of(text, tip, why_no_latency(quality));
  if (row == kDelayRow && stream) return tip_of(text, tip, why_no_delay(*stream, conditions));
  return tip_of(text, tip, peer ? why_remote_silent() : why_too_few());
}

Words words_of(const StreamSnapshot& s, const Boxed<QualityView>& quality, bool over) {
  if (!s.active) return kUnknownWords;
  const auto lately = [over](std::optional<double> last, std::optional<double> whole) { return over ? whole : last; };
  return {in_percent(lately(s.recent_loss_ratio, s.loss_ratio)),
          s.bytes == 0 ? kDash : figure(lately(s.rate_kbps, s.whole_rate_kbps)),  // a list without sizes
          figure(lately(s.frames_per_second, s.whole_frames_per_second)),
          point_words(quality, &QualityPoint::latency_ms),
          point_words(quality, &QualityPoint::jitter_ms),
          figure(lately(s.recent_delay_mean_ms, s.delay.mean)),
          figure(s.jitter_rfc3550_ms)};
}

Words words_of(const Boxed<PeerView>& p, const Boxed<QualityView>& quality, bool over) {
  if (!p || (!over && !stale_words(p).isEmpty())) return kUnknownWords;
  return {in_percent(over ? p->loss_ratio : p->recent_loss_ratio),
          figure(p->rate_kbps),
          figure(p->frames_per_second),
          point_words(quality, &QualityPoint::latency_ms),
          point_words(quality, &QualityPoint::jitter_ms),
          figure(p->delay_mean_ms),
          figure(p->jitter_ms)};
}

QLabel* readout_label(const QString& text, Qt::Alignment alignment, bool muted) {
  auto* label = new QLabel(text);
  use_small_font(label);
  label->setAlignment(alignment | Qt::AlignVCenter);
  label->setProperty("muted", muted);
  return label;
}

}  // namespace

Readouts::Readouts(QWidget* parent) : QFrame(parent) {
  setObjectName("panel");
  setAccessibleName(Tr::tr("Readouts of sound and picture, as received locally and by the remote"));
  auto* grid = new QGridLayout(this);
  set_margins(grid, {8, 4, 4, 4});
  set_spacing(grid, 4, 1);
  grid->addWidget(readout_label(Tr::tr("Audio"), Qt::AlignRight, false), 0, 1, 1, 2);
  grid->addWidget(readout_label(Tr::tr("Video"), Qt::AlignRight, false), 0, 3, 1, 2);
  grid->setColumnStretch(0, 1);
  for (int column = 0; column < 4; ++column) {
    grid->addWidget(readout_label(column % 2 == 0 ? Tr::tr("local") : Tr::tr("remote"), Qt::AlignRight, true), 1,
                    column + 1);
    when_sized(grid, [=] { grid->setColumnMinimumWidth(column + 1, px(30)); });
  }
  for (int row = 0; row < static_cast<int>(kRows.size()); ++row) {
    const auto tip = Tr::tr(kRows[static_cast<std::size_t>(row)].tip);
    auto* name = readout_label(row_name(row), Qt::AlignLeft, true);
    name->setToolTip(tip);
    grid->addWidget(name, row + 2, 0);
    auto& labels = values_.emplace_back();
    for (int column = 0; column < 4; ++column) {
      grid->addWidget(labels[static_cast<std::size_t>(column)] = readout_label(kDash, Qt::AlignRight, false), row + 2,
                      column + 1);
      labels[static_cast<std::size_t>(column)]->setToolTip(tip);
    }
  }
  grid->addWidget(span_ = readout_label({}, Qt::AlignLeft, true), static_cast<int>(kRows.size()) + 2, 0, 1, 5);
  span_->setWordWrap(true);
}

void Readouts::draw(const CallSnapshot* now, bool call_over, bool file) {
  const CallSnapshot none;
  if (!now) now = &none;
  const bool over = call_over || shown_stretch(*now);
  const auto sent_ago = sent_ago_words(*now, Medium::kVideo, over);
  const auto ago = sent_ago.isEmpty() ? QString() : Tr::tr("; remote video: %1").arg(sent_ago);
  auto words = figures_span(
      *now,
      call_over ? Tr::tr("Whole call; latency and jitter its last 10 s, RFC 3550 at the end; remote: last report")
                : Tr::tr("Last 10 s; rate, frames 2 s; RFC 3550 now") + ago,
      Tr::tr("%1; RFC 3550 at its end; remote: as it told then"));
  if (file) words = of_file(words);
  if (span_->text() != words) span_->setText(words);
  span_->setToolTip(why_not_selected(*now));
  for (std::size_t column = 0; column < 4; ++column) {
    const bool local = column % 2 == 0;
    const Medium medium = column < 2 ? Medium::kAudio : Medium::kVideo;
    const ReceivedView& received = now->received(medium);
    const ReportedView& reported = now->reported(medium);
    const auto& quality = local ? received.quality : reported.quality;
    const Words values = local ? words_of(received.figures, quality, over) : words_of(reported.figures, quality, over);
    for (std::size_t row = 0; row < values_.size(); ++row) {
      auto* label = values_[row][column];
      if (label->text() != values[row]) label->setText(values[row]);
      const auto tip = tip_for(row, values[row], local ? &received.figures : nullptr,
                               local ? nullptr : &reported.figures, quality, *now, over);
      if (label->toolTip() != tip) label->setToolTip(tip);
    }
  }
}

QString Readouts::row_name(int row) {
  return Tr::tr(kRows[static_cast<std::size_t>(row)].name);
}

QString Readouts::text(int row, int column) const {
  return values_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]->text();
}

}  // namespace jitterscope
