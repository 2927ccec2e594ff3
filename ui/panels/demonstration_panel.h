#pragma once
// What a demonstration showed: before beside after, in figures, words and plots of its kind.
#include "ui/demonstrations/comparison.h"
#include "ui/panels/panel.h"
#include "ui/widgets/figure_table.h"

class QStackedWidget;

namespace jitterscope {

class PairBars;
class Segments;

class DemonstrationPanel : public Panel {
 public:
  explicit DemonstrationPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  Interests interests() const override { return {{ViewKind::kDemonstration, kRead}}; }
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kWhole; }
  const FigureTable& table() const { return *table_; }
  const PairBars& bars() const { return *bars_; }
  QString sentence() const;
  enum class Page { kAnswer, kFigures };
  void choose(Page page);

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  void choose(DemonstrationKind);
  void fit_table();
  void fill_table(const DemonstrationView&);
  HalvesComparison& comparison() const;

  QLabel *sentence_, *intervals_;
  FigureTable* table_;
  QStackedWidget *comparisons_, *pages_;  // by kind; by Page
  PairBars* bars_;
  Segments* switch_;
};

}  // namespace jitterscope
