#pragma once
// A demonstration of rate control: how late the sound comes and what of it is lost, and what the picture takes, without
// and with the two-stream controller.
#include "ui/demonstrations/comparison.h"
#include "ui/plots/halves_plot.h"
#include "ui/tr.h"

namespace jitterscope {

class RateComparison : public HalvesComparison {
 public:
  explicit RateComparison(QWidget* parent = nullptr);
  const std::vector<ComparisonRow>& rows() const override;
  QString variant_name(const std::string& variant, bool after) const override;
  std::vector<BarPair> bars(const DemonstrationView&) const override;
  void draw(const DemonstrationView&) override;
  void write_csv(QTextStream&) const override;

 private:
  HalvesPlot* delay_;
};

}  // namespace jitterscope
