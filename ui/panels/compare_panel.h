#pragma once
// Two stretches of one call or of two, figure beside figure: what changed, and whether chance may have made it.
#include "ui/compare/compared_stretches.h"
#include "ui/panels/panel.h"
#include "ui/widgets/figure_table.h"

class QVBoxLayout;

namespace jitterscope {

class ComparePanel : public Panel {
 public:
  ComparePanel(ViewState&, ComparedStretches&, QWidget* parent = nullptr);
  void draw_snapshot(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kBelowFirst; }
  const FigureTable& table() const { return *table_; }
  QString state() const { return state_->text(); }  // why there is no table, or what was set otherwise

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  QLabel* make_line(QVBoxLayout&);
  void fill_table(const Comparison&);
  void add_button(QToolButton*);
  void set_row(int row, const MediumComparison&, const ComparedFigure&);

  ComparedStretches& compared_;
  std::array<QLabel*, 2> stretches_;  // before, after
  QLabel *state_, *notes_;
  FigureTable* table_;
};

}  // namespace jitterscope
