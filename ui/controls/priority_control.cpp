#include "ui/controls/priority_control.h"

#include <QComboBox>
#include <QGridLayout>

#include "ui/controls/segments.h"
#include "ui/text.h"
#include "ui/thread_words.h"

namespace jitterscope {
namespace {

const QStringList kKinds{"default", "nice", "real-time"};

PrioritySetting of_kind(int kind) {
  return {static_cast<PrioritySetting::Kind>(kind), std::nullopt};
}

}  // namespace

PriorityControl::PriorityControl(SessionPort& session, QWidget* parent) : Section("Priority", parent), port_(session) {
  add_beside_title(end_ = new Segments({"mine", "theirs", "both"}, "Whose priority"));
  end_->set_current(0);
  end_->set_tip(1, "The far end is asked for its consent, once a call");
  all_ = new Segments(kKinds, "All media threads");
  for (int kind = 0; kind < 3; ++kind)
    all_->set_tip(kind, "All four media threads (" + QString("DNR").mid(kind, 1) + ")");
  add_row({all_});
  auto* grid = new QGridLayout;
  grid->setSpacing(4);
  grid->setColumnStretch(1, 1);
  rows()->addLayout(grid);
  for (const auto role : kMediaThreads) {
    Row row{role, new QComboBox, muted_label(kDash)};
    const int at = static_cast<int>(rows_.size());
    row.asked->addItems(kKinds);
    row.asked->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row.asked->setMinimumWidth(96);
    row.asked->setAccessibleName("Class of " + thread_name(role));
    row.effective->setMinimumWidth(row.effective->fontMetrics().horizontalAdvance("real-time 99"));
    row.effective->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    grid->addWidget(muted_label(thread_name(role)), at, 0);
    grid->addWidget(row.asked, at, 1);
    grid->addWidget(row.effective, at, 2);
    connect(row.asked, &QComboBox::activated, this, [this, role](int kind) {
      port_.send(SetPriority{role, of_kind(kind), end()});
    });
    rows_.push_back(row);
  }
}

End PriorityControl::end() const {
  return static_cast<End>(end_->current());
}

void PriorityControl::choose_all(int kind) {
  for (const auto role : kMediaThreads) port_.send(SetPriority{role, of_kind(kind), end()});
}

void PriorityControl::show_settings(const CallSettings& settings, const CallSnapshot* snapshot) {
  const bool mine = end() != End::kTheirs;
  std::optional<int> common;
  bool mixed = false;
  for (const auto& row : rows_) {
    const auto asked = settings.priorities.find(row.role);
    const auto* thread = snapshot ? find_thread(snapshot->threads, row.role) : nullptr;
    int kind = asked == settings.priorities.end() ? -1 : static_cast<int>(asked->second.kind);
    if (kind < 0 && thread) kind = static_cast<int>(kKinds.indexOf(class_words(thread->requested).section(' ', 0, 0)));
    if (!mine) kind = -1;
    if (!row.asked->view()->isVisible() && row.asked->currentIndex() != kind) row.asked->setCurrentIndex(kind);
    if (common && *common != kind) mixed = true;
    common = kind;
    const bool refused = mine && thread && !class_granted(*thread);
    const auto words = !mine    ? QString("far end")
                       : thread ? (refused ? "▲ " : "") + class_words(thread->effective)
                                : kDash;
    row.asked->setPlaceholderText(mine ? "automatic" : "choose");
    if (row.effective->text() != words) row.effective->setText(words);
    row.effective->setToolTip(refused ? kRefusedTip
                              : mine  ? "What the kernel gives this thread now"
                                      : "The far end’s window shows what its kernel gives");
  }
  all_->set_current(mixed ? -1 : common.value_or(-1));
}

}  // namespace jitterscope
