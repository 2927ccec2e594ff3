#pragma once
// What is painted, as SVG with its clipping: each element stands in a group with the clip that held, which
// QSvgGenerator 6.4 leaves out. Rectangular clips; solid and hatched brushes. GUI thread.
#include <functional>
#include <memory>

#include <QByteArray>
#include <QColor>
#include <QPaintDevice>
#include <QSize>

namespace jitterscope {

class SvgEngine;

class SvgCanvas : public QPaintDevice {
 public:
  /// How an opaque colour is written: "#0072b2", "var(--audio)".
  using ColourWords = std::function<QString(const QColor&)>;
  static constexpr int kDotsPerInch = 96;

  /// `name` begins the ids of its clips: another one for each drawing of a page.
  explicit SvgCanvas(const QSize& size, const QString& name = "clip", ColourWords colour_words = {});
  ~SvgCanvas() override;
  /// Once painting has ended. `title` is what is read aloud.
  QByteArray svg(const QString& title) const;

  QPaintEngine* paintEngine() const override;

 protected:
  int metric(PaintDeviceMetric) const override;

 private:
  const QSize size_;
  const std::unique_ptr<SvgEngine> engine_;
};

}  // namespace jitterscope
