#include "ui/words/playout_words.h"

#include "core/measures/views/playout_choice.h"
#include "ui/words/text.h"

namespace jitterscope {
namespace {

const PlayoutChoice* choice_of(const PlayoutSetting& setting) {
  const std::size_t index = playout_choice_of(setting);
  return index < playout_choices().size() ? &playout_choices()[index] : nullptr;
}

}  // namespace

QString playout_name(const PlayoutSetting& setting) {
  const PlayoutChoice* choice = choice_of(setting);
  if (!choice) return QString::fromStdString(setting.to_string());
  const QString name = QString::fromStdString(choice->short_label);
  return setting.delay ? name + " " + QString::number(setting.delay->ms(), 'g', 4) + QChar(0x00A0) + "ms" : name;
}

QString playout_sentence(const PlayoutSetting& setting) {
  const PlayoutChoice* choice = choice_of(setting);
  return choice ? QString::fromStdString(choice->sentence) : QString();
}

}  // namespace jitterscope
