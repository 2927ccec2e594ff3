#pragma once
// Traffic shaping of local sending, remote, or both: strategies A, B, C, any burst size and interval (sun97 §3).
#include <functional>
#include <utility>

#include "ui/session_port.h"
#include "ui/widgets/card.h"
#include "ui/widgets/segments.h"

class QDoubleSpinBox;
class QSpinBox;

namespace jitterscope {

class ShapingControl : public Card {
 public:
  explicit ShapingControl(SessionPort&, QWidget* parent = nullptr);
  void show_settings(const CallSettings&, const CallSnapshot*, const CallState&);
  void choose_strategy(int index);  // 0 A, 1 B, 2 C; keys 1 2 3
  End end() const { return static_cast<End>(end_->current()); }
  /// Called after a strategy, burst or interval was chosen here, with whose.
  void when_chosen(std::function<void(End)> act) { chosen_ = std::move(act); }

 private:
  void send(const ShapingSetting&);
  SessionPort& port_;
  ShapingSetting setting_;  // in force, or sent last
  std::function<void(End)> chosen_;
  Segments *end_, *strategy_;
  QSpinBox* burst_;
  QDoubleSpinBox* interval_;
  QLabel* effective_;
};

}  // namespace jitterscope
