#pragma once
// Scheduling class of the media threads, mine, theirs or both (claypool98 §5): asked for beside what the kernel gives.
#include "ui/controls/section.h"
#include "ui/session_port.h"

class QComboBox;

namespace jitterscope {

class Segments;

class PriorityControl : public Section {
 public:
  explicit PriorityControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&, const CallSnapshot*);
  void choose_all(int kind);  // 0 default, 1 nice, 2 real-time; keys D N R
  End end() const;

 private:
  struct Row {
    ThreadRole role;
    QComboBox* asked;
    QLabel* effective;
  };
  SessionPort& port_;
  Segments *end_, *all_;
  std::vector<Row> rows_;
};

}  // namespace jitterscope
