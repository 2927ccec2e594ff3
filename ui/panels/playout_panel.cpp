#include "ui/panels/playout_panel.h"

#include <algorithm>
#include <functional>

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include "core/measures/views/playout_choice.h"
#include "core/measures/views/playout_view.h"
#include "core/measures/views/quality_view.h"
#include "core/measures/views/snapshot.h"
#include "ui/panels/panel_definition.h"
#include "ui/theme.h"
#include "ui/tr.h"
#include "ui/widgets/copied_text.h"
#include "ui/widgets/window_chooser.h"
#include "ui/words/label_words.h"
#include "ui/words/media.h"
#include "ui/words/playout_words.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

constexpr auto kPlayoutPanelDefinition = QT_TRANSLATE_NOOP(
    "Tr",
    "<p>What the playout of the received sound and picture does. <b>Playout delay</b>: of the policy, over the "
    "shortest transit lately. <b>Added</b>: from complete until played, mean of 10 s. <b>Missed playout</b> came after "
    "its time and was not played; <b>dropped</b> was thrown away by the policy to shorten the delay; <b>concealed</b> "
    "blocks were filled in by repeating and fading; a <b>gap</b> is a run of blocks or frames not played.</p>"
    "<p><b>Lip-sync</b>: sound less picture as played, by the sender’s capture clock; within 20 ms nobody notices "
    "<i>(Crowcroft et al. 1992, §3.2)</i>.</p>"
    "<p>The right table has what each policy makes of the same arrivals; <b>compensation distance</b> is that of the "
    "optimum of the compensation curve: share dropped and delay, each over its normaliser. <i>Claypool, Habermann and "
    "Riedl 1998, §8.1; Ramjee et al. 1994; Stone and Jeffay 1995.</i></p>");

enum Column { kMedium, kPolicy, kDelay, kDropped, kDistance };

struct PlayoutRow {
  QString name, tip;
  std::function<QString(const PlayoutView&)> value;
  QString why = {};  // it is not known; empty: nothing has been played lately
};

/// G.107's rating of the sound, of the last 10 s: not of playout's own view.
struct VoiceRow {
  QString name, tip;
  std::function<QString(const VoiceQuality&)> value;
};

const std::vector<VoiceRow>& voice_rows() {
  using V = const VoiceQuality&;
  static const std::vector<VoiceRow> made{
      {Tr::tr("R, last 10 s"), Tr::tr("Rating of the conversation by G.107, last 10 s: 90 best, 70 medium, 60 low"),
       [](V v) { return figure(v.r); }},
      {Tr::tr("MOS, last 10 s"), Tr::tr("Mean opinion score, 1 to 4.5, of R, last 10 s"),
       [](V v) { return figure(v.mos); }},
  };
  return made;
}

QString voice_tip(const QString& tip, const std::optional<VoiceQuality>& voice) {
  if (!voice) return tip_of(kDash, tip, Tr::tr("Unknown as long as the latency from mouth to ear is."));
  auto text = Tr::tr("%1. Ta %2, Ppl %3, BurstR %4; Bpl %5 is G.711 Appendix I’s concealment, assumed for this one.")
                  .arg(tip, figure(voice->ta_ms, "ms"), figure(voice->ppl_percent, "%"), figure(voice->burst_r),
                       figure(voice->bpl));
  for (const auto& note : voice->outside)
    text += " " + Tr::tr("Outside the model: %1.").arg(QString::fromStdString(note));
  return text;
}

constexpr auto kNoLipSync =
    QT_TRANSLATE_NOOP("Tr", "It is told of the sound, once both it and the picture are played.");

const std::vector<PlayoutRow>& playout_rows() {
  using V = const PlayoutView&;
  static const std::vector<PlayoutRow> made{
      {Tr::tr("Policy"), Tr::tr("In force"), [](V v) { return v.setting ? playout_name(*v.setting) : kDash; }},
      {Tr::tr("Playout delay"), Tr::tr("Of the policy, over the shortest transit lately"),
       [](V v) { return figure(v.delay_ms, "ms"); }},
      {Tr::tr("Added, last 10 s"), Tr::tr("From complete until played; mean of the last 10 s"),
       [](V v) { return figure(v.added_ms, "ms"); }},
      {Tr::tr("Level"), Tr::tr("Buffered now"), [](V v) { return figure(v.level_ms, "ms"); }},
      {Tr::tr("Played"), Tr::tr("Blocks or frames, whole call"), [](V v) { return count_text(v.played); }},
      {Tr::tr("Missed playout"), Tr::tr("Came after their time and were not played"),
       [](V v) { return count_text(v.late); }},
      {Tr::tr("Lost"), Tr::tr("Never came whole"), [](V v) { return count_text(v.lost); }},
      {Tr::tr("Dropped"), Tr::tr("Thrown away by the policy to shorten the delay"),
       [](V v) { return count_text(v.dropped); }},
      {Tr::tr("Concealed"), Tr::tr("Blocks filled in by repeating and fading"),
       [](V v) { return count_text(v.concealed); }},
      {Tr::tr("Gaps"), Tr::tr("Runs of blocks or frames that were not played"), [](V v) { return count_text(v.gaps); }},
      {Tr::tr("Bursts"),
       Tr::tr("Of units not played: from loss to loss with fewer than 16 played ones between (RFC 3611)"),
       [](V v) { return v.bursts ? count_text(v.bursts->bursts) : kDash; }},
      {Tr::tr("Burst length"), Tr::tr("Mean, units; – = there was no burst"),
       [](V v) { return v.bursts ? figure(v.bursts->mean_length) : kDash; }, Tr::tr("There was no burst.")},
      {Tr::tr("Burst ratio"),
       Tr::tr("Mean run of units not played on end × (1 − their share): 1 = they come independently (G.107); – = none "
              "or all were played"),
       [](V v) { return v.bursts ? figure(v.bursts->burst_ratio) : kDash; },
       Tr::tr("All units were played, or none was.")},
      {Tr::tr("Resampling"), Tr::tr("How much the speaker’s clock differs from this machine’s, as corrected"),
       [](V v) { return signed_figure(v.resampling_ppm, "ppm"); }, Tr::tr("Only a loudspeaker that plays tells it.")},
      {Tr::tr("Lip-sync now"), Tr::tr("Sound less picture as played; + = the sound is later"),
       [](V v) { return signed_figure(v.lip_sync_ms, "ms"); }, Tr::tr(kNoLipSync)},
      {Tr::tr("Lip-sync p95"), Tr::tr("Of the error’s size, last minute; up to 20 ms nobody notices"),
       [](V v) { return figure(v.lip_sync_p95_ms, "ms"); }, Tr::tr(kNoLipSync)},
  };
  return made;
}

const Boxed<PlayoutView>& playout_of(const CallSnapshot& now, Medium medium) {
  return now.received(medium).playout;
}

QString why_unknown(const PlayoutRow& of) {
  return of.why.isEmpty() ? Tr::tr("Nothing has been played lately.") : of.why;
}

QString why_not_told(const StreamSnapshot& received) {
  return received.active ? Tr::tr("Nothing tells how it was played.") : why_nothing_received(received);
}

const CompensationView* curve_of(const CallSnapshot& now, Medium medium) {
  return now.received(medium).compensation.get();
}

}  // namespace

PlayoutPanel::PlayoutPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, QT_TRANSLATE_NOOP("Tr", "Playout"), Tr::tr(kPlayoutPanelDefinition), parent) {
  auto* across = new QHBoxLayout(body());
  set_spaces(across, {0, 0, 4, 0}, 16);
  across->addWidget(
      figures_ = new FigureTable({"", Tr::tr("Audio"), Tr::tr("Video")}, Tr::tr("Playout of sound and picture")), 2);
  figures_->set_rows(static_cast<int>(playout_rows().size() + voice_rows().size()));
  auto* column = make_column(4);
  column->addWidget(policies_ = new FigureTable({"", Tr::tr("Policy"), Tr::tr("Mean delay"), Tr::tr("Dropped"),
                                                 Tr::tr("Compensation\ndistance")},
                                                Tr::tr("What each policy makes of the same arrivals")));
  column->addWidget(sentence_ = new WrappedLabel);
  across->addLayout(column, 3);
  use_small_font(sentence_);
  sentence_->setProperty("muted", true);
  let_copy(sentence_);
  auto* header = policies_->horizontalHeader();
  policies_->fit_column(kMedium);
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(true);
  header->setSortIndicator(kMedium, Qt::AscendingOrder);
  policies_->horizontalHeaderItem(kPolicy)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &PlayoutPanel::fill_policies);
}

void PlayoutPanel::draw_snapshot(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(
        Tr::tr("How the received sound and picture are played, and what other policies would make of them, appears "
               "here once a call is up."));
  if (std::ranges::none_of(kMedia, [&](Medium medium) {
        return snapshot->received(medium).playout || snapshot->received(medium).compensation;
      }))
    return show_empty_in(*snapshot,
                         Tr::tr("Nothing has been played yet. What is received is judged here as soon as it comes."));
  show_body();
  draw_figures(*snapshot);
  draw_policies(*snapshot);
  const auto* curve =
      curve_of(*snapshot, Medium::kAudio) ? curve_of(*snapshot, Medium::kAudio) : curve_of(*snapshot, Medium::kVideo);
  const auto policies = curve ? Tr::tr(", policies: %1").arg(measured_words(curve->query)) : QString();
  set_figures_span(*snapshot, Tr::tr("counts: whole call") + policies,
                   Tr::tr("Counts since the call began; delays, level and lip-sync now or as their names say; what "
                          "each policy would make: of the time measured"));
}

void PlayoutPanel::draw_figures(const CallSnapshot& now) {
  Reading reading;
  for (int row = 0; row < static_cast<int>(playout_rows().size()); ++row) {
    const auto& of = playout_rows()[static_cast<std::size_t>(row)];
    figures_->set_cell(row, 0, in_shown_time(of.name, now), in_shown_time(of.tip, now));
    for (const auto medium : kMedia) {
      const auto& view = playout_of(now, medium);
      const auto tip =
          row == 0 && view && view->setting ? playout_sentence(*view->setting) : in_shown_time(of.tip, now);
      figures_->set_cell(row, medium == Medium::kAudio ? 1 : 2, view ? of.value(*view) : kDash, tip,
                         view ? why_unknown(of) : why_not_told(now.received(medium).figures));
    }
  }
  const auto voice = now.received(Medium::kAudio).quality ? now.received(Medium::kAudio).quality->voice : std::nullopt;
  int at = static_cast<int>(playout_rows().size());
  for (const auto& row : voice_rows()) {
    const auto tip = in_shown_time(voice_tip(row.tip, voice), now);
    figures_->set_cell(at, 0, in_shown_time(row.name, now), tip);
    figures_->set_cell(at, 1, voice ? row.value(*voice) : kDash, tip);
    figures_->set_cell(at++, 2, kDash, row.tip, Tr::tr("G.107 knows no picture."));
  }
  for (const auto medium : kMedia)
    if (const auto& view = playout_of(now, medium); view && view->setting)
      reading.push_back(
          {hue_of(medium), Tr::tr("%1 %2, adds %3")
                               .arg(medium_name(medium), playout_name(*view->setting), figure(view->added_ms, "ms"))});
  if (const auto& view = playout_of(now, Medium::kAudio); view && view->lip_sync_ms)
    reading.push_back({std::nullopt, Tr::tr("lip-sync %1").arg(signed_figure(view->lip_sync_ms, "ms"))});
  set_reading(std::move(reading));
}

void PlayoutPanel::draw_policies(const CallSnapshot& now) {
  rows_.clear();
  QStringList sentences;
  for (const auto medium : kMedia) {
    const auto* curve = curve_of(now, medium);
    if (!curve) continue;
    const Policy *best = nullptr, *in_force = nullptr;
    const auto first = rows_.size();
    for (const auto& point : curve->points)
      if (point.units > 0) rows_.push_back({medium, point});
    for (auto i = first; i < rows_.size(); ++i) {
      if (!best || rows_[i].point.distance < best->point.distance) best = &rows_[i];
      if (rows_[i].point.in_force) in_force = &rows_[i];
    }
    if (!best) continue;
    const auto name = medium_name(medium), policy = playout_name(best->point.setting),
               distance = figure(best->point.distance);
    if (best->point.in_force)
      sentences << Tr::tr("%1: %2 in force is the best, at a compensation distance of %3.").arg(name, policy, distance);
    else if (!in_force)
      sentences << Tr::tr("%1: %2 would be the best, at a compensation distance of %3.").arg(name, policy, distance);
    else
      sentences << Tr::tr("%1: %2 would be the best, at a compensation distance of %3; in force is %4 at %5.")
                       .arg(name, policy, distance, playout_name(in_force->point.setting),
                            figure(in_force->point.distance));
  }
  sentence_->setText(sentences.join(' '));
  fill_policies();
}

void PlayoutPanel::sort_policies() {
  const auto* header = policies_->horizontalHeader();
  const int by = header->sortIndicatorSection();
  const auto key = [by](const Policy& row) {
    const auto choice = static_cast<double>(playout_choice_of(row.point.setting));
    switch (by) {
      case kPolicy: return choice;
      case kDelay: return row.point.delay_ms;
      case kDropped: return row.point.dropped_percent;
      case kDistance: return row.point.distance;
      default: return static_cast<double>(row.medium) * static_cast<double>(playout_choices().size()) + choice;
    }
  };
  const bool down = header->sortIndicatorOrder() == Qt::DescendingOrder;
  std::stable_sort(rows_.begin(), rows_.end(),
                   [&](const Policy& a, const Policy& b) { return down ? key(b) < key(a) : key(a) < key(b); });
}

void PlayoutPanel::fill_policies() {
  sort_policies();
  policies_->set_rows(static_cast<int>(rows_.size()));
  int at = 0;
  for (const auto& row : rows_) {
    const auto& point = row.point;
    const auto tip = playout_sentence(point.setting) + "\n" +
                     Tr::tr("%1 units, %2")
                         .arg(count_text(point.units), point.in_force ? Tr::tr("in force: measured on what was played")
                                                                      : Tr::tr("in the shadow: on the same arrivals"));
    policies_->set_cell(at, kMedium, medium_name(row.medium), tip);
    policies_->set_cell(at, kPolicy, (point.in_force ? "● " : "○ ") + playout_name(point.setting), tip);
    policies_->set_cell(at, kDelay, figure(point.delay_ms, "ms"), tip);
    policies_->set_cell(at, kDropped, figure(point.dropped_percent, "%"), tip);
    policies_->set_cell(at, kDistance, figure(row.point.distance), tip);
    policies_->item(at, kPolicy)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    policies_->set_bold(at++, point.in_force);
  }
}

void PlayoutPanel::write_csv(QTextStream& out) const {
  write_tables(out, {figures_->table(), policies_->table()});
}

PanelDefinition playout_panel() {
  return tab_panel<PlayoutPanel>("playout", 70);
}

}  // namespace jitterscope
