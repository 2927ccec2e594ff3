#pragma once
// Two stretches of one quantity, before and after a change, side by side on one axis of time and one logarithmic axis
// of size. GUI thread.
#include <array>

#include <qcustomplot.h>

#include "core/measures/views/stream_snapshot.h"
#include "ui/plots/painted_plot.h"
#include "ui/theme.h"
#include "ui/words/csv_table.h"

namespace jitterscope {

class EnvelopeBand;

class HalvesPlot : public PaintedPlot {
  Q_OBJECT
 public:
  /// `lowest`, `least_top`: the axis begins at the one and reaches at least the other, in `unit`.
  HalvesPlot(const QString& quantity, const QString& unit, double lowest, double least_top, Hue hue = Hue::kSystem,
             QWidget* parent = nullptr);
  void set_half(int half, const QString& name, const std::vector<EnvelopeSlot>&);  // 0 before, 1 after
  void draw();
  CsvTable table() const;
  int points_shown() const;

 protected:
  void restyle() override;

 private:
  struct Half {
    QString name;
    EnvelopeBand* band;
    QCPGraph *upper, *lower;
    QCPItemText* label;
    std::vector<EnvelopeSlot> entries;
  };
  QString unit_;
  double lowest_, least_top_;
  std::array<Hue, 2> hues_;
  std::array<Half, 2> halves_;
};

}  // namespace jitterscope
