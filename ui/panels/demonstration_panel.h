#pragma once
// What a demonstration of shaping showed: before beside after, in figures and as departures and arrivals.
#include <array>

#include "ui/panels/figure_table.h"
#include "ui/panels/panel.h"
#include "ui/plots/packet_plot.h"

namespace jitterscope {

/// How `after` stands to `before`: "4.10 × lower", "about the same", "none left"; empty where either is unknown.
QString ratio_words(std::optional<double> before, std::optional<double> after);
/// "58.0 ms longer"; empty where either is unknown.
QString longer_words(std::optional<double> before_ms, std::optional<double> after_ms);

class DemonstrationPanel : public Panel {
 public:
  explicit DemonstrationPanel(ViewState&, QWidget* parent = nullptr);
  void draw(const std::shared_ptr<const CallSnapshot>&) override;
  void write_csv(QTextStream&) const override;
  Room room() const override { return Room::kWhole; }
  const FigureTable& table() const { return *table_; }
  QString sentence() const;

 protected:
  void resizeEvent(QResizeEvent*) override;

 private:
  struct Column {
    PacketPlot *departures, *arrivals;
  };
  void fill_table(const DemonstrationView&);
  QLabel* sentence_;
  FigureTable* table_;
  std::array<Column, 2> halves_;  // before, after
};

}  // namespace jitterscope
