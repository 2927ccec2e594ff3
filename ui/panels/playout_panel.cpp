#include "ui/panels/playout_panel.h"

#include <algorithm>
#include <functional>

#include <QHeaderView>
#include <QLabel>
#include <QTextStream>
#include <QVBoxLayout>

#include "core/measures/views/playout_choice.h"
#include "ui/panels/panel_definition.h"
#include "ui/theme.h"
#include "ui/widgets/window_chooser.h"
#include "ui/words/label_words.h"
#include "ui/words/media.h"
#include "ui/words/playout_words.h"
#include "ui/words/span_words.h"
#include "ui/words/text.h"
#include "ui/words/unknown_words.h"

namespace jitterscope {
namespace {

constexpr auto kPlayoutPanelDefinition =
    "<p>What the playout of the received sound and picture does. <b>Playout delay</b>: of the policy, over the "
    "shortest "
    "transit "
    "lately. <b>Added</b>: from complete until played, mean of 10 s. <b>Missed playout</b> came after its time and was "
    "not "
    "played; "
    "<b>dropped</b> was thrown away by the policy to shorten the delay; <b>concealed</b> blocks were filled in by "
    "repeating and fading; a <b>gap</b> is a run of blocks or frames not played.</p>"
    "<p><b>Lip-sync</b>: sound less picture as played, by the sender’s capture clock; within 20 ms nobody notices "
    "<i>(Crowcroft et al. 1992, §3.2)</i>.</p>"
    "<p>The right table has what each policy makes of the same arrivals; <b>compensation distance</b> is that of the "
    "optimum of the "
    "compensation curve: share dropped and delay, each over its normaliser. <i>Claypool, Habermann and Riedl 1998, "
    "§8.1; Ramjee et "
    "al. "
    "1994; Stone and Jeffay 1995.</i></p>";

enum Column : int { kMedium, kPolicy, kDelay, kDropped, kDistance };

struct PlayoutRow {
  QString name, tip;
  std::function<QString(const PlayoutView&)> value;
  QString why = "Nothing has been played lately.";  // it is not known
};

/// G.107's rating of the sound, of the last 10 s: not of playout's own view.
struct VoiceRow {
  QString name, tip;
  std::function<QString(const VoiceQuality&)> value;
};

const std::vector<VoiceRow>& voice_rows() {
  using V = const VoiceQuality&;
  static const std::vector<VoiceRow> made{
      {"R, last 10 s", "Rating of the conversation by G.107, last 10 s: 90 best, 70 medium, 60 low",
       [](V v) { return figure(v.r); }},
      {"MOS, last 10 s", "Mean opinion score, 1 to 4.5, of R, last 10 s", [](V v) { return figure(v.mos); }},
  };
  return made;
}

QString voice_tip(const QString& tip, const std::optional<VoiceQuality>& voice) {
  if (!voice) return tip_of(kDash, tip, "Unknown as long as the latency from mouth to ear is.");
  QString text = tip + ". Ta " + figure(voice->ta_ms, "ms") + ", Ppl " + figure(voice->ppl_percent, "%") + ", BurstR " +
                 figure(voice->burst_r) + "; Bpl " + figure(voice->bpl) +
                 " is G.711 Appendix I’s concealment, assumed for this one.";
  for (const auto& note : voice->outside) text += " Outside the model: " + QString::fromStdString(note) + ".";
  return text;
}

constexpr auto kNoLipSync = "It is told of the sound, once both it and the picture are played.";

const std::vector<PlayoutRow>& playout_rows() {
  using V = const PlayoutView&;
  static const std::vector<PlayoutRow> made{
      {"Policy", "In force", [](V v) { return v.setting ? playout_name(*v.setting) : kDash; }},
      {"Playout delay", "Of the policy, over the shortest transit lately",
       [](V v) { return figure(v.delay_ms, "ms"); }},
      {"Added, last 10 s", "From complete until played; mean of the last 10 s",
       [](V v) { return figure(v.added_ms, "ms"); }},
      {"Level", "Buffered now", [](V v) { return figure(v.level_ms, "ms"); }},
      {"Played", "Blocks or frames, whole call", [](V v) { return count_text(v.played); }},
      {"Missed playout", "Came after their time and were not played", [](V v) { return count_text(v.late); }},
      {"Lost", "Never came whole", [](V v) { return count_text(v.lost); }},
      {"Dropped", "Thrown away by the policy to shorten the delay", [](V v) { return count_text(v.dropped); }},
      {"Concealed", "Blocks filled in by repeating and fading", [](V v) { return count_text(v.concealed); }},
      {"Gaps", "Runs of blocks or frames that were not played", [](V v) { return count_text(v.gaps); }},
      {"Bursts", "Of units not played: from loss to loss with fewer than 16 played ones between (RFC 3611)",
       [](V v) { return v.bursts ? count_text(v.bursts->bursts) : kDash; }},
      {"Burst length", "Mean, units; – = there was no burst",
       [](V v) { return v.bursts ? figure(v.bursts->mean_length) : kDash; }, "There was no burst."},
      {"Burst ratio",
       "Mean run of units not played on end × (1 − their share): 1 = they come independently (G.107); – = none or all "
       "were played",
       [](V v) { return v.bursts ? figure(v.bursts->burst_ratio) : kDash; }, "All units were played, or none was."},
      {"Resampling", "How much the speaker’s clock differs from this machine’s, as corrected",
       [](V v) { return signed_figure(v.resampling_ppm, "ppm"); }, "Only a loudspeaker that plays tells it."},
      {"Lip-sync now", "Sound less picture as played; + = the sound is later",
       [](V v) { return signed_figure(v.lip_sync_ms, "ms"); }, kNoLipSync},
      {"Lip-sync p95", "Of the error’s size, last minute; up to 20 ms nobody notices",
       [](V v) { return figure(v.lip_sync_p95_ms, "ms"); }, kNoLipSync},
  };
  return made;
}

const std::optional<PlayoutView>& playout_of(const CallSnapshot& now, Medium medium) {
  return now.received(medium).playout;
}

QString why_not_told(const StreamSnapshot& received) {
  return received.active ? "Nothing tells how it was played." : why_nothing_received(received);
}

const CompensationView* curve_of(const CallSnapshot& now, Medium medium) {
  return now.received(medium).compensation.get();
}

}  // namespace

PlayoutPanel::PlayoutPanel(ViewState& view_state, QWidget* parent)
    : Panel(view_state, "Playout", kPlayoutPanelDefinition, parent) {
  auto* across = new QHBoxLayout(body());
  set_spaces(across, {0, 0, 4, 0}, 16);
  across->addWidget(figures_ = new FigureTable({"", "Audio", "Video"}, "Playout of sound and picture"), 2);
  figures_->set_rows(static_cast<int>(playout_rows().size() + voice_rows().size()));
  auto* column = new QVBoxLayout;
  set_spacing(column, 4);
  column->addWidget(policies_ = new FigureTable({"", "Policy", "Mean delay", "Dropped", "Compensation\ndistance"},
                                                "What each policy makes of the same arrivals"));
  column->addWidget(sentence_ = new WrappedLabel);
  across->addLayout(column, 3);
  use_small_font(sentence_);
  sentence_->setProperty("muted", true);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* header = policies_->horizontalHeader();
  policies_->fit_column(kMedium);
  header->setSectionsClickable(true);
  header->setSortIndicatorShown(true);
  header->setSortIndicator(kMedium, Qt::AscendingOrder);
  policies_->horizontalHeaderItem(kPolicy)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  connect(header, &QHeaderView::sortIndicatorChanged, this, &PlayoutPanel::fill_policies);
}

void PlayoutPanel::draw(const std::shared_ptr<const CallSnapshot>& snapshot) {
  if (!snapshot)
    return show_empty(
        "How the received sound and picture are played, and what other policies would make of them, appears here once "
        "a "
        "call is up.");
  if (std::ranges::none_of(kMedia, [&](Medium medium) {
        return snapshot->received(medium).playout || snapshot->received(medium).compensation;
      }))
    return show_empty_in(*snapshot,
                         "Nothing has been played yet. What is received is judged here as soon as it comes.");
  show_body();
  draw_figures(*snapshot);
  draw_policies(*snapshot);
  const auto* curve =
      curve_of(*snapshot, Medium::kAudio) ? curve_of(*snapshot, Medium::kAudio) : curve_of(*snapshot, Medium::kVideo);
  const auto policies = curve ? ", policies: " + measured_words(curve->query) : QString();
  set_figures_span(
      *snapshot, "counts: whole call" + policies,
      "Counts since the call began; delays, level and lip-sync now or as their names say; what each policy would make: "
      "of the time measured");
}

void PlayoutPanel::draw_figures(const CallSnapshot& now) {
  Reading reading;
  for (int row = 0; row < static_cast<int>(playout_rows().size()); ++row) {
    const auto& of = playout_rows()[static_cast<std::size_t>(row)];
    figures_->set_cell(row, 0, in_shown_time(of.name, now), in_shown_time(of.tip, now));
    for (const auto medium : kBothMedia) {
      const auto& view = playout_of(now, medium);
      const auto tip =
          row == 0 && view && view->setting ? playout_sentence(*view->setting) : in_shown_time(of.tip, now);
      figures_->set_cell(row, medium == Medium::kAudio ? 1 : 2, view ? of.value(*view) : kDash, tip,
                         view ? of.why : why_not_told(now.received(medium).figures));
    }
  }
  const auto voice = now.received(Medium::kAudio).quality ? now.received(Medium::kAudio).quality->voice : std::nullopt;
  int at = static_cast<int>(playout_rows().size());
  for (const auto& row : voice_rows()) {
    const auto tip = in_shown_time(voice_tip(row.tip, voice), now);
    figures_->set_cell(at, 0, in_shown_time(row.name, now), tip);
    figures_->set_cell(at, 1, voice ? row.value(*voice) : kDash, tip);
    figures_->set_cell(at++, 2, kDash, row.tip, "G.107 knows no picture.");
  }
  for (const auto medium : kBothMedia)
    if (const auto& view = playout_of(now, medium); view && view->setting)
      reading.push_back(
          {medium == Medium::kAudio ? Hue::kAudio : Hue::kVideo,
           medium_name(medium) + " " + playout_name(*view->setting) + ", adds " + figure(view->added_ms, "ms")});
  if (const auto& view = playout_of(now, Medium::kAudio); view && view->lip_sync_ms)
    reading.push_back({std::nullopt, "lip-sync " + signed_figure(view->lip_sync_ms, "ms")});
  set_reading(std::move(reading));
}

void PlayoutPanel::draw_policies(const CallSnapshot& now) {
  rows_.clear();
  QStringList sentences;
  for (const auto medium : kBothMedia) {
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
    const auto words = medium_name(medium) + ": " + playout_name(best->point.setting);
    if (best->point.in_force)
      sentences << words + " in force is the best, at a compensation distance of " + figure(best->point.distance) + ".";
    else
      sentences << words + " would be the best, at a compensation distance of " + figure(best->point.distance) +
                       (in_force ? "; in force is " + playout_name(in_force->point.setting) + " at " +
                                       figure(in_force->point.distance) + "."
                                 : ".");
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
    const auto tip = playout_sentence(point.setting) + "\n" + count_text(point.units) + " units, " +
                     (point.in_force ? "in force: measured on what was played" : "in the shadow: on the same arrivals");
    policies_->set_cell(at, kMedium, medium_name(row.medium), tip);
    policies_->set_cell(at, kPolicy, (point.in_force ? "● " : "○ ") + playout_name(point.setting), tip);
    policies_->set_cell(at, kDelay, figure(point.delay_ms, "ms"), tip);
    policies_->set_cell(at, kDropped, figure(point.dropped_percent, "%"), tip);
    policies_->set_cell(at, kDistance, figure(row.point.distance), tip);
    policies_->item(at, kPolicy)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    policies_->set_bold(at++, point.in_force);
  }
}

QString PlayoutPanel::sentence() const {
  return sentence_->text();
}

void PlayoutPanel::write_csv(QTextStream& out) const {
  figures_->write_csv(out);
  out << '\n';
  policies_->write_csv(out);
}

PanelDefinition playout_panel() {
  return tab_panel<PlayoutPanel>(70);
}

}  // namespace jitterscope
