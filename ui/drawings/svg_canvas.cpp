#include "ui/drawings/svg_canvas.h"

#include "ui/drawings/svg_engine.h"
#include "ui/drawings/xml_text.h"

namespace jitterscope {

SvgCanvas::SvgCanvas(const QSize& size, const QString& name, ColourWords colour_words)
    : size_(size), engine_(std::make_unique<SvgEngine>(size, name, std::move(colour_words))) {}

SvgCanvas::~SvgCanvas() = default;

QPaintEngine* SvgCanvas::paintEngine() const {
  return engine_.get();
}

int SvgCanvas::metric(PaintDeviceMetric what) const {
  switch (what) {
    case PdmWidth: return size_.width();
    case PdmHeight: return size_.height();
    case PdmWidthMM: return qRound(size_.width() * 25.4 / kDotsPerInch);
    case PdmHeightMM: return qRound(size_.height() * 25.4 / kDotsPerInch);
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY: return kDotsPerInch;
    case PdmNumColors: return 0xffffff;
    case PdmDepth: return 24;
    case PdmDevicePixelRatio: return 1;
    case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
  }
  return 0;
}

QByteArray SvgCanvas::svg(const QString& title) const {
  const auto head = QString(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                        "viewBox=\"0 0 %1 %2\" width=\"%1\" "
                        "height=\"%2\" role=\"img\" font-family=\"'Noto Sans', sans-serif\">\n<title>%3</title>\n")
                        .arg(size_.width())
                        .arg(size_.height())
                        .arg(xml_text(title));
  return head.toUtf8() + engine_->content() + "</svg>\n";
}

}  // namespace jitterscope
