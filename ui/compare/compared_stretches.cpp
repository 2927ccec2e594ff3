#include "ui/compare/compared_stretches.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <QFileInfo>
#include <QPointer>
#include <QStringList>

#include "core/base/units/shell_word.h"
#include "core/measures/views/log_rows.h"
#include "core/measures/views/snapshot.h"
#include "ui/compare/set_differences.h"
#include "ui/plots/view_state.h"
#include "ui/tr.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

constexpr double kUnwritten_s = 1.5;  // of what has just happened, in a recording that goes on
constexpr double kLeastSince_s = 2;   // of a stretch that begins where something was set

double begin_of(const ComparedStretch& stretch) {
  return stretch.from_s.value_or(0);
}
double end_of(const ComparedStretch& stretch) {
  return stretch.to_s.value_or(std::numeric_limits<double>::infinity());
}
/// Second 0 of one file's axis on that of the other; it is the first packet of each.
double later_s(const StretchToCompare& one, const StretchToCompare& other) {
  if (!one.began_at_ms || !other.began_at_ms) return 0;
  return static_cast<double>(*one.began_at_ms - *other.began_at_ms) / 1e3;
}
bool begins_before_the_end(const StretchToCompare& one, const StretchToCompare& other) {
  return begin_of(one.of) + later_s(one, other) < end_of(other.of);
}
bool share_packets(const StretchToCompare& one, const StretchToCompare& other) {
  return one.of.file == other.of.file && begins_before_the_end(one, other) && begins_before_the_end(other, one);
}

/// In whole ms, as the command line has them.
double whole_ms(double seconds) {
  return std::round(seconds * 1e3) / 1e3;
}

/// One name for one file.
std::string path_of(const std::string& file) {
  const auto whole = QFileInfo(QString::fromStdString(file)).canonicalFilePath().toStdString();
  return whole.empty() ? file : whole;
}

QString file_word(const ComparedStretch& stretch) {
  return QString::fromStdString(shell_word(stretch.file));
}

QString stretch_name(const ComparedStretch& stretch) {
  const auto name = QFileInfo(QString::fromStdString(stretch.file)).completeBaseName();
  if (!stretch.from_s && !stretch.to_s) return Tr::tr("all of %1").arg(name);
  return Tr::tr("%1 – %2 of %3")
      .arg(axis_time(begin_of(stretch)), stretch.to_s ? axis_time(*stretch.to_s) : Tr::tr("end"), name);
}

}  // namespace

ComparedStretches::ComparedStretches(SessionPort& session, ViewState& view, QObject* parent)
    : QObject(parent), session_(session), view_(view) {
  connect(this, &ComparedStretches::changed, this, &ComparedStretches::shade);
  connect(&view_, &ViewState::changed, this, &ComparedStretches::shade);  // another file may be shown
}

/// Those of what is shown stand out in all plots over time.
void ComparedStretches::shade() {
  ViewState::ComparedSpans spans;
  const bool any = stretches_[0] || stretches_[1];
  const auto shown = any ? path_of(session_.recorded_file()) : std::string();
  for (std::size_t i = 0; i < stretches_.size(); ++i)
    if (const auto& taken = stretches_[i]; taken && taken->asked.of.file == shown)
      spans[i] = std::pair(begin_of(taken->asked.of), std::min(end_of(taken->asked.of), view_.end()));
  view_.set_compared(spans);
}

bool ComparedStretches::is_before(const std::pair<double, double>& selected) const {
  const auto& before = stretch(Part::kBefore);
  return before && before->asked.of.from_s == whole_ms(selected.first) &&
         before->asked.of.to_s == whole_ms(selected.second);
}

/// Later where something was set since, so that what is compared was all under it.
double ComparedStretches::since_set(double from_s, double end_s) const {
  const auto now = session_.snapshot();
  if (!now) return from_s;
  for (const MarkRow& mark : now->marks)
    if (mark.at_s < end_s - kLeastSince_s && !mark.text.starts_with("mark ")) from_s = std::max(from_s, mark.at_s);
  return from_s;
}

std::optional<ComparedStretches::Stretch> ComparedStretches::shown_now(Part part, QString& why_not) const {
  Stretch now;
  auto& of = now.asked.of;
  of.file = path_of(session_.recorded_file());
  now.asked.began_at_ms = session_.began_at();
  const auto& before = stretch(Part::kBefore);
  const bool follows = part == Part::kAfter && before && before->asked.of.file == of.file;
  const double end = view_.over() ? view_.end() : view_.end() - kUnwritten_s;
  auto [from, to] = std::pair(view_.from(), view_.to());
  if (const auto& selected = view_.query().selection_s; view_.has_selection() && !(follows && is_before(selected)))
    std::tie(from, to) = selected;
  else if (follows)
    from = since_set(view_.following() ? end_of(before->asked.of) : std::max(from, end_of(before->asked.of)), end);
  else if (view_.following())
    from = since_set(from, end);
  from = whole_ms(std::max(from, 0.0));
  to = whole_ms(std::min(to, end));
  if (from >= to) {
    why_not =
        follows && end <= end_of(before->asked.of)
            ? Tr::tr("Nothing has come after the stretch before yet. Wait a little.")
            : Tr::tr(
                  "Nothing of the time shown is recorded yet, or it is in the stretch before. Select other time: drag "
                  "with Shift over a plot.");
    return std::nullopt;
  }
  if (!view_.over() || from > 0) of.from_s = from;
  if (!view_.over() || to < whole_ms(view_.end())) of.to_s = to;
  now.words = stretch_name(of);
  return now;
}

void ComparedStretches::take(Part part) {
  if (!can_take())
    return emit said(
        Tr::tr("There is nothing to compare: no file is open, and this call is not recorded. Record it by “Call ▸ "
               "Record”, or open a recording."));
  QString why_not;
  const auto now = shown_now(part, why_not);
  if (!now) return emit said(why_not);
  stretches_[static_cast<std::size_t>(part)] = now;
  auto& after = stretches_[1];
  if (part == Part::kBefore && after && after->asked.of.file == now->asked.of.file &&
      begins_before_the_end(after->asked, now->asked))
    after.reset();  // it was of an earlier comparison
  compare();
}

bool ComparedStretches::hold() {
  const auto& before = stretch(Part::kBefore);
  QString ignored;
  if (!can_take() || (before && before->asked.of.file == path_of(session_.recorded_file()))) return false;
  if (!shown_now(Part::kBefore, ignored)) return false;
  stretches_[1].reset();
  take(Part::kBefore);
  return true;
}

void ComparedStretches::let_go() {
  stretches_ = {};
  compare();
  emit emptied();
}

void ComparedStretches::compare() {
  result_ = {};
  again_ = running_;
  const auto &before = stretch(Part::kBefore), &after = stretch(Part::kAfter);
  if (before && after && !running_) {
    if (share_packets(before->asked, after->asked)) {
      result_.sentence =
          Tr::tr("The two stretches overlap, and what is in both cannot differ. Take another one.").toStdString();
    } else {
      running_ = true;
      session_.compare(before->asked, after->asked, [here = QPointer(this)](const CompareResult& result) {
        if (here) here->finish(result);
      });
    }
  }
  emit changed();
}

void ComparedStretches::finish(const CompareResult& result) {
  running_ = false;
  if (again_) return compare();
  result_ = result;
  emit changed();
}

QString ComparedStretches::command() const {
  if (!table()) return {};
  const auto& [before, after, media, notes] = *table();
  auto command = "jitterscope compare " + file_word(before);
  if (after.file != before.file) command += " " + file_word(after);
  const auto add = [&](const char* option, std::optional<double> at_s) {
    if (at_s) command += QString(" %1 %2").arg(option).arg(*at_s, 0, 'f', 3);
  };
  add("--from", before.from_s);
  add("--to", before.to_s);
  add("--from2", after.from_s);
  add("--to2", after.to_s);
  return command + QString::fromStdString(session_.reading_options());
}

QString ComparedStretches::set_words() const {
  if (!table()) return {};
  const auto set_in = [this](std::size_t i) {
    const auto& of = stretches_[i]->asked.of;
    return SetStretch{result_.changes[i], begin_of(of), end_of(of)};
  };
  if (result_.changes[0].empty() || result_.changes[1].empty()) return {};  // no file that tells
  const bool one_call = stretches_[0]->asked.of.file == stretches_[1]->asked.of.file;
  const auto different = set_differences(set_in(0), set_in(1), one_call);
  QStringList words(different.begin(), different.end());
  QString all =
      words.isEmpty() ? Tr::tr("Nothing was set otherwise.") : Tr::tr("Set otherwise: %1.").arg(words.join(" · "));
  for (const std::size_t i : {0U, 1U})
    if (const int count = changes_within(set_in(i)); count > 0)
      all += " " + Tr::tr("Within the stretch %1 something was set %2.")
                       .arg(i == 0 ? Tr::tr("before") : Tr::tr("after"),
                            count == 1 ? Tr::tr("once") : Tr::tr("%1 times").arg(count));
  return all;
}

}  // namespace jitterscope
