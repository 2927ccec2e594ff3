#pragma once
// Scheduling class of the media threads, local, remote or both (claypool98 §5): asked for beside what the kernel gives.
#include "core/events/settings/priority.h"
#include "ui/session_port.h"
#include "ui/widgets/card.h"
#include "ui/widgets/segments.h"

namespace jitterscope {

class ClassField;

class PriorityControl : public Card {
 public:
  explicit PriorityControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&, const CallSnapshot*, const CallState&);
  void choose_all(PrioritySetting::Kind);  // keys D N R
  End end() const { return static_cast<End>(end_->current()); }

 private:
  struct Row {
    ThreadRole role;
    ClassField* asked;
    QLabel* effective;
  };
  void add_field(const QString& name, ClassField*, QLabel* beside);
  void send(ThreadRole, const PrioritySetting&);
  SessionPort& port_;
  Segments* end_;
  ClassField* all_;
  Fold* each_;
  std::vector<Row> rows_;
};

}  // namespace jitterscope
