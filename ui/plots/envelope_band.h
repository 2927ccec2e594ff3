#pragma once
// The area between the lowest and the highest value of each moment, in a plot. GUI thread.
#include <vector>

#include <qcustomplot.h>

#include "core/measures/views/stream_snapshot.h"
#include "ui/plots/band_columns.h"

namespace jitterscope {

class EnvelopeBand : public QCPAbstractPlottable {
 public:
  /// The plot owns it.
  EnvelopeBand(QCPAxis* key_axis, QCPAxis* value_axis);

  void set_entries(std::vector<EnvelopeSlot> entries) { entries_ = std::move(entries); }
  void set_steps(bool on) { steps_ = on; }

  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  QCPRange getKeyRange(bool& found, QCP::SignDomain) const override { return none(found); }
  QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override { return none(found); }

 protected:
  void draw(QCPPainter*) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  static QCPRange none(bool& found) {
    found = false;
    return {};
  }
  std::vector<BandPoint> on_screen() const;
  void draw_shape(QCPPainter&, const std::vector<BandPoint>&) const;

  std::vector<EnvelopeSlot> entries_;
  bool steps_ = false;
};

}  // namespace jitterscope
