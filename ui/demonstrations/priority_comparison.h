#pragma once
// A demonstration of priority: what the receiver and the senders wait for a processor in the default class beside
// real-time, under load.
#include "ui/demonstrations/comparison.h"
#include "ui/plots/halves_plot.h"
#include "ui/tr.h"

namespace jitterscope {

class PriorityComparison : public HalvesComparison {
 public:
  explicit PriorityComparison(QWidget* parent = nullptr);
  const std::vector<ComparisonRow>& rows() const override;
  QString variant_name(const std::string& variant, bool after) const override;
  std::vector<BarPair> bars(const DemonstrationView&) const override;
  void draw(const DemonstrationView&) override;
  void write_csv(QTextStream&) const override;

 private:
  HalvesPlot* kernel_to_user_;
};

}  // namespace jitterscope
