#pragma once
// Live readouts of the emulated link in both directions, the loads of this machine and the clock between the ends.
#include "ui/panels/panel.h"

class QStackedWidget;

namespace jitterscope {

class ClockColumn;
class LinkColumn;
class LoadColumn;

class ConditionsPanel : public Panel {
 public:
  explicit ConditionsPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kConditions, kRead}, {ViewKind::kLog, kRead}}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }
  QString figures() const;  // the words of every column

 private:
  void draw_link(const CallSnapshot&);
  Segments* page_;
  QStackedWidget* pages_;
  QLabel *warning_, *no_link_;
  LinkColumn *up_, *down_;
  LoadColumn* loads_;
  ClockColumn* clock_;
};

}  // namespace jitterscope
