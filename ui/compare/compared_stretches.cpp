#include "ui/compare/compared_stretches.h"

#include <algorithm>
#include <limits>

#include <QFileInfo>
#include <QPointer>
#include <QStringList>

#include "core/base/units/shell_word.h"
#include "ui/compare/set_differences.h"
#include "ui/plots/view_state.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

double begin_of(const ComparedStretch& stretch) {
  return stretch.from_s.value_or(0);
}
double end_of(const ComparedStretch& stretch) {
  return stretch.to_s.value_or(std::numeric_limits<double>::infinity());
}
bool share_packets(const ComparedStretch& one, const ComparedStretch& other) {
  return one.file == other.file && begin_of(one) < end_of(other) && begin_of(other) < end_of(one);
}

QString file_word(const ComparedStretch& stretch) {
  return QString::fromStdString(shell_word(stretch.file));
}

QString stretch_name(const ComparedStretch& stretch) {
  const auto name = QFileInfo(QString::fromStdString(stretch.file)).completeBaseName();
  if (!stretch.from_s && !stretch.to_s) return "all of " + name;
  return axis_time(begin_of(stretch)) + " – " + (stretch.to_s ? axis_time(*stretch.to_s) : "end") + " of " + name;
}

}  // namespace

ComparedStretches::ComparedStretches(SessionPort& session, const ViewState& view, QObject* parent)
    : QObject(parent), session_(session), view_(view) {}

std::optional<ComparedStretches::Stretch> ComparedStretches::shown_now(Part part) const {
  Stretch now;
  auto& of = now.asked.of;
  of.file = session_.recorded_file();
  now.asked.began_at_ms = session_.began_at();
  double from = view_.from(), to = std::min(view_.to(), view_.end());
  if (view_.has_selection()) {
    std::tie(from, to) = view_.query().selection_s;
  } else if (const auto& before = stretch(Part::kBefore);
             part == Part::kAfter && before && before->asked.of.file == of.file) {
    from = std::max(from, end_of(before->asked.of));
  }
  if (from >= to) return std::nullopt;
  if (!view_.over() || from > 0) of.from_s = from;
  if (!view_.over() || to < view_.end()) of.to_s = to;
  now.words = stretch_name(of);
  return now;
}

void ComparedStretches::take(Part part) {
  if (!can_take())
    return emit said(
        "There is nothing to compare: no file is open, and this call is not recorded. Record it by “Call ▸ "
        "Record”, or open a recording.");
  const auto now = shown_now(part);
  if (!now)
    return emit said(
        "Nothing has come after the stretch before yet. Wait a little, or select other time: drag with "
        "Shift over a plot.");
  stretches_[static_cast<std::size_t>(part)] = now;
  auto& after = stretches_[1];
  if (part == Part::kBefore && after && after->asked.of.file == now->asked.of.file &&
      begin_of(after->asked.of) < end_of(now->asked.of))
    after.reset();  // it was of an earlier comparison
  compare();
}

void ComparedStretches::compare() {
  result_ = {};
  again_ = running_;
  const auto &before = stretch(Part::kBefore), &after = stretch(Part::kAfter);
  if (before && after && !running_) {
    if (share_packets(before->asked.of, after->asked.of)) {
      result_.sentence = "The two stretches overlap, and what is in both cannot differ. Take another one.";
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
  return command;
}

QString ComparedStretches::set_words() const {
  if (!table()) return {};
  const auto set_in = [this](std::size_t i) {
    const auto& of = stretches_[i]->asked.of;
    return SetStretch{result_.changes[i], begin_of(of), end_of(of)};
  };
  if (result_.changes[0].empty() || result_.changes[1].empty()) return {};  // no file that tells
  const auto different = set_differences(set_in(0), set_in(1));
  QStringList words(different.begin(), different.end());
  QString all = words.isEmpty() ? "Nothing was set otherwise." : "Set otherwise: " + words.join(" · ") + ".";
  for (const std::size_t i : {0U, 1U})
    if (const int count = changes_within(set_in(i)); count > 0)
      all += QString(" Within the stretch %1 something was set %2.")
                 .arg(i == 0 ? "before" : "after", count == 1 ? "once" : QString("%1 times").arg(count));
  return all;
}

}  // namespace jitterscope
