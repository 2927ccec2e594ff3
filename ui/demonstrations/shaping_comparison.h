#pragma once
// A demonstration of shaping: losses and delays with strategy C beside A, departures and arrivals of both.
#include <array>

#include "ui/demonstrations/comparison.h"
#include "ui/plots/packet_plot.h"
#include "ui/tr.h"

namespace jitterscope {

class ShapingComparison : public HalvesComparison {
 public:
  explicit ShapingComparison(QWidget* parent = nullptr);
  const std::vector<ComparisonRow>& rows() const override;
  QString variant_name(const std::string& variant, bool after) const override;
  std::vector<BarPair> bars(const DemonstrationView&) const override;
  void draw(const DemonstrationView&) override;
  void write_csv(QTextStream&) const override;

 private:
  struct Column {
    PacketPlot *departures, *arrivals;
  };
  std::array<Column, 2> halves_;  // before, after
};

}  // namespace jitterscope
