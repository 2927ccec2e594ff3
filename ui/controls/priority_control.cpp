#include "ui/controls/priority_control.h"

#include <algorithm>

#include "core/measures/views/snapshot.h"
#include "core/measures/views/thread_row.h"
#include "ui/tr.h"
#include "ui/widgets/class_field.h"
#include "ui/widgets/segments.h"
#include "ui/words/call_words.h"
#include "ui/words/text.h"
#include "ui/words/thread_words.h"

namespace jitterscope {

PriorityControl::PriorityControl(SessionPort& session, QWidget* parent)
    : Card(QT_TRANSLATE_NOOP("Tr", "Priority"), parent), port_(session) {
  add_beside_title(end_ = new Segments({Tr::tr("local"), Tr::tr("remote"), Tr::tr("both")}, Tr::tr("Whose priority")));
  end_->set_current(0);
  end_->set_tip(1, Tr::tr("The remote is asked for its consent, once a call; it chooses the levels itself"));
  all_ = new ClassField(Tr::tr("all media threads"), false);
  all_->setToolTip(Tr::tr("Keys: D default, N nice, R real-time"));
  add_row({all_});
  each_ = add_part(QT_TRANSLATE_NOOP("Tr", "Each thread"));
  connect(all_, &ClassField::chosen, this, [this](const PrioritySetting& setting) {
    for (const auto role : kMediaThreads) send(role, setting);
  });
  for (const auto role : kMediaThreads) {
    const bool periodic = role == ThreadRole::kAudioSend || role == ThreadRole::kVideoSend;
    const Row row{role, new ClassField(thread_name(role), periodic), muted_label(kDash)};
    add_field(thread_name(role), row.asked, row.effective);
    connect(row.asked, &ClassField::chosen, this,
            [this, role](const PrioritySetting& setting) { send(role, setting); });
    rows_.push_back(row);
  }
}

/// Of one thread: the name with something beside it, and the field below.
void PriorityControl::add_field(const QString& name, ClassField* field, QLabel* beside) {
  beside->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  add_row(each_->rows(), {muted_label(name), beside})->setStretch(1, 1);
  add_row(each_->rows(), {field});
}

/// The remote takes kinds alone.
void PriorityControl::send(ThreadRole role, const PrioritySetting& setting) {
  const PrioritySetting kind{setting.kind};
  if (end() != End::kBoth || setting == kind) return port_.send(SetPriority{role, setting, end()});
  port_.send(SetPriority{role, setting, End::kLocal});
  port_.send(SetPriority{role, kind, End::kRemote});
}

void PriorityControl::choose_all(PrioritySetting::Kind kind) {
  for (const auto role : kMediaThreads) send(role, {kind});
}

void PriorityControl::show_settings(const CallSettings& settings, const CallSnapshot* snapshot, const CallState& call) {
  const bool local = end() != End::kRemote;
  std::vector<std::optional<PrioritySetting>> all;
  for (const auto& row : rows_) {
    const auto set = settings.priorities.find(row.role);
    const auto* thread = snapshot ? find_thread(snapshot->threads, row.role) : nullptr;
    std::optional<PrioritySetting> asked;
    if (local && set != settings.priorities.end())
      asked = set->second;
    else if (local && thread)
      asked = PrioritySetting::parse(thread->requested.substr(0, thread->requested.find(' ')));
    row.asked->set_end(end());
    row.asked->show_setting(asked, local ? Tr::tr("automatic") : Tr::tr("choose"));
    all.push_back(asked);
    const auto waiting = waiting_words(call, name_of(SetPriority{row.role, {}}));
    const auto words = !waiting.isEmpty() ? Tr::tr("asked, waiting")
                       : !local           ? Tr::tr("remote")
                       : thread           ? effective_words(*thread)
                                          : kDash;
    if (row.effective->text() != words) row.effective->setText(words);
    row.effective->setToolTip(!waiting.isEmpty() ? waiting
                              : !local           ? Tr::tr("The remote’s window shows what its kernel gives")
                              : thread           ? effective_tip(*thread)
                                       : Tr::tr("What the kernel gives this thread appears here once a call is up"));
  }
  const bool common = std::ranges::all_of(all, [&](const auto& asked) { return asked == all.front(); });
  const QString given = snapshot ? common_class(snapshot->threads) : kDash;
  fold().set_state(local ? given : Tr::tr("local %1").arg(given));
  each_->set_state(local ? Tr::tr("in force: %1").arg(given) : QString());
  all_->set_end(end());
  all_->show_setting(common ? all.front() : std::nullopt, !local   ? Tr::tr("choose")
                                                          : common ? Tr::tr("automatic")
                                                                   : Tr::tr("mixed"));
}

}  // namespace jitterscope
