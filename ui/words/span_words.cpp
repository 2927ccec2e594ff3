#include "ui/words/span_words.h"

#include <QRegularExpression>

#include "core/measures/views/snapshot.h"
#include "ui/tr.h"
#include "ui/words/text.h"
#include "ui/words/typed_span.h"

namespace jitterscope {

std::optional<Stretch> shown_stretch(const CallSnapshot& now) {
  const bool shown = now.selected && now.selected->state == SelectedStretch::State::kShown;
  return shown ? std::optional(now.selected->stretch) : std::nullopt;
}

QString stretch_times(const Stretch& stretch) {
  return span_text(stretch.from_s(), stretch.to_s());
}

QString figures_span(const CallSnapshot& now, const QString& usual, const QString& of_stretch) {
  if (!now.selected) return usual;
  const auto times = stretch_times(now.selected->stretch);
  if (now.selected->state == SelectedStretch::State::kShown) return of_stretch.arg(times);
  if (now.selected->state == SelectedStretch::State::kIsRead) return Tr::tr("%1, %2 is being read").arg(usual, times);
  return usual;
}

QString why_not_selected(const CallSnapshot& now) {
  if (!now.selected || now.selected->state != SelectedStretch::State::kNotRead) return {};
  return Tr::tr("Not of %1: %2").arg(stretch_times(now.selected->stretch), text_of(now.selected->why));
}

QString of_file(QString words) {
  return words.replace(Tr::tr("whole call"), Tr::tr("whole file"))
      .replace(Tr::tr("Whole call"), Tr::tr("Whole file"))
      .replace(Tr::tr("of the call"), Tr::tr("of the file"));
}

QString in_shown_time(QString words, const CallSnapshot& now) {
  static const QRegularExpression times(Tr::tr("last 10 s|whole call|last minute|last (2 s|two seconds)|last second"));
  static const QRegularExpression present(Tr::tr("\\bnow\\b"));
  return shown_stretch(now) ? words.replace(times, Tr::tr("selected time")).replace(present, Tr::tr("at its end"))
                            : words;
}

}  // namespace jitterscope
