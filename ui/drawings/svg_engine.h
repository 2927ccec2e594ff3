#pragma once
// The paint engine of SvgCanvas: geometry in the canvas's pixels, two decimals.
#include <map>

#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <QTransform>

#include "ui/drawings/svg_canvas.h"

namespace jitterscope {

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

}  // namespace jitterscope
