#include "ui/drawings/svg_canvas.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <QBuffer>
#include <QFontInfo>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <QPixmap>
#include <QTransform>

#include "ui/drawings/xml_text.h"

namespace jitterscope {
namespace {

QString number(double value) {
  const double rounded = std::round(value * 100) / 100;
  return QString::number(rounded == 0 ? 0 : rounded, 'g', 8);
}

QString point(const QPointF& at) {
  return number(at.x()) + ',' + number(at.y());
}

QString rectangle(const QRectF& rect) {
  return QString("x=\"%1\" y=\"%2\" width=\"%3\" height=\"%4\"")
      .arg(number(rect.x()), number(rect.y()), number(rect.width()), number(rect.height()));
}

QString path_words(const QPainterPath& path) {
  QString words;
  for (int i = 0; i < path.elementCount(); ++i) {
    const auto& element = path.elementAt(i);
    switch (element.type) {
      case QPainterPath::MoveToElement: words += 'M'; break;
      case QPainterPath::LineToElement: words += 'L'; break;
      case QPainterPath::CurveToElement: words += 'C'; break;
      case QPainterPath::CurveToDataElement: words += ' '; break;
    }
    words += point(element);
  }
  return words;
}

/// How much longer lines become.
double scale_of(const QTransform& transform) {
  return std::sqrt(std::abs(transform.determinant()));
}

/// Of a tile of 8 px.
const char* lines_of(Qt::BrushStyle style) {
  switch (style) {
    case Qt::HorPattern: return "M0,4H8";
    case Qt::VerPattern: return "M4,0V8";
    case Qt::CrossPattern: return "M0,4H8M4,0V8";
    case Qt::BDiagPattern: return "M-1,1L1,-1M0,8L8,0M7,9L9,7";
    case Qt::FDiagPattern: return "M-1,7L1,9M0,0L8,8M7,-1L9,1";
    case Qt::DiagCrossPattern: return "M0,8L8,0M0,0L8,8";
    default: return "M1,2h1M5,6h1";  // dense ones: dots
  }
}

bool is_hatched(Qt::BrushStyle style) {
  return style > Qt::SolidPattern && style <= Qt::DiagCrossPattern;
}

// This program's plots paint no gradients; QPainter breaks them down.
constexpr auto kFeatures = QPaintEngine::PaintEngineFeatures(
    QPaintEngine::AllFeatures &
    ~(QPaintEngine::LinearGradientFill | QPaintEngine::RadialGradientFill | QPaintEngine::ConicalGradientFill |
      QPaintEngine::PerspectiveTransform | QPaintEngine::PorterDuff));

}  // namespace

/// Geometry in the canvas's pixels, two decimals.
class SvgEngine : public QPaintEngine {
 public:
  SvgEngine(const QSize& size, const QString& name, SvgCanvas::ColourWords colour_words);
  /// The clips, hatches and the groups of elements.
  QByteArray content() const;

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }
  void updateState(const QPaintEngineState&) override;
  void drawPath(const QPainterPath&) override;
  void drawPolygon(const QPointF* points, int count, PolygonDrawMode) override;
  void drawTextItem(const QPointF&, const QTextItem&) override;
  void drawPixmap(const QRectF& to, const QPixmap&, const QRectF& from) override;
  void drawImage(const QRectF& to, const QImage&, const QRectF& from, Qt::ImageConversionFlags) override;
  using QPaintEngine::drawPolygon;

 private:
  void update_clip(const QPaintEngineState&);
  void add(const QString& element);
  QString fill_words();
  QString hatched_words();
  QString stroke_words() const;
  QString paint_words(const char* what, const QColor&) const;

  const QRectF bounds_;
  const QString name_;
  const SvgCanvas::ColourWords colour_words_;
  QTransform transform_;
  QPen pen_;
  QBrush brush_;
  double opacity_ = 1;
  QRectF clip_;
  bool clips_ = false;
  std::map<QString, int> clip_numbers_;  // by their geometry
  std::map<QString, int> hatches_;       // by what is in them
  int group_ = -1;                       // the clip of the last group
  QString groups_;
};

SvgEngine::SvgEngine(const QSize& size, const QString& name, SvgCanvas::ColourWords colour_words)
    : QPaintEngine(kFeatures),
      bounds_(QPointF(), QSizeF(size)),
      name_(name),
      colour_words_(std::move(colour_words)),
      clip_(bounds_) {}

void SvgEngine::updateState(const QPaintEngineState& now) {
  const auto changed = now.state();
  if (changed & DirtyTransform) transform_ = now.transform();
  if (changed & DirtyPen) pen_ = now.pen();
  if (changed & DirtyBrush) brush_ = now.brush();
  if (changed & DirtyOpacity) opacity_ = now.opacity();
  update_clip(now);
}

/// QPainter tells the clips that are in force one after the other, each with the transform that it was set in.
void SvgEngine::update_clip(const QPaintEngineState& now) {
  const auto changed = now.state();
  if (changed & DirtyClipEnabled) clips_ = now.isClipEnabled();
  if (!(changed & (DirtyClipPath | DirtyClipRegion))) return;
  clips_ = now.clipOperation() != Qt::NoClip;
  const QRectF told = changed & DirtyClipPath ? now.clipPath().boundingRect() : QRectF(now.clipRegion().boundingRect());
  const QRectF mapped = transform_.mapRect(told) & bounds_;
  if (now.clipOperation() == Qt::NoClip)
    clip_ = bounds_;
  else
    clip_ = now.clipOperation() == Qt::IntersectClip ? clip_ & mapped : mapped;
}

void SvgEngine::add(const QString& element) {
  const QRectF clip = clips_ ? clip_ : bounds_;
  if (clip.isEmpty()) return;
  const int next = static_cast<int>(clip_numbers_.size());
  const int number = clip_numbers_.try_emplace(rectangle(clip), next).first->second;
  if (number != group_) {
    if (group_ >= 0) groups_ += "</g>\n";
    groups_ += QString("<g clip-path=\"url(#%1%2)\">\n").arg(name_).arg(number);
    group_ = number;
  }
  groups_ += element + '\n';
}

QByteArray SvgEngine::content() const {
  QString definitions;
  for (const auto& [geometry, number] : clip_numbers_)
    definitions += QString("<clipPath id=\"%1%2\"><rect %3/></clipPath>\n").arg(name_).arg(number).arg(geometry);
  for (const auto& [tile, number] : hatches_)
    definitions +=
        QString("<pattern id=\"%1-hatch%2\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">%3</pattern>\n")
            .arg(name_)
            .arg(number)
            .arg(tile);
  return ("<defs>\n" + definitions + "</defs>\n" + groups_ + (group_ >= 0 ? "</g>\n" : "")).toUtf8();
}

QString SvgEngine::paint_words(const char* what, const QColor& colour) const {
  const QColor opaque(colour.rgb());
  QString words = QString("%1:%2").arg(what, colour_words_ ? colour_words_(opaque) : opaque.name());
  if (const double alpha = colour.alphaF() * opacity_; alpha < 0.999)
    words += QString(";%1-opacity:%2").arg(what, number(alpha));
  return words;
}

QString SvgEngine::fill_words() {
  if (is_hatched(brush_.style())) return hatched_words();
  return brush_.style() == Qt::NoBrush ? "fill:none" : paint_words("fill", brush_.color());
}

QString SvgEngine::hatched_words() {
  const auto tile = QString("<path d=\"%1\" style=\"fill:none;%2\"/>")
                        .arg(lines_of(brush_.style()), paint_words("stroke", brush_.color()));
  const int next = static_cast<int>(hatches_.size());
  return QString("fill:url(#%1-hatch%2)").arg(name_).arg(hatches_.try_emplace(tile, next).first->second);
}

QString SvgEngine::stroke_words() const {
  if (pen_.style() == Qt::NoPen) return "stroke:none";
  const double width = std::max(pen_.widthF(), pen_.isCosmetic() ? 1.0 : 0.0);
  const double drawn = pen_.isCosmetic() ? width : width * scale_of(transform_);
  QString words = paint_words("stroke", pen_.color()) + ";stroke-width:" + number(drawn);
  if (pen_.style() != Qt::SolidLine) {
    QStringList dashes;
    for (const double length : pen_.dashPattern()) dashes << number(length * drawn);
    words += ";stroke-dasharray:" + dashes.join(' ');
  }
  if (pen_.capStyle() == Qt::RoundCap) words += ";stroke-linecap:round";
  if (pen_.capStyle() == Qt::SquareCap && pen_.style() == Qt::SolidLine) words += ";stroke-linecap:square";
  if (pen_.joinStyle() != Qt::MiterJoin)
    words += pen_.joinStyle() == Qt::RoundJoin ? ";stroke-linejoin:round" : ";stroke-linejoin:bevel";
  return words;
}

void SvgEngine::drawPath(const QPainterPath& path) {
  const auto rule = path.fillRule() == Qt::OddEvenFill ? ";fill-rule:evenodd" : "";
  add(QString("<path d=\"%1\" style=\"%2;%3%4\"/>")
          .arg(path_words(transform_.map(path)), fill_words(), stroke_words(), rule));
}

void SvgEngine::drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) {
  QStringList words;
  for (int i = 0; i < count; ++i) words << point(transform_.map(points[i]));
  if (mode == PolylineMode)
    return add(QString("<polyline points=\"%1\" style=\"fill:none;%2\"/>").arg(words.join(' '), stroke_words()));
  const auto rule = mode == OddEvenMode ? ";fill-rule:evenodd" : "";
  add(QString("<polygon points=\"%1\" style=\"%2;%3%4\"/>").arg(words.join(' '), fill_words(), stroke_words(), rule));
}

/// Of the width that it has here, whatever font it is shown in.
void SvgEngine::drawTextItem(const QPointF& at, const QTextItem& item) {
  if (item.text().trimmed().isEmpty()) return;
  const QFont font = item.font();
  const bool moved_only = transform_.type() <= QTransform::TxTranslate;
  const QPointF place = moved_only ? transform_.map(at) : at;
  const auto turned = moved_only
                          ? QString()
                          : QString(" transform=\"matrix(%1 %2 %3 %4 %5 %6)\"")
                                .arg(number(transform_.m11()), number(transform_.m12()), number(transform_.m21()),
                                     number(transform_.m22()), number(transform_.dx()), number(transform_.dy()));
  auto style = QString("font-size:%1px;").arg(QFontInfo(font).pixelSize());
  if (font.weight() > QFont::Medium) style += QString("font-weight:%1;").arg(font.weight());
  if (font.italic()) style += "font-style:italic;";
  add(QString("<text xml:space=\"preserve\" x=\"%1\" y=\"%2\" textLength=\"%3\" lengthAdjust=\"spacingAndGlyphs\"%4 "
              "style=\"%5%6\">%7</text>")
          .arg(number(place.x()), number(place.y()), number(item.width()), turned, style,
               paint_words("fill", pen_.color()), xml_text(item.text())));
}

void SvgEngine::drawPixmap(const QRectF& to, const QPixmap& pixmap, const QRectF& from) {
  drawImage(to, pixmap.toImage(), from, Qt::AutoColor);
}

void SvgEngine::drawImage(const QRectF& to, const QImage& image, const QRectF& from, Qt::ImageConversionFlags) {
  QByteArray png;
  QBuffer out(&png);
  out.open(QIODevice::WriteOnly);
  image.copy(from.toAlignedRect()).save(&out, "PNG");
  add(QString("<image %1 preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,%2\"/>")
          .arg(rectangle(transform_.mapRect(to)), QString::fromLatin1(png.toBase64())));
}

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
