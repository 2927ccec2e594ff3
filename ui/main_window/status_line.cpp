#include "ui/main_window/status_line.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>

#include "core/measures/views/conditions_view.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/peer_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/words/clock_words.h"
#include "ui/words/label_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {
namespace {

constexpr int kWidestTrace = 150, kSpacing = 16, kStatusMargin = 8;  // px

QString media_classes(const CallSnapshot& now) {
  QStringList words;
  for (const auto role : {ThreadRole::kAudioSend, ThreadRole::kVideoSend})
    if (const auto* thread = find_thread(now.threads, role))
      words << thread_name(role) + " " + effective_words(*thread);
  return words.isEmpty() ? Tr::tr("no call yet") : words.join("  ·  ");
}

bool overloaded(const ConditionsView& conditions) {
  return (conditions.up && conditions.up->overloaded) || (conditions.down && conditions.down->overloaded);
}

QString link_tip(const QString& link, const QString& remote_link, const ConditionsView& conditions) {
  QStringList words;
  if (!link.isEmpty())
    words << Tr::tr("The emulated link of this end: %1").arg(QString::fromStdString(conditions.link));
  if (!remote_link.isEmpty())
    words << Tr::tr("The emulated link of the remote, whose up is the way to here: %1")
                 .arg(QString::fromStdString(conditions.remote_link));
  return words.isEmpty() ? Tr::tr("Packets go straight to the remote; set a link under Conditions") : words.join('\n');
}

QString clock_tip(const ConditionsView& conditions) {
  if (!conditions.clock) return Tr::tr("Error bound of the clock between the ends\n– nothing is known of it yet");
  return Tr::tr("How far one-way delays may be wrong by the clocks of both ends; offset %1, skew %2")
      .arg(figure(conditions.clock->offset_ms, "ms"), figure(conditions.clock->skew_ppm, "ppm"));
}

/// ", 15 s ago" where it is not of now: reports may not come through, or late.
QString age_words(const CallSnapshot* now) {
  if (!now || now->round_trip_age_s.value_or(0) < kReportHolds.seconds()) return {};
  return Tr::tr(", %1 s ago").arg(static_cast<int>(*now->round_trip_age_s));
}

}  // namespace

StatusLine::StatusLine(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  set_spaces(row, {kStatusMargin, 0, kStatusMargin, 0}, kSpacing);
  for (auto* label : {&clock_, &link_, &threads_, &rings_, &round_trip_, &screen_, &trace_, &notices_})
    row->addWidget(*label = muted_label());
  row->addStretch(1);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  threads_->setToolTip(
      Tr::tr("Class that the kernel gives the sending threads; ▲ = other than asked for; by rtkit or rlimit = by "
             "which right it was had"));
  round_trip_->setToolTip(
      Tr::tr("Round trip time by RTCP (RFC 3550, 6.4.1)\n– not known until both ends have reported once"));
  screen_->setToolTip(Tr::tr(
      "Redraws of figures and plots a second; at most 25. Pictures are painted when they come.\n– not known in the "
      "first second"));
}

void StatusLine::show_status(bool of_call, const CallSnapshot* now, const TraceState& trace, const QString& link,
                             const QString& remote_link, std::optional<double> draws_per_second) {
  set_words(*screen_, draws_per_second ? Tr::tr("drawn %1/s").arg(*draws_per_second, 0, 'f', 0) : Tr::tr("drawn –"));
  if (of_call) {
    show_call(now, trace, link, remote_link);
  } else {
    links_ = short_links_ = {};
    for (auto* label : {clock_, threads_, rings_, round_trip_, trace_}) set_words(*label, {});
  }
  fit();
}

void StatusLine::show_call(const CallSnapshot* now, const TraceState& trace, const QString& link,
                           const QString& remote_link) {
  const ConditionsView none;
  const auto& conditions = now ? *now->conditions : none;
  set_words(*clock_, clock_phrase(conditions), clock_tip(conditions));
  const bool strained = overloaded(conditions);
  QStringList links, rates;
  for (const auto& [name, words] :
       {std::pair(Tr::tr("local link %1"), link), std::pair(Tr::tr("remote link %1"), remote_link)})
    if (!words.isEmpty()) {
      links << name.arg(words);
      rates << name.arg(words.section(',', 0, 0));
    }
  const QString before = strained ? Tr::tr("▲ relay overloaded, ") : "";
  links_ = before + (links.isEmpty() ? Tr::tr("no link") : links.join(", "));
  short_links_ = links.isEmpty() ? links_ : before + rates.join(", ");
  link_->setToolTip(strained
                        ? Tr::tr("The relay cannot keep up: what is seen now is this machine’s limit, not the link’s")
                        : link_tip(link, remote_link, conditions));
  set_words(*threads_, now ? media_classes(*now) : Tr::tr("no call yet"));
  std::int64_t drops = 0;
  QStringList dropping;
  if (now)
    for (const auto& ring : now->rings) {
      drops += ring.dropped;
      if (ring.dropped > 0) dropping << QString::fromStdString(ring.name) + ": " + count_text(ring.dropped);
    }
  set_words(*rings_, (drops > 0 ? "▲ " : "") + Tr::tr("%1 lost between threads").arg(count_text(drops)),
            dropping.isEmpty() ? Tr::tr("No queue between threads has dropped anything") : dropping.join('\n'));
  set_words(*round_trip_,
            Tr::tr("round trip %1").arg(figure(now ? now->round_trip_ms : std::nullopt, "ms")) + age_words(now));
  const auto path = QString::fromStdString(trace.path);
  set_words(*trace_,
            path.isEmpty() ? Tr::tr("no trace")
                           : (trace.recording ? Tr::tr("recording %1, %2") : Tr::tr("trace %1, %2"))
                                 .arg(trace_->fontMetrics().elidedText(QFileInfo(path).fileName(), Qt::ElideMiddle,
                                                                       px(kWidestTrace)),
                                      bytes_text(trace.bytes)),
            path.isEmpty() ? Tr::tr("Press Record in a call to write every event to a file") : path);
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

/// Where room is short, of a link there is its rate, and what matters least is left out.
void StatusLine::fit() {
  auto room = width() - 2 * px(kStatusMargin);
  int all = link_->fontMetrics().horizontalAdvance(links_) + px(kSpacing);
  for (const auto* label : {clock_, rings_, threads_, trace_, notices_, round_trip_, screen_})
    all += label->text().isEmpty() ? 0 : label->sizeHint().width() + px(kSpacing);
  set_words(*link_, all <= room ? links_ : short_links_, link_->toolTip());
  for (auto* label : {clock_, link_, rings_, threads_, trace_, notices_, round_trip_, screen_}) {
    room -= label->text().isEmpty() ? 0 : label->sizeHint().width() + px(kSpacing);
    label->setVisible(room >= -px(kSpacing) && !label->text().isEmpty());
  }
}

void StatusLine::show_notices(const QStringList& notices) {
  constexpr qsizetype kTipLines = 8;
  set_words(*notices_, notices.size() == 1 ? Tr::tr("1 notice") : Tr::tr("%1 notices").arg(notices.size()),
            notices.mid(std::max<qsizetype>(0, notices.size() - kTipLines)).join('\n'));
  fit();
}

QString StatusLine::text() const {
  QStringList words;
  for (const auto* label : {clock_, link_, threads_, rings_, round_trip_, screen_, trace_, notices_})
    words << label->text();
  return words.join(" | ");
}

}  // namespace jitterscope
