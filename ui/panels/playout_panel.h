#pragma once
// What the playout of the received sound and picture does now, and what each policy would make of the same arrivals.
#include <vector>

#include "core/measures/views/compensation_view.h"
#include "ui/panels/panel.h"
#include "ui/widgets/figure_table.h"

namespace jitterscope {

class PlayoutPanel : public Panel {
 public:
  explicit PlayoutPanel(ViewState&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override {
    return {{ViewKind::kPlayout, kRead}, {ViewKind::kQuality, kRead}, asked(ViewKind::kCompensation)};
  }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kTall; }
  const FigureTable& figures() const { return *figures_; }
  const FigureTable& policies() const { return *policies_; }
  QString sentence() const { return sentence_->text(); }  // which policies are nearest to the origin now

 private:
  struct Policy {  // of one medium: a row
    Medium medium;
    OperatingPoint point;
  };
  void draw_figures(const CallSnapshot&);
  void draw_policies(const CallSnapshot&);
  void sort_policies();
  void fill_policies();

  FigureTable *figures_, *policies_;
  QLabel* sentence_;
  std::vector<Policy> rows_;
};

}  // namespace jitterscope
